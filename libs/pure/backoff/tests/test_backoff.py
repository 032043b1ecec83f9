"""Pauses grow, are bounded, and start over after a success."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.backoff import Backoff, Pauses

_RULE = Backoff(first_ms=200, longest_ms=5_000)


def test_pauses_double_up_to_the_longest() -> None:
    assert [_RULE.pause_ms(n) for n in range(1, 8)] == [200, 400, 800, 1600, 3200, 5000, 5000]


def test_after_something_worked_the_first_pause_comes_again() -> None:
    pauses = Pauses(_RULE)
    assert [pauses.next_ms() for _ in range(3)] == [200, 400, 800]
    pauses.reset()
    assert pauses.next_ms() == 200


@given(st.integers(1, 10**9), st.floats(0, 1))
def test_no_number_of_failures_and_no_jitter_leaves_the_bounds(failures: int, jitter: float) -> None:
    assert 0 <= _RULE.pause_ms(failures, jitter=jitter) <= _RULE.pause_ms(failures) <= _RULE.longest_ms


def test_a_first_pause_beyond_the_longest_is_cut_to_it() -> None:
    assert Backoff(first_ms=10_000, longest_ms=300).pause_ms(1) == 300


@pytest.mark.parametrize(("failures", "jitter"), [(0, 0.0), (-1, 0.0), (1, 1.1), (1, -0.1)])
def test_numbers_out_of_range_are_refused(failures: int, jitter: float) -> None:
    with pytest.raises(ValueError, match="must be"):
        _RULE.pause_ms(failures, jitter=jitter)
