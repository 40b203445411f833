"""The learned weights, and what they make of evidence."""

import json
from importlib.resources import files

import pytest

from catalog.matching import evidence, model


def test_weights_name_where_they_come_from():
    """The data file says which command made it and has every situation."""
    document = json.loads(files("catalog.matching").joinpath("weights.json").read_text("utf-8"))
    assert document["made_by"].startswith("python -m tests.benchmarks.raise_sites.learn")
    for step in ("score", "calibration"):
        assert set(document["weights"][step]) == {"frame", "message", "elsewhere"}


@pytest.mark.parametrize(
    ("situation", "more", "less"),
    [
        ("frame", {"at_line": 1.0}, {"moved": 1.0, "not_far": 0.2}),
        ("frame", {"moved": 1.0, "not_far": 0.9}, {"moved": 1.0, "not_far": 0.1}),
        ("frame", {"at_line": 1.0, "whole_path": 1.0}, {"at_line": 1.0}),
        ("frame", {"source_raises": 1.0}, {"source_is_no_raise": 1.0}),
        ("message", {"same_class": 1.0}, {"other_class": 1.0}),
        ("message", {"length_16": 1.0}, {}),
        ("message", {}, {"interpreter": 1.0}),
        ("elsewhere", {}, {"source_is_no_raise": 1.0}),
        ("elsewhere", {"in_package": 1.0}, {"other_package": 1.0}),
    ],
)
def test_evidence_counts(situation, more, less):
    """What speaks for a record weighs more than what does not."""
    assert model.score(situation, more) > model.score(situation, less)


def test_shares():
    """Candidates and "none of them" share one whole; equal scores have equal shares."""
    shares = model.shares([2.0, 2.0, -1.0])
    assert shares[0] == shares[1] > shares[2] > 0
    assert sum(shares) < 1
    assert model.shares([]) == []
    assert model.shares([1000.0, -1000.0])[0] == pytest.approx(1.0)


@pytest.mark.parametrize("situation", ["frame", "message", "elsewhere"])
def test_calibrated(situation):
    """A larger share is never less sure, and nothing is quite sure."""
    sure = [model.calibrated(situation, share) for share in (0.0, 0.1, 0.5, 0.9, 1.0)]
    assert sure == sorted(sure)
    assert sure[0] > 0
    assert sure[-1] < 1


def test_nothing_weighs_without_a_finding():
    """Every weight belongs to a name that some evidence function gives."""
    source = files("catalog.matching").joinpath("evidence.py").read_text("utf-8")
    document = json.loads(files("catalog.matching").joinpath("weights.json").read_text("utf-8"))
    names = {name for weights in document["weights"]["score"].values() for name in weights}
    assert {name for name in names if f'"{name}"' not in source} <= {"bias"}
    assert evidence.NOTHING.values == {}
