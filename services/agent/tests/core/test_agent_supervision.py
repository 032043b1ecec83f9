"""Given the shim's observations, the ranks continue or end for one cause."""

from __future__ import annotations

import signal
from dataclasses import replace

import pytest
from muster.agent.core.supervision import CHECKPOINT, EndCause, Ending, Grace, Limits, Look, ending_of

LIMITS = Limits(grace_ms=500, lease_ms=3000, wall_time_max_ms=10_000)
CALM = Look(now_ms=9_000, started_ms=0, lease_seen_ms=8_900)


def test_a_task_within_its_limits_continues() -> None:
    assert ending_of(CALM, LIMITS) is None


@pytest.mark.parametrize(
    ("look", "cause"),
    [
        (replace(CALM, rank_failed=True), EndCause.EXITED),
        (replace(CALM, stop_grace=Grace(500)), EndCause.STOPPED),
        (replace(CALM, now_ms=10_000, lease_seen_ms=9_900), EndCause.TIMED_OUT),
        (replace(CALM, lease_revoked=True), EndCause.NODE_STOPPED),
        (replace(CALM, signalled=True), EndCause.NODE_STOPPED),
        (replace(CALM, lease_seen_ms=6_000), EndCause.LEASE_EXPIRED),
    ],
)
def test_each_observation_has_its_cause(look: Look, cause: EndCause) -> None:
    assert ending_of(look, LIMITS) == Ending(cause, look.now_ms, 500)


def test_a_task_continues_until_just_before_its_limits() -> None:
    assert ending_of(replace(CALM, now_ms=9_999, lease_seen_ms=7_000), LIMITS) is None


def test_a_task_without_wall_time_runs_for_ever() -> None:
    late = replace(CALM, now_ms=10**12, lease_seen_ms=10**12)
    assert ending_of(late, replace(LIMITS, wall_time_max_ms=None)) is None


def test_a_stop_order_brings_its_own_grace() -> None:
    ending = ending_of(replace(CALM, stop_grace=Grace(7)), LIMITS)
    assert ending is not None
    assert ending.grace_ms == 7


def test_a_failure_together_with_a_stop_is_a_failure() -> None:
    ending = ending_of(replace(CALM, rank_failed=True, stop_grace=Grace(7)), LIMITS)
    assert ending is not None
    assert ending.cause is EndCause.EXITED


def test_exceeding_memory_ends_a_task_at_once_even_if_the_kernel_has_killed_a_rank() -> None:
    look = replace(CALM, out_of_memory=True, rank_failed=True)
    assert ending_of(look, LIMITS) == Ending(EndCause.OUT_OF_MEMORY, look.now_ms, grace_ms=0)


def test_ranks_are_asked_to_end_and_killed_after_the_grace() -> None:
    ending = Ending(EndCause.STOPPED, terminate_ms=100, grace_ms=50)
    assert [ending.signal_due(now) for now in (100, 149, 150)] == [
        signal.SIGTERM,
        signal.SIGTERM,
        signal.SIGKILL,
    ]


def test_a_drain_requests_a_checkpoint_first_and_terminates_when_its_time_is_over() -> None:
    ending = ending_of(replace(CALM, stop_grace=Grace(50, checkpoint_ms=100)), LIMITS)
    assert ending is not None
    due = [ending.signal_due(CALM.now_ms + after) for after in (0, 99, 100, 149, 150)]
    assert due == [CHECKPOINT, CHECKPOINT, signal.SIGTERM, signal.SIGTERM, signal.SIGKILL]


def test_a_drain_that_waits_for_nothing_more_terminates_at_once_and_keeps_its_grace() -> None:
    ending = Ending(EndCause.STOPPED, terminate_ms=100, grace_ms=50).without_waiting(30)
    assert [ending.signal_due(now) for now in (30, 79, 80)] == [
        signal.SIGTERM,
        signal.SIGTERM,
        signal.SIGKILL,
    ]
    assert ending.without_waiting(60) == ending, "a later call changes nothing"
