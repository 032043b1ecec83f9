"""Measures of a subgroup: figures that have charts. PURE.

A measure is the mean of values: shares are means of 0 and 1, latency and length means of logarithms, so that
their charts see a change of the whole distribution rather than its few longest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from muster.events.drift_windows import Moments, WindowSums


@dataclass(frozen=True, slots=True)
class Value:
    """A measure of one subgroup.

    Attributes:
        count: Values that it is the mean of.
        mean: Their mean.
        deviation: Their standard deviation.
    """

    count: int
    mean: float
    deviation: float


class Unit(Enum):
    """Values that a measure is the mean of."""

    SHARE = auto()
    """0 and 1."""
    RATING = auto()
    """Ratings by users, 0 to 1."""
    SCORE = auto()
    """Scores of a judge, 0 to 1."""
    LOGARITHM = auto()
    """Natural logarithms of 1 + a quantity."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure, and which change of it is feared.

    Attributes:
        name: Its name.
        words: It for people, as in "share of refusals".
        low_share: Share of false alarms on the low side: 0.2 where a rise is feared, 0.8 where a fall is.
        read: Returns the measure of sums; None: they have no value of it.
        unit: Values that it is the mean of.
    """

    name: str
    words: str
    low_share: float
    read: Callable[[WindowSums], Value | None]
    unit: Unit = Unit.SHARE

    def in_words(self, mean: float) -> str:
        """Return a mean for people: a share in percent, a logarithm as the quantity."""
        match self.unit:
            case Unit.LOGARITHM:
                return f"{math.expm1(mean):,.0f}"
            case Unit.SCORE:
                return f"{mean:.2f}"
            case Unit.SHARE | Unit.RATING:
                return f"{100 * mean:.1f} %"


def _never(_sums: WindowSums) -> None:
    """Return no value: the judge's come later than the sums."""


_RISE, _BOTH, _FALL = 0.2, 0.5, 0.8

MEASURES: Final = {
    each.name: each
    for each in (
        Measure("errors", "share of errors", _RISE, lambda sums: share(sums.errors, sums.samples)),
        Measure(
            "truncated",
            "share of truncated answers",
            _RISE,
            lambda sums: share(sums.truncated, sums.samples),
        ),
        Measure("refusals", "share of refusals", _BOTH, lambda sums: share(sums.refused, sums.samples)),
        Measure(
            "invalid-json",
            "share of invalid JSON",
            _RISE,
            lambda sums: share(sums.json_invalid, sums.json_answers),
        ),
        Measure(
            "null-fields", "share of null fields", _BOTH, lambda sums: share(sums.fields_null, sums.fields)
        ),
        Measure("rating", "mean rating by users", _FALL, lambda sums: _mean(sums.ratings), unit=Unit.RATING),
        Measure(
            "completion",
            "share of completed tasks",
            _FALL,
            lambda sums: share(sums.completed, sums.completions),
        ),
        Measure("latency", "latency, ms", _RISE, lambda sums: _mean(sums.latency), unit=Unit.LOGARITHM),
        Measure(
            "answer-length",
            "length of answers, characters",
            _BOTH,
            lambda sums: _mean(sums.answer_length),
            unit=Unit.LOGARITHM,
        ),
        Measure("quality", "mean score of the judge", _FALL, _never, unit=Unit.SCORE),
        Measure("failed-checks", "share of answers that fail a check", _RISE, _never),
        Measure("unread-verdicts", "share of verdicts that cannot be read", _RISE, _never),
    )
}
"""Measures by name, in the order in which they are shown."""


def share(hits: int, count: int) -> Value | None:
    """Return the share of hits; None: nothing was counted."""
    if count == 0:
        return None
    found = hits / count
    return Value(count, found, math.sqrt(found * (1 - found)))


def mean(values: Sequence[float]) -> Value | None:
    """Return the mean of values; None: there are none."""
    squares = math.fsum(each * each for each in values)
    return _mean(Moments(count=len(values), total=math.fsum(values), squares=squares))


def _mean(moments: Moments) -> Value | None:
    if moments.count == 0:
        return None
    mean = moments.total / moments.count
    variance = max(moments.squares / moments.count - mean * mean, 0.0)
    return Value(moments.count, mean, math.sqrt(variance))
