"""Accounts: exact whatever the moments one looks at, bounded, decayed by half lives."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.queues.account import BUCKETS, ONE, Account, Terms, weight

TERMS = Terms(window_ms=120_000, half_life_ms=30_000, credit_max_ms=50_000)
PAUSES_MS = st.one_of(st.integers(0, 9_000), st.sampled_from((1_000, 2_000)))  # a bucket is 1,000 ms long
STEPS = st.lists(st.tuples(PAUSES_MS, st.integers(0, 8_000)), max_size=30)


def lived(steps: list[tuple[int, int]], *, looks: int = 0) -> tuple[Account, int]:
    """An account after (pause, GPUs then in use) steps, looked at so often in each pause."""
    account, now_ms = Account(due_milli=3_000, settled_ms=1_000), 1_000
    for pause_ms, in_use_milli in steps:
        for look in range(looks):
            account.settle(TERMS, now_ms + pause_ms * (look + 1) // (looks + 1))
        now_ms += pause_ms
        account.settle(TERMS, now_ms)
        account.in_use_milli = in_use_milli
    return account, now_ms


@given(STEPS, st.integers(0, 20_000))
def test_looking_changes_nothing(steps: list[tuple[int, int]], pause_ms: int) -> None:
    """Settled never or at every half: the sums are the same, and so is credit, capped only at its ends."""
    (once, now_ms), (twice, _) = lived(steps), lived(steps, looks=3)
    once.settle(TERMS, now_ms + pause_ms)
    twice.settle(TERMS, now_ms + pause_ms)
    assert once.sums == twice.sums
    assert once.usage_at(TERMS, now_ms + pause_ms) == twice.usage_at(TERMS, now_ms + pause_ms)
    assert once.credit_milli_ms == twice.credit_milli_ms


@given(STEPS)
def test_an_account_that_was_asked_answers_as_one_read_from_a_snapshot(steps: list[tuple[int, int]]) -> None:
    """Caches between answers are not part of the state, so no answer may depend on them."""
    account, now_ms = Account(due_milli=3_000, settled_ms=1_000), 1_000
    for pause_ms, in_use_milli in steps:
        now_ms += pause_ms
        account.usage_at(TERMS, now_ms)
        account.settle(TERMS, now_ms)
        account.in_use_milli = in_use_milli
        read = Account(account.in_use_milli, account.due_milli, account.settled_ms, dict(account.sums))
        assert account.usage_at(TERMS, now_ms) == read.usage_at(TERMS, now_ms)


@given(STEPS)
def test_usage_is_kept_within_the_window_and_dropped_beyond_it(steps: list[tuple[int, int]]) -> None:
    account, now_ms = lived(steps)
    total = sum(held * pause for (_, held), (pause, _) in pairwise(steps))
    assert sum(account.sums.values()) <= total
    if now_ms < TERMS.window_ms:
        assert sum(account.sums.values()) == total
    assert len(account.sums) <= BUCKETS + 1
    assert account.usage_at(TERMS, now_ms + 2 * TERMS.window_ms) == account.in_use_milli * 2 * TERMS.window_ms


@given(STEPS)
def test_credit_stays_within_its_bounds(steps: list[tuple[int, int]]) -> None:
    account, now_ms = lived(steps)
    assert 0 <= account.credit_at(TERMS, now_ms) <= 3_000 * TERMS.credit_max_ms


@given(STEPS, st.sampled_from((60_000, 240_000, 1_000_000)))
def test_other_terms_move_sums_and_lose_none(steps: list[tuple[int, int]], window_ms: int) -> None:
    account, now_ms = lived(steps)
    before = sum(account.sums.values())
    account.change_terms(TERMS, Terms(window_ms, 30_000, 50_000), now_ms)
    assert sum(account.sums.values()) == before
    assert list(account.sums) == sorted(account.sums)


@pytest.mark.parametrize("age_ms", [0, 1, 77, 1_000, 12_345, 100_000])
def test_the_weight_halves_with_every_half_life(age_ms: int) -> None:
    assert weight(age_ms + 1_000, 1_000) == weight(age_ms, 1_000) // 2
    exact = 2.0 ** -(age_ms * 64 // 1_000 / 64)
    assert abs(Fraction(weight(age_ms, 1_000), ONE) - Fraction(exact)) < Fraction(1, 2**30)
