"""Evidence -> how likely it is, with weights learned from ground truth.

A conditional logit (McFadden 1974): one of the candidates made the error, or none of them. Each
candidate's evidence adds up to a score with the weights of its situation: a `frame` led to it,
there is only a `message`, or there are frames and they lead `elsewhere`. Its probability is its
share of all candidates' exponentiated scores and 1, which stands for "none"; a straight line in
log-odds then makes it agree with what was observed. `weights.json` names the command that made it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

Situation = Literal["frame", "message", "elsewhere"]

#: Scores beyond which more makes no difference.
_FAR = 30.0


@cache
def _weights() -> dict[str, dict[str, dict[str, float]]]:
    text = Path(__file__).with_name("weights.json").read_text("utf-8")
    loaded: dict[str, dict[str, dict[str, float]]] = json.loads(text)["weights"]
    return loaded


def score(situation: Situation, values: Mapping[str, float]) -> float:
    """What the evidence adds up to; "none of the candidates" has 0."""
    weights = _weights()["score"][situation]
    return weights["bias"] + sum(weights.get(name, 0.0) * value for name, value in values.items())


def shares(scores: Sequence[float]) -> list[float]:
    """The probability of each candidate; what is missing to 1 is that of none of them."""
    likely = [math.exp(max(-_FAR, min(_FAR, one))) for one in scores]
    total = 1.0 + sum(likely)
    return [one / total for one in likely]


def calibrated(situation: Situation, share: float) -> float:
    """A probability that agrees with what was observed of the first candidates."""
    weights = _weights()["calibration"][situation]
    share = min(max(share, 1e-9), 1.0 - 1e-9)
    log_odds = weights["bias"] + weights["slope"] * math.log(share / (1.0 - share))
    return 1.0 / (1.0 + math.exp(-log_odds))
