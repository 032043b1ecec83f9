"""Laws: a reader of the public facts knows the same about queues as the scheduler, and can plan with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import event, given
from muster.cluster.occupancy import OccupancyError
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import ActivatePolicy
from muster.events.queue_commands import ConfigureQueue, CreateQueue, Quota
from muster.events.scheduler_log import SequencedInput
from muster.queues import shares
from muster.queues.occupancy import QueueOccupancy
from muster.scheduler.core.decide import step
from muster.scheduler.core.state.state import State
from muster.testkit.cores import build, same_queues, strategies
from muster.testkit.cores.scenario import START_MS
from muster.testkit.cores.scenario import given as given_cell
from muster.testkit.laws import examples

LAWS = examples(60)
BY_MODEL: tuple[dict[str, int], ...] = ({}, {"A100": 1_000}, {"A100": 2_000, "H100-80GB": 2_000}, {"A30": 0})
"""Quotas by GPU model that queues of a history get in addition to their own."""


def play(history: list[strategies.Batch], state: State, queues: QueueOccupancy) -> Iterator[None]:
    """Play a history; fold the public facts after each batch."""
    now_ms = START_MS
    policy = ActivatePolicy(policy=strategies.IMPATIENT, requested_by="op")
    _decide(state, queues, [build.elected(), build.founding_queue(), policy], now_ms)
    for batch in history:
        now_ms += batch.after_ms
        serial = state.seq_next
        events = [
            _by_model(strategies.event_for(state, move, serial + i), move)
            for i, move in enumerate(batch.moves)
        ]
        _decide(state, queues, events, now_ms)
        yield


def _decide(state: State, queues: QueueOccupancy, events: list[Any], now_ms: int) -> None:
    first = state.seq_next
    inputs = [
        SequencedInput(seq=first + i, event_id=f"e{first + i}", correlation_id="c", payload=payload)
        for i, payload in enumerate(events)
    ]
    payloads = [consequence.decision.payload for consequence in step(state, inputs, now_ms)]
    same_queues.apply(queues, payloads, state.seq_next - 1, state.now_ms)


def _by_model(command: Any, move: strategies.Move) -> Any:
    """Add quotas by model to a queue's settings."""
    if not isinstance(command, CreateQueue | ConfigureQueue) or command.settings is None:
        return command
    maximum = replace(
        command.settings.maximum or Quota(), gpu_milli_by_model=BY_MODEL[move.detail % len(BY_MODEL)]
    )
    return replace(command, settings=replace(command.settings, maximum=maximum))


@LAWS
@given(strategies.histories())
def test_queues_folded_from_public_facts_equal_the_schedulers(
    history: list[strategies.Batch],
) -> None:
    state, queues = State(), QueueOccupancy()
    refused = narrowed = 0
    for _ in play(history, state, queues):
        same_queues.assert_same(queues, state)
        answers = [queues.admission(job_id) for job_id, job in queues.jobs.items() if job.waits]
        refused += sum(answer.short is not None for answer in answers)
        narrowed += sum(answer.models is not None for answer in answers)
    event(f"quotas refused: {refused > 0}, narrowed: {narrowed > 0}")


@LAWS
@given(strategies.histories(20))
def test_released_borrowed_gpus_cut_no_guarantee_and_a_trial_leaves_no_trace(
    history: list[strategies.Batch],
) -> None:
    state, queues = State(), QueueOccupancy()
    for _ in play(history, state, queues):
        for job in [job for job in queues.jobs.values() if job.held]:
            borrowed, due = queues.borrowed_milli(job.job_id), shares.is_due(job.queue)
            assert job.held is not None
            assert 0 <= borrowed <= job.held.gpu_milli
            before = job.queue.used.gpu_milli
            with queues.trial() as plan:
                plan.release(job.job_id)
                assert job.queue.used.gpu_milli == before - job.held.gpu_milli
                if borrowed == job.held.gpu_milli and not due:
                    assert not shares.is_due(job.queue), "a borrower left, and a guarantee became due"
        same_queues.assert_same(queues, state)
        assert queues.occupancy.cluster.canonical() == state.cluster.canonical()


def test_a_plan_sees_quotas_and_room_as_they_would_be() -> None:
    """Red borrows all four GPUs; green is guaranteed three: two jobs of red leave, and green's fits."""
    scenario, queues = given_cell(), QueueOccupancy()
    same_queues.apply(queues, scenario.decided, 0, scenario.now_ms)
    red, green = build.job_spec(gpus=1, queue="red"), build.job_spec(gpus=2, queue="green")
    for payloads in (
        [
            build.node("n1", gpus=4),
            build.queue("red", maximum_gpus=4),
            build.queue("green", guarantee_gpus=3),
        ],
        [build.submit(f"red-{i}", red) for i in range(5)],
        [build.submit("green", green)],
    ):
        decided = scenario.when(*payloads).decided
        same_queues.apply(queues, decided, scenario.state.seq_next - 1, scenario.now_ms)
    assert [queue.key[1] for queue in queues.owed()] == ["green"]
    assert queues.jobs_guaranteed("green") == 1
    assert [queues.borrowed_milli(f"red-{i}") for i in range(4)] == [1_000] * 4
    assert queues.admission("red-4").short is not None, "red is at its maximum"
    claim = queues.jobs["green"].claim
    shape = claim.placement_class.shape
    cluster = queues.occupancy.cluster
    with queues.trial() as plan:
        assert cluster.find(shape) is None
        plan.release("red-0")
        assert queues.admission("red-4").short is None
        plan.release("red-1")
        place = cluster.find(shape)
        assert place is not None
        plan.bind("green", [place])
        assert queues.owed() == [], "one GPU of the guarantee is left, but no job waits for it"
        with pytest.raises(OccupancyError, match="green2 was never queued"):
            plan.bind("green2", [place])
    same_queues.assert_same(queues, scenario.state)


def test_facts_about_unknown_jobs_and_queues_raise_an_error() -> None:
    scenario, queues = given_cell(build.node("n1", gpus=1)), QueueOccupancy()
    founding = [fact for fact in scenario.decided if not isinstance(fact, StartTask | StopTask)]
    facts = scenario.when(build.submit("job-a", build.job_spec(gpus=1))).decided
    queued, bound = facts[0], facts[1]
    with pytest.raises(OccupancyError, match="queue 'default', which does not exist"):
        queues.apply(queued, scenario.now_ms)
    queues = QueueOccupancy()
    for fact in founding:
        queues.apply(fact, scenario.now_ms)
    with pytest.raises(OccupancyError, match="job-a was never queued"):
        queues.apply(bound, scenario.now_ms)
