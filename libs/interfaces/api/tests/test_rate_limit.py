"""A tenant's burst is stopped at its own bucket, and nobody else's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.api.problems import Problem
from muster.api.rate_limit import Rate, RateLimit
from muster.journal import ManualClock


def taken(limit: RateLimit, tenant: str, commands: int = 1) -> bool:
    try:
        limit.admit(tenant, commands)
    except Problem:
        return False
    return True


def test_a_burst_is_taken_then_a_steady_rate_and_others_are_not_touched() -> None:
    clock = ManualClock()
    limit = RateLimit(Rate(per_s=10, burst=50), clock)
    assert [taken(limit, "acme") for _ in range(51)] == [True] * 50 + [False]
    assert taken(limit, "other", 50)
    clock.advance(1_000)
    assert [taken(limit, "acme") for _ in range(11)] == [True] * 10 + [False]


def test_the_refusal_says_when_there_is_room_and_then_there_is() -> None:
    clock = ManualClock()
    limit = RateLimit(Rate(per_s=10, burst=50), clock)
    limit.admit("acme", 50)
    with pytest.raises(Problem) as refused:
        limit.admit("acme", 25)
    assert refused.value.status == 429
    assert refused.value.code == "too-many-commands"
    assert refused.value.headers == {"Retry-After": "3"}
    assert "acme" in refused.value.detail and "10 a second" in refused.value.detail
    clock.advance(3_000)
    limit.admit("acme", 25)
    requests = RateLimit(Rate(per_s=10, burst=1), clock, whose="principal", what="requests")
    requests.admit("acme/ann")
    with pytest.raises(Problem, match="principal acme/ann has sent more than 1 requests") as refused:
        requests.admit("acme/ann")
    assert refused.value.code == "too-many-requests"


@given(
    st.integers(1, 100),
    st.integers(1, 200),
    st.lists(st.tuples(st.integers(0, 3_000), st.integers(1, 20)), max_size=60),
)
def test_no_more_are_taken_than_the_burst_and_the_rate(
    per_s: int, burst: int, asked: list[tuple[int, int]]
) -> None:
    clock = ManualClock()
    limit = RateLimit(Rate(per_s=per_s, burst=burst), clock)
    passed_ms = admitted = 0
    for rest_ms, commands in asked:
        clock.advance(rest_ms)
        passed_ms += rest_ms
        admitted += commands if taken(limit, "acme", commands) else 0
        assert admitted <= burst + per_s * passed_ms / 1000
