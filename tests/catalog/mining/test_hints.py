"""What messages ask their reader to do."""

import pytest

from catalog.mining.hints import flags, instructions, switches, variables


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("No module. Please install it with pip.", ("Please install it with pip.",)),
        ("Cannot open {path}; use --force to overwrite", ("use --force to overwrite",)),
        ("Unknown mode. Did you mean {guess}?", ("Did you mean {guess}?",)),
        ("`x` is old, use `y` instead.", ("`x` is old, use `y` instead.",)),
        ("Out of memory\nTry setting max_split_size_mb", ("Try setting max_split_size_mb",)),
        ("The user cannot use this", ()),
        ("Expected a tensor, got {type}", ()),
    ],
)
def test_instructions(message, asked):
    """Sentences that tell the reader what to do are kept as they stand; statements are not."""
    assert instructions(message) == asked


def test_switches():
    """Flags and environment variables are found by their form."""
    text = "Set CUDA_HOME, or pass --attention-backend=torch (not -x, not a--b) and GPU"
    assert flags(text) == ("--attention-backend",)
    assert variables(text) == ("CUDA_HOME",)


def test_where_switches_are_read():
    """A variable counts where the file reads it; a flag also where another file does."""
    text = 'x = "HOME_A"\nhome = os.environ.get("HOME_A")\nparser.add_argument(\n    "--mode",\n)\n'
    asked = "Set HOME_A or HOME_B, or use --mode or --other."
    assert switches(asked, text) == (("--mode", 4), ("--other", None), ("HOME_A", 2))
