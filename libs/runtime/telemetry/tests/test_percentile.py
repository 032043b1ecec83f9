"""Nearest-rank percentiles: always a value that occurred, and the least that covers the share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.telemetry.percentile import nearest_rank
from muster.testkit.laws import examples


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [((), 50, 0), ((7,), 1, 7), ((1, 2), 50, 1), ((1, 2, 3), 50, 2), (tuple(range(1, 101)), 99, 99)],
)
def test_the_value_of_the_nearest_rank(values: tuple[int, ...], percent: int, expected: int) -> None:
    assert nearest_rank(values, percent) == expected


@examples(100)
@given(st.lists(st.integers(), min_size=1), st.integers(1, 100))
def test_the_percentile_is_the_least_value_that_covers_the_share(values: list[int], percent: int) -> None:
    found = nearest_rank(sorted(values), percent)

    covered = sum(value <= found for value in values)
    below = sum(value < found for value in values)
    assert 100 * covered >= percent * len(values) > 100 * below
