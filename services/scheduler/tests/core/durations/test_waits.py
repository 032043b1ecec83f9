"""Estimates of waits: the fit, the range, and the record of how well ranges held."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.scheduler.core.canonical import canonical, plain
from muster.scheduler.core.durations import waits
from muster.scheduler.core.durations.waits import (
    CHECKED_MIN,
    CONFIDENCE_PERCENT,
    SIGNS,
    Fit,
    OpenPrediction,
    WaitHistory,
)
from muster.testkit.laws import examples

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS


def predict(history: WaitHistory, job_id: str, now_ms: int, signs: waits.Signs) -> waits.WaitEstimate:
    estimate = history.estimator(now_ms).estimate(signs)
    history.predicted(OpenPrediction(job_id, now_ms, signs, estimate))
    return estimate


def signs_for(expected_ms: int, jobs: int = 1) -> waits.Signs:
    return waits.signs_of(expected_ms, 0, (jobs, 1, 1))


def simulate(count: int, seed: int, factor: float = 3.0) -> tuple[WaitHistory, list[bool]]:
    """Let jobs wait several times as long as expected, less if few wait; return also whether ranges held."""
    draw, history, held = Random(seed), WaitHistory(), list[bool]()
    due: list[tuple[int, str]] = []
    for number in range(count):
        now_ms = number * MINUTE_MS
        for at_ms, job_id in [each for each in due if each[0] <= now_ms]:
            history.started(job_id, at_ms)
        due = [each for each in due if each[0] > now_ms]
        expected_ms, jobs = draw.randint(1, 40) * MINUTE_MS, draw.randint(1, 64)
        waits_ms = round(expected_ms * factor * jobs**0.5 * draw.lognormvariate(0, 0.7))
        estimate = predict(history, f"job-{number}", now_ms, signs_for(expected_ms, jobs))
        due.append((now_ms + waits_ms, f"job-{number}"))
        if estimate.low_ms is not None and estimate.high_ms is not None:
            held.append(estimate.low_ms <= waits_ms <= estimate.high_ms)
    return history, held


def test_no_range_is_stated_after_too_few_waits() -> None:
    history = WaitHistory()
    for number in range(CHECKED_MIN):
        assert predict(history, f"job-{number}", 0, signs_for(HOUR_MS)).high_ms is None
    for number in range(CHECKED_MIN):
        history.started(f"job-{number}", HOUR_MS)
    assert history.estimator(HOUR_MS).estimate(signs_for(HOUR_MS)).high_ms is not None
    assert history.useful_ms() is None, "no range has been checked"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_ranges_hold_as_often_as_stated_and_the_estimate_follows_the_signs(seed: int) -> None:
    history, held = simulate(1_500, seed)
    share = 100 * sum(held) / len(held)
    assert CONFIDENCE_PERCENT - 3 <= share <= CONFIDENCE_PERCENT + 4
    assert abs(history.record().held_percent - CONFIDENCE_PERCENT) <= 5
    estimator = history.estimator(1_500 * MINUTE_MS)
    few, many = (estimator.estimate(signs_for(10 * MINUTE_MS, jobs)) for jobs in (1, 64))
    assert 4 < many.wait_ms / few.wait_ms < 16, "eight times as long"
    assert many.low_ms is not None
    assert many.high_ms is not None
    assert many.low_ms < 10 * 3 * 8 * MINUTE_MS < many.high_ms < 6 * many.wait_ms


def test_a_job_that_waits_longer_than_stated_counts_before_it_starts() -> None:
    history, _ = simulate(400, 1)
    now_ms = 400 * MINUTE_MS
    high_ms = predict(history, "job-late", now_ms, signs_for(10 * MINUTE_MS)).high_ms
    assert high_ms is not None
    before, level = history.record().checked, history.high_ppm
    predict(history, "job-next", now_ms + high_ms + 1, signs_for(10 * MINUTE_MS))
    assert history.record().checked > before
    assert history.high_ppm > level
    checked = history.record().checked
    history.started("job-late", now_ms + 2 * high_ms)
    assert history.record().checked == checked, "a range is checked once"


def test_a_job_that_is_withdrawn_within_its_range_teaches_nothing() -> None:
    history, _ = simulate(400, 1)
    now_ms, learned, record = 400 * MINUTE_MS, history.learned, history.record()
    predict(history, "job-a", now_ms, signs_for(10 * MINUTE_MS))
    learned, record = history.learned, history.record()
    assert history.given_up("job-a", now_ms + 1) == [history.made]
    assert (history.learned, history.record()) == (learned, record)
    assert "job-a" not in history.numbers


@examples(30)
@given(
    st.lists(
        st.tuples(st.lists(st.integers(0, 8_000), min_size=SIGNS, max_size=SIGNS), st.integers(0, 8_000)),
        max_size=8,
    )
)
def test_the_fit_solves_its_equations_exactly(observed: list[tuple[list[int], int]]) -> None:
    fit = Fit()
    for signs, wait in observed:
        fit.add(tuple(signs), wait)
    numerators, divisor = fit.solved()
    assert divisor > 0
    powers = [Fraction(each, divisor) for each in numerators]
    for row in range(SIGNS):
        pulled = sum(
            (wait - signs[1] - sum(p * s for p, s in zip(powers, signs, strict=True))) * signs[row]
            for signs, wait in observed
        )
        assert pulled == powers[row] * 8 * 256 * 256, "the residuals balance the prior"


def test_a_wait_history_can_be_dumped_and_loaded() -> None:
    history, _ = simulate(300, 2)
    read = waits.load_learned(plain(canonical(waits.dump_learned(history))))
    for number, each in history.open.items():
        read.restore(number, waits.load_prediction(plain(canonical(waits.dump_prediction(each)))))
    now_ms, signs = 300 * MINUTE_MS, signs_for(HOUR_MS)
    assert read.estimator(now_ms).estimate(signs) == history.estimator(now_ms).estimate(signs)
    assert waits.dump_learned(read) == waits.dump_learned(history)
    assert read.open == history.open
    assert read.numbers == history.numbers
