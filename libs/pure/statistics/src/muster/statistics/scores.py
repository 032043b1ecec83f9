"""Judge scores: the median of several samples, and the map from 1-5 to 0-1."""

from __future__ import annotations

import statistics
from typing import Final

from muster.statistics.arrays import Numbers, numbers

SCORE_MIN: Final = 1
SCORE_MAX: Final = 5


def median(scores: Numbers) -> float:
    """Return the median of scores of shape (n,); the mean of the middle two where n is even.

    Raises:
        ValueError: There is none, or one is not finite.
    """
    return float(statistics.median(numbers("scores", scores).tolist()))


def unit_score(score: float) -> float:
    """Return a score from 1 to 5 on the scale from 0 to 1: (score - 1) / 4.

    Raises:
        ValueError: The score is not from 1 to 5.
    """
    if not SCORE_MIN <= score <= SCORE_MAX:
        raise ValueError(f"score is {score}; must be {SCORE_MIN} to {SCORE_MAX}")
    return (score - SCORE_MIN) / (SCORE_MAX - SCORE_MIN)
