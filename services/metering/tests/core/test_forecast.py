"""The month's forecast: what the range must be, and that it holds as often as it says."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from muster.metering.core.costs.forecast import HISTORY_DAYS_MAX, LEVEL_PERCENT, Range, forecast

WEEK = [10_000] * 5 + [2_000] * 2


def noisy(seed: int, days: int) -> list[int]:
    """Weeks of five days at work, with noise that lasts for some days."""
    random, drift, found = Random(seed), 0.0, list[int]()
    for day in range(days):
        drift = 0.6 * drift + random.gauss(0, 0.2)
        found.append(int(WEEK[day % 7] * 2.718281828**drift))
    return found


@pytest.mark.parametrize("to_come", [3, 10, 20])
def test_the_range_holds_as_often_as_it_says(to_come: int) -> None:
    held = 0
    for seed in range(100):
        days = noisy(seed, 150 + to_come)
        found = forecast(days[:150], to_come)
        assert found is not None
        held += found.low <= sum(days[150:]) <= found.high
    assert LEVEL_PERCENT - 10 <= held <= 97, f"{held} of 100"


def test_a_week_that_repeats_is_foreseen_but_for_what_is_drawn_to_the_mean() -> None:
    found = forecast(WEEK * 20, 7)
    assert found == Range(54_000, 54_000)


def test_a_short_history_says_nothing() -> None:
    assert forecast(WEEK * 4, 1) is None
    assert forecast(noisy(1, 28 + 27), 1) is None
    assert forecast(noisy(1, 28 + 28), 1) is not None
    assert forecast([0] * 200, 5) is None
    with pytest.raises(ValueError, match="must be 1 or more"):
        forecast(WEEK, 0)


@given(st.lists(st.integers(0, 10**12), max_size=120), st.integers(1, 31))
@settings(max_examples=30)
def test_a_range_is_a_range(days: list[int], to_come: int) -> None:
    found = forecast(days, to_come)
    assert found is None or 0 <= found.low <= found.high


def test_only_a_year_counts() -> None:
    days = noisy(3, HISTORY_DAYS_MAX)
    assert forecast([10**9] * 100 + days, 10) == forecast(days, 10)
