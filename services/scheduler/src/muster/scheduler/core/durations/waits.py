"""WaitHistory: waits of jobs, learned by comparing recorded predictions with outcomes.

A prediction is a fact (StartPredicted) that records a waiting job's *signs*: logarithms of the quantities
that its wait depends on. When the job starts, its wait is learned, in three parts, all in integers:

    fit      the wait as a product of powers of the signs: least squares on logarithms. A job that already
             waits longer than predicted is included as if half of its wait were over
    errors   the ratio of waits to predictions: a range is the prediction times two quantiles of this
             distribution
    levels   the choice of quantiles: if a job starts before its range, or has not started by its end, that
             end of later ranges moves outwards, else a little inwards, so that in the long run shares of
             SHARE_BELOW and SHARE_ABOVE miss. An exceeded range counts immediately, not when the job starts:
             long waits end last, but that they are long is known early

Old observations count half after HALVED_AT new ones, because loads change.

Sources: adaptive conformal inference (Gibbs and Candes, NeurIPS 2021), for each end by itself; conformal
prediction with residuals as scores (Lei et al., JASA 2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

from muster.scheduler.core.durations.histogram import (
    OCTAVE_BITS,
    POSITIONS,
    Histogram,
    Mixture,
    position_of,
    value_at,
)

SHARE_BELOW: Final = 50_000
SHARE_ABOVE: Final = 150_000
"""Target shares of starts, in millionths, before and after the stated range. More are after it: waits are
skewed, so this range is narrower than one with equal shares."""

CONFIDENCE_PERCENT: Final = 100 - (SHARE_BELOW + SHARE_ABOVE) // 10_000
"""Percentage of stated ranges that should hold."""

CHECKED_MIN: Final = 32
"""Minimum number of learned waits for a stated confidence."""

HALVED_AT: Final = 512
"""Number of waits after which older observations count half."""

OPEN_MAX: Final = 512
"""Maximum number of open predictions; beyond it no more are made."""

UNIT_BITS: Final = 8
"""Logarithms are in 1 / 2 ** UNIT_BITS of an octave."""

_ONE: Final = 1 << UNIT_BITS
_SHIFT: Final = OCTAVE_BITS - UNIT_BITS
_LOG_MAX: Final = (POSITIONS - 1) >> _SHIFT
_WAIT_MS_MIN: Final = 1_024
_MILLION: Final = 1_000_000

SIGNS: Final = 6
"""Number of signs; the first is constant, the second the expected wait before anything is learned."""

_EXPECTED: Final = 1
_PRIOR: Final = 8 * _ONE * _ONE
"""The weight, as of 8 observations, of the assumption that the second sign is the wait."""

_WEIGHT: Final = 16
"""Counts per error, so that an error is not lost after a few halvings."""

_STRENGTH: Final = 3 * _WEIGHT
"""Weight of the assumption that any error is equally likely."""

_STEP: Final = 100
"""A missed end moves its level by one in this many."""

_LEVEL_OUTER: Final = 5_000
_LEVEL_INNER: Final = 400_000
"""Bounds of the levels, millionths from either end."""

_HORIZON_OCTAVES: Final = 2
"""Width of a horizon, in octaves: predictions of similar waits whose hit rate is tracked together."""

_HORIZON_CHECKED_MIN: Final = 16
_HORIZON_HELD_PERCENT: Final = CONFIDENCE_PERCENT - 15
"""A horizon with fewer checked ranges, or fewer that held, is not useful."""

Signs = tuple[int, ...]


def signs_of(expected_ms: int, waited_ms: int, counts: Sequence[int]) -> Signs:
    """Build the signs of a job.

    Args:
        expected_ms: Its expected wait before anything is learned, ms.
        waited_ms: Time that it has waited so far, ms.
        counts: Further quantities that its wait depends on: SIGNS - 3 counts of at least 1.
    """
    return (
        _ONE,
        logarithm_of_wait(expected_ms),
        logarithm_of_wait(waited_ms),
        *(logarithm(count << UNIT_BITS) for count in counts),
    )


def logarithm(value: int) -> int:
    """The logarithm to base 2 of a value of at least 256, less 8, in 1 / 2 ** UNIT_BITS; monotonic."""
    return position_of(value) >> _SHIFT


def logarithm_of_wait(wait_ms: int) -> int:
    """The logarithm of a time to wait, ms; less than a second counts as a second."""
    return logarithm(max(_WAIT_MS_MIN, wait_ms))


class WaitEstimate(NamedTuple):
    """An estimated wait.

    Attributes:
        wait_ms: The prediction.
        low_ms: Start of the range, ms; None: too few waits were learned for a range.
        high_ms: End of the range, ms; None as for `low_ms`.
    """

    wait_ms: int
    low_ms: int | None
    high_ms: int | None


class OpenPrediction(NamedTuple):
    """A prediction whose job still waits.

    Attributes:
        job_id: The job.
        predicted_at_ms: Time of the prediction, ms since 1970 UTC.
        signs: The job's signs at that time.
        estimate: The predicted wait.
        exceeded: Whether its range was exceeded and this has been learned.
    """

    job_id: str
    predicted_at_ms: int
    signs: Signs
    estimate: WaitEstimate
    exceeded: bool = False


class Record(NamedTuple):
    """The hit rate of ranges; recent ones have more weight.

    Attributes:
        checked: Number of ranges checked.
        held: Number of these that held.
    """

    checked: int
    held: int

    def with_one(self, *, held: bool) -> Record:
        """The record after one more check."""
        checked, before = (
            (self.checked >> 1, self.held >> 1) if self.checked >= HALVED_AT else (self.checked, self.held)
        )
        return Record(checked + 1, before + held)

    @property
    def held_percent(self) -> int:
        """The share of ranges that held; 0 when none was checked."""
        return 100 * self.held // self.checked if self.checked else 0


@dataclass(slots=True)
class Fit:
    """Sums of least squares over observations of (signs, excess of the logarithm over the second sign).

    Attributes:
        count: Number of observations, older ones with less weight.
        squares: Sums of products of two signs, for all pairs, in the order of combinations.
        products: Sums of products of a sign and the excess.
    """

    count: int = 0
    squares: list[int] = field(default_factory=lambda: [0] * (SIGNS * (SIGNS + 1) // 2))
    products: list[int] = field(default_factory=lambda: [0] * SIGNS)

    def add(self, signs: Signs, logarithm_ms: int) -> None:
        """Add an observation."""
        excess = logarithm_ms - signs[_EXPECTED]
        for at, (one, other) in enumerate(combinations_with_replacement(signs, 2)):
            self.squares[at] += one * other
        for at, sign in enumerate(signs):
            self.products[at] += sign * excess
        self.count += 1

    def halve(self) -> None:
        """Let all observations count half."""
        self.count >>= 1
        self.squares = [each >> 1 for each in self.squares]
        self.products = [each >> 1 for each in self.products]

    def copy(self) -> Fit:
        """A copy, to add to."""
        return Fit(self.count, [*self.squares], [*self.products])

    def solved(self) -> tuple[list[int], int]:
        """The powers of the signs, less 1 for the second, as (numerators, common denominator > 0)."""
        rows = [[0] * SIGNS + [product] for product in self.products]
        pairs = combinations_with_replacement(range(SIGNS), 2)
        for value, (one, other) in zip(self.squares, pairs, strict=True):
            rows[one][other] = rows[other][one] = value
        for at in range(SIGNS):
            rows[at][at] += _PRIOR
        return _solved(rows)


def _solved(rows: list[list[int]]) -> tuple[list[int], int]:
    """The solution of linear equations with a positive definite matrix (Bareiss, 1968: exact in integers)."""
    size, before = len(rows), 1
    for pivot in range(size):
        for row in range(size):
            if row != pivot:
                factor = rows[row][pivot]
                rows[row] = [
                    (rows[pivot][pivot] * own - factor * other) // before
                    for own, other in zip(rows[row], rows[pivot], strict=True)
                ]
        before = rows[pivot][pivot]
    return [row[size] for row in rows], before


@dataclass(slots=True)
class WaitHistory:
    """The learned model of waits, and the open predictions.

    Attributes:
        made: Number of predictions ever made.
        jobs_seen: Number of jobs that had ever been queued at the last prediction.
        open: Open predictions (their jobs still wait), by number.
        fit: The fit.
        errors: Distribution of wait over prediction; position POSITIONS // 2 is no error.
        low_ppm: Quantile of the start of ranges, millionths.
        high_ppm: Quantile of the end of ranges, millionths.
        records: Hit rate of ranges by horizon.
        numbers: Numbers of the open predictions by job; derived.
    """

    made: int = 0
    jobs_seen: int = 0
    open: dict[int, OpenPrediction] = field(default_factory=dict[int, OpenPrediction])
    fit: Fit = field(default_factory=Fit)
    errors: Histogram = field(default_factory=Histogram)
    low_ppm: int = SHARE_BELOW
    high_ppm: int = _MILLION - SHARE_ABOVE
    records: dict[int, Record] = field(default_factory=dict[int, Record])
    numbers: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    @property
    def learned(self) -> int:
        """Number of waits learned, older ones with less weight."""
        return self.fit.count

    def record(self) -> Record:
        """Hit rate of ranges over all horizons."""
        known = self.records.values()
        return Record(sum(each.checked for each in known), sum(each.held for each in known))

    def useful_ms(self) -> int | None:
        """The longest prediction whose range is useful, ms; None: none is.

        It is the end of the longest horizon at which enough ranges were checked and enough of them held.
        """
        useful = [
            horizon
            for horizon, record in self.records.items()
            if record.checked >= _HORIZON_CHECKED_MIN and record.held_percent >= _HORIZON_HELD_PERCENT
        ]
        if not useful:
            return None
        return value_at((max(useful) + 1) * _HORIZON_OCTAVES << OCTAVE_BITS)

    def estimator(self, now_ms: int) -> WaitEstimator:
        """Build the estimator of waits at this time, ms since 1970 UTC."""
        return WaitEstimator(self, now_ms)

    def predicted(self, prediction: OpenPrediction) -> list[int]:
        """Add a prediction, and learn which earlier ranges have been exceeded.

        Returns:
            The numbers of the open predictions that changed.
        """
        changed = self._exceeded(prediction.predicted_at_ms)
        self.made += 1
        self._open(self.made, prediction)
        return [*changed, self.made]

    def started(self, job_id: str, now_ms: int) -> list[int]:
        """Learn the wait of a job that has started; return the numbers of the predictions that are closed."""
        closed = self.numbers.pop(job_id, [])
        for number in closed:
            self._learn(self.open.pop(number), now_ms)
        return closed

    def given_up(self, job_id: str, now_ms: int) -> list[int]:
        """Close the predictions of a job that stopped waiting without starting; learn only exceeded ranges.

        Returns:
            The numbers of the predictions that are closed.
        """
        closed = self.numbers.pop(job_id, [])
        for number in closed:
            prediction = self.open.pop(number)
            if _is_exceeded(prediction, now_ms):
                self._check(prediction.estimate, now_ms - prediction.predicted_at_ms)
        return closed

    def restore(self, number: int, prediction: OpenPrediction) -> None:
        """Put back an open prediction of a snapshot."""
        self._open(number, prediction)

    def _open(self, number: int, prediction: OpenPrediction) -> None:
        self.open[number] = prediction
        self.numbers.setdefault(prediction.job_id, []).append(number)

    def _exceeded(self, now_ms: int) -> list[int]:
        found = [number for number, each in self.open.items() if _is_exceeded(each, now_ms)]
        for number in sorted(found):
            prediction = self.open[number]
            self._check(prediction.estimate, now_ms - prediction.predicted_at_ms)
            self.open[number] = prediction._replace(exceeded=True)
        return found

    def _learn(self, prediction: OpenPrediction, now_ms: int) -> None:
        waited_ms = now_ms - prediction.predicted_at_ms
        if not prediction.exceeded:
            self._check(prediction.estimate, waited_ms)
        if self.fit.count >= HALVED_AT:
            self.fit.halve()
            self.errors.halve()
        waited = logarithm_of_wait(waited_ms)
        self.fit.add(prediction.signs, waited)
        error = waited - logarithm_of_wait(prediction.estimate.wait_ms)
        position = POSITIONS // 2 + (error << _SHIFT)
        self.errors.add(min(max(position, 0), POSITIONS - 1), _WEIGHT)

    def _check(self, estimate: WaitEstimate, waited_ms: int) -> None:
        """Learn whether a stated range held."""
        if estimate.low_ms is None or estimate.high_ms is None:
            return
        before, after = waited_ms < estimate.low_ms, waited_ms > estimate.high_ms
        low = self.low_ppm + (SHARE_BELOW - _MILLION * before) // _STEP
        high = self.high_ppm - (SHARE_ABOVE - _MILLION * after) // _STEP
        self.low_ppm = min(max(low, _LEVEL_OUTER), _LEVEL_INNER)
        self.high_ppm = min(max(high, _MILLION - _LEVEL_INNER), _MILLION - _LEVEL_OUTER)
        horizon = _horizon(estimate.wait_ms)
        known = self.records.get(horizon, Record(0, 0))
        self.records[horizon] = known.with_one(held=not before and not after)


class WaitEstimator:
    """Estimates waits at one time; must be discarded when the history changes.

    Args:
        history: The history; not changed.
        now_ms: The time, ms since 1970 UTC.
    """

    def __init__(self, history: WaitHistory, now_ms: int) -> None:
        fit = history.fit.copy()
        for prediction in history.open.values():
            waited_ms = now_ms - prediction.predicted_at_ms
            if waited_ms > max(prediction.estimate.wait_ms, _WAIT_MS_MIN):
                fit.add(prediction.signs, logarithm_of_wait(waited_ms) + _ONE)
        self._powers, self._divisor = fit.solved()
        self._errors: tuple[int, int] | None = None
        if history.learned >= CHECKED_MIN:
            errors = Mixture((history.errors,), _STRENGTH)
            low, high = (
                errors.position_above(errors.mass * level // _MILLION)
                for level in (history.low_ppm, history.high_ppm)
            )
            self._errors = low - POSITIONS // 2 >> _SHIFT, high - POSITIONS // 2 >> _SHIFT

    def estimate(self, signs: Signs) -> WaitEstimate:
        """The estimated wait of a job with these signs."""
        excess = sum(power * sign for power, sign in zip(self._powers, signs, strict=True)) // self._divisor
        wait = _bounded(signs[_EXPECTED] + excess)
        if self._errors is None:
            return WaitEstimate(_value(wait), None, None)
        low, high = self._errors
        return WaitEstimate(_value(wait), _value(_bounded(wait + low)), _value(_bounded(wait + high)))


def dump_prediction(prediction: OpenPrediction) -> dict[str, Any]:
    """An open prediction as plain data."""
    return {
        "job_id": prediction.job_id,
        "predicted_at_ms": prediction.predicted_at_ms,
        "signs": prediction.signs,
        "estimate": tuple(prediction.estimate),
        "exceeded": prediction.exceeded,
    }


def load_prediction(data: dict[str, Any]) -> OpenPrediction:
    """The inverse."""
    return OpenPrediction(
        data["job_id"],
        data["predicted_at_ms"],
        tuple(data["signs"]),
        WaitEstimate(*data["estimate"]),
        data["exceeded"],
    )


def dump_learned(history: WaitHistory) -> dict[str, Any]:
    """Dump the learned model, without the open predictions, as plain data."""
    return {
        "made": history.made,
        "jobs_seen": history.jobs_seen,
        "fit": [history.fit.count, history.fit.squares, history.fit.products],
        "errors": history.errors.counts(),
        "levels": [history.low_ppm, history.high_ppm],
        "records": [[horizon, *record] for horizon, record in sorted(history.records.items())],
    }


def load_learned(data: dict[str, Any]) -> WaitHistory:
    """The inverse."""
    count, squares, products = data["fit"]
    low_ppm, high_ppm = data["levels"]
    return WaitHistory(
        made=data["made"],
        jobs_seen=data["jobs_seen"],
        fit=Fit(count, list(squares), list(products)),
        errors=Histogram((leaf, count) for leaf, count in data["errors"]),
        low_ppm=low_ppm,
        high_ppm=high_ppm,
        records={horizon: Record(checked, held) for horizon, checked, held in data["records"]},
    )


def _is_exceeded(prediction: OpenPrediction, now_ms: int) -> bool:
    """Whether its range has just been exceeded, which has not been learned yet."""
    high_ms = prediction.estimate.high_ms
    return not prediction.exceeded and high_ms is not None and now_ms - prediction.predicted_at_ms > high_ms


def _horizon(wait_ms: int) -> int:
    return logarithm_of_wait(wait_ms) // (_HORIZON_OCTAVES * _ONE)


def _bounded(log: int) -> int:
    return min(max(log, logarithm(_WAIT_MS_MIN)), _LOG_MAX)


def _value(log: int) -> int:
    return value_at(log << _SHIFT)
