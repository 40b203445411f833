"""Error x candidates -> Matches, each with a confidence and its reasons."""

from catalog.matching.matches import find_matches
from catalog.matching.scoring import Scored, Surroundings, score_all

__all__ = ["Scored", "Surroundings", "find_matches", "score_all"]
