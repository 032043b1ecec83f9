"""The law of public queues: folded from public facts alone, they answer as the scheduler's do (ADR 52)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from muster.events.node_commands import StartTask, StopTask, TestNode
from muster.events.scheduler_log import Batch
from muster.events.shared.watermarks import Watermark
from muster.jobs.lifecycle import JobState
from muster.queues import quotas, shares
from muster.queues.occupancy import QueueOccupancy
from muster.queues.tree import Queue
from muster.scheduler.core.evolve import holdings
from muster.scheduler.core.state.state import State


def apply(queues: QueueOccupancy, decisions: Iterable[Any], seq: int, now_ms: int) -> None:
    """Apply a batch's public facts, then a watermark: without one, no time passes while nothing happens.

    Args:
        queues: The fold.
        decisions: Payloads, orders to agents among them.
        seq: Seq of the batch's last input.
        now_ms: Time of the decision.
    """
    for fact in decisions:
        if not isinstance(fact, StartTask | StopTask | TestNode):
            queues.apply(fact, now_ms)
    queues.apply(Watermark(seq=seq, at_ms=now_ms), now_ms)


def apply_batch(queues: QueueOccupancy, batch: Batch) -> None:
    """The same for a recorded batch."""
    payloads = (decision.payload for decision in batch.decisions)
    apply(queues, payloads, batch.seq_first + len(batch.inputs) - 1, batch.observed_at_ms)


def assert_same(queues: QueueOccupancy, state: State) -> None:
    """Every queue counts the same, and every question that a planner asks has the scheduler's answer."""
    assert [_counts(queue) for queue in queues.tree.by_key.values()] == [
        _counts(queue) for queue in state.queues.by_key.values()
    ]
    assert list(queues.jobs) == list(state.jobs)
    for job_id, job in state.jobs.items():
        found = queues.jobs[job_id]
        assert found.waits == (job.state is JobState.QUEUED), job_id
        assert found.reason == (job.code_reported if found.waits else None), job_id
        assert found.placeable or job_id in state.pending.awaiting or not found.waits, job_id
        assert found.held == (holdings.held_by(state, job) if job.attempt else None), job_id
    assert queues.models() == state.models()
    _assert_same_answers(queues, state)


def _assert_same_answers(queues: QueueOccupancy, state: State) -> None:
    for group in state.pending.groups():
        job_id, key = group.first_job_id, group.key
        assert queues.jobs[job_id].claim[:2] == (key.queue, key.sharer), job_id
        expected = state.admission(key)
        assert queues.admission(job_id) == expected, job_id
        queue = state.queues.by_key[key.queue]
        assert queues.jobs_guaranteed(job_id) == quotas.jobs_guaranteed(
            queue, key.placement_class, key.tier_rank
        ), job_id
    ours, theirs = queues.shares(), state.shares()
    for key, queue in state.queues.by_key.items():
        assert ours.rank(queues.tree.by_key[key]) == theirs.rank(queue), key
    assert [queue.key for queue in queues.owed()] == sorted(
        queue.key
        for queue in state.queues.by_key.values()
        if not queue.below and queue.used.pending and shares.is_due(queue)
    )


def _counts(queue: Queue) -> tuple[Any, ...]:
    path = [each.key for each in queue.path]
    counted = (queue.below, queue.jobs_live, queue.used, queue.sharers, queue.account)
    return (queue.key, queue.description, queue.settings, queue.restrictions, path, *counted)
