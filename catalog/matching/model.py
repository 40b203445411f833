"""Evidence -> the probability that a record's template made the message."""

from __future__ import annotations

import math
from collections.abc import Mapping

_WEIGHTS = {
    "bias": -5.0,
    "frames": -0.5,
    "at": 8.0,
    "at_line_only": 7.0,
    "in_function": 2.0,
    "moved": 2.5,
    "near": 1.0,
    "whole_path": 1.0,
    "same_class": 2.5,
    "other_class": -3.0,
    "no_text": -1.0,
    "no_literals": -1.0,
    "fits": 3.0,
    "nearly": -5.0,
    "length": 8.0,
    "lost": -16.0,
    "outside": -16.0,
    "cover": 1.5,
    "implausible": -4.0,
    "in_package": 1.0,
    "other_package": -1.0,
}


def probability(values: Mapping[str, float]) -> float:
    """The probability that the evidence adds up to, 0 to 1."""
    total = _WEIGHTS["bias"] + sum(_WEIGHTS[name] * value for name, value in values.items())
    return 1.0 / (1.0 + math.exp(-total))
