"""Frames lead to the raise sites of their function, words to the templates that hold them."""

import pytest

from catalog import candidates
from catalog.store import Catalog
from tests.catalog.samples import error, mined

RECORDS = [
    mined("a1", "bad size {n}", lineNumber=10),
    mined("a2", "bad colour {n}", lineNumber=20),
    mined("b1", "worse", function="stop", lineNumber=30),
    mined("c1", None, filePath="other/core/work.py", lineNumber=10),
    mined("d1", "alone", filePath="six.py", function="reraise"),
    mined("e1", "seeded", filePath="python/deep/core/x.py", function=None, lineNumber=7),
    mined("f1", "as imported", filePath="src/p/q.py", packagePath="p/q.py", function="f"),
    mined("g1", "lambda", filePath="p/r.py", function="C.f.<locals>.<lambda>"),
]


@pytest.fixture(scope="module")
def catalog():
    return Catalog.in_memory(RECORDS)


@pytest.mark.parametrize(
    ("frame", "found"),
    [
        (("/v/lib/python3.12/site-packages/pkg/core/work.py", 10, "run"), {"a1", "a2"}),
        ((r"C:\v\Lib\site-packages\pkg\core\work.py", 99, "run"), {"a1", "a2"}),
        (("/v/site-packages/pkg/core/work.py", 10, "stop"), {"b1"}),
        (("/v/site-packages/other/core/work.py", 10, "run"), {"c1"}),
        (("/v/src/core/work.py", 10, "run"), {"a1", "a2", "c1"}),
        (("/v/site-packages/six.py", 1, "reraise"), {"d1"}),
        (("/v/mine/six.py", 1, "reraise"), set()),
        (("/v/site-packages/deep/core/x.py", 7, "anything"), {"e1"}),
        (("/v/site-packages/deep/core/x.py", 8, "anything"), set()),
        (("/v/p/q.py", 1, "f"), {"f1"}),
        (("/v/p/r.py", 1, "<lambda>"), {"g1"}),
        (("work.py", 10, "run"), set()),
        (("/v/pkg/core/work.py", None, "run"), {"a1", "a2"}),
    ],
)
def test_places(catalog, frame, found):
    """A frame meets a record by the longest common end of their paths, then by function."""
    with catalog.lookup() as lookup:
        places = candidates.places(error("m", "E", ("/app/main.py", 1, "main"), frame), lookup)
        records = lookup.records(place.site.n for place in places.found)
    assert {record.id for record in records.values()} == found


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("bad size 12", "bad size "),
        ("BAD  colour: red", "bad colour "),
        ("it was worse", "worse"),
        ("nothing known", None),
        ("", None),
    ],
)
def test_templates(catalog, text, first):
    """The template that shares the most words comes first."""
    with catalog.lookup() as lookup:
        found = list(candidates.templates([text], lookup).values())
    assert (found[0].parts[0] if found else None) == first


def test_rare_words_lead_through_common_ones():
    """Among hundreds of templates of the same common words, the rare word finds its own."""
    many = [mined(f"{n}", f"the value of option{n} must be a number, not {{}}") for n in range(500)]
    with Catalog.in_memory(many).lookup() as lookup:
        found = candidates.templates(["the value of option321 must be a number, not x"], lookup)
    assert "option321" in next(iter(found.values())).parts[0]
    assert len(found) < 100


@pytest.mark.parametrize("text", ["Stxeam consumed", "Stream conxumed", "Stream consumes"])
def test_one_wrong_letter(text):
    """A template is found by the half of its rarest word that is right."""
    many = [mined(f"{n}", f"the stream of option{n} is not {{}}") for n in range(300)]
    with Catalog.in_memory([*many, mined("s", "Stream consumed")]).lookup() as lookup:
        found = {
            **candidates.templates([text], lookup),
            **candidates.misspelt_templates(text, lookup),
        }
    assert "Stream consumed" in {template.parts[0] for template in found.values()}
