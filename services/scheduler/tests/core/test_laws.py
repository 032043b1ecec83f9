"""Laws of every history: no GPU is allocated twice, snapshots are complete, time alone settles the state."""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from unittest.mock import patch

import pytest
from hypothesis import given
from muster.events.job_commands import Tier
from muster.events.job_events import GangBound, JobPending, PendingCode
from muster.events.operator_commands import ActivatePolicy, Policy
from muster.events.queue_commands import ConfigureQueue
from muster.events.scheduler_log import Batch, ClockTicked, InputPosition, LeaderElected, SequencedInput
from muster.events.task_events import (
    AgentStarted,
    NodeTested,
    TaskExited,
    TaskHeard,
    TaskPaced,
    TaskRefused,
    TaskStarted,
    TaskSuspected,
)
from muster.jobs.lifecycle import JobState
from muster.queues import quotas
from muster.scheduler.core import limits, scheduling_pass
from muster.scheduler.core.decide import next_deadline_ms, step
from muster.scheduler.core.evolve import holdings
from muster.scheduler.core.evolve.attempts import live_task
from muster.scheduler.core.evolve.evolve import Command, evolve, was_carried_out
from muster.scheduler.core.placement import search
from muster.scheduler.core.replay import snapshot
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.reserve import head_of_line
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.state import State
from muster.testkit.checker import Checker
from muster.testkit.cores import build, strategies
from muster.testkit.cores.scenario import START_MS
from muster.testkit.laws import examples

LAWS = examples(40)
HURRIED = replace(strategies.IMPATIENT, search_work_per_pass_max=3)
WAITS_LONG = replace(HURRIED, head_hold_ms=60_000)
NO_POSITIONS: tuple[InputPosition, ...] = ()


def play(
    history: list[strategies.Batch],
    state: State,
    policy: Policy = HURRIED,
    before: Sequence[tuple[int, list[object]]] = (),
) -> Iterator[Batch]:
    """Play a history; yield the record of each batch.

    Args:
        history: The history.
        state: State of a new cell.
        policy: The cell's first policy.
        before: Inputs before the history, each with its delay in milliseconds.
    """
    now_ms = START_MS
    activate = ActivatePolicy(policy=policy, requested_by="op")
    founding = [build.elected(), build.founding_queue(), activate, build.node("n0", gpus=4)]
    yield record(state, founding, now_ms)
    for after_ms, events in before:
        now_ms += after_ms
        yield record(state, events, now_ms)
    for batch in history:
        now_ms += batch.after_ms
        serial = state.seq_next
        events = [strategies.event_for(state, move, serial + i) for i, move in enumerate(batch.moves)]
        yield record(state, events, now_ms)


def record(state: State, events: Sequence[object], now_ms: int) -> Batch:
    first = state.seq_next
    inputs = tuple(
        SequencedInput(seq=first + i, event_id=f"e{first + i}", correlation_id="c", payload=event)  # pyright: ignore[reportArgumentType]
        for i, event in enumerate(events)
    )
    decisions = tuple(c.decision for c in step(state, inputs, now_ms))
    return Batch(
        cell=state.cell,
        epoch=state.epoch,
        seq_first=first,
        observed_at_ms=state.now_ms,
        positions=NO_POSITIONS,
        inputs=inputs,
        decisions=decisions,
    )


@LAWS
@given(strategies.histories())
def test_no_gpu_is_allocated_twice_and_every_command_is_answered(history: list[strategies.Batch]) -> None:
    checker = Checker()
    for batch in play(history, State()):
        checker.take(batch)
    assert checker.breaches == []


@LAWS
@given(strategies.histories())
def test_a_dumped_and_loaded_state_decides_the_same(history: list[strategies.Batch]) -> None:
    a_dumped_and_loaded_state_decides_the_same(history)


@pytest.mark.slow
@LAWS
@given(strategies.histories())
def test_a_dumped_and_loaded_state_with_a_filled_window_decides_the_same(
    history: list[strategies.Batch],
) -> None:
    a_dumped_and_loaded_state_decides_the_same(history, WAITS_LONG, gap_filled())


def gap_filled() -> list[tuple[int, list[object]]]:
    """Use three GPUs; a gang of four waits, and a job that saves fills the fourth until then."""
    runs = [build.job_spec(wall_time_max_ms=20_000 * (1 + number)) for number in range(3)]
    saves = build.job_spec(tier=Tier.BATCH_INFERENCE, checkpoint=True)
    saves = replace(saves, grace_ms=400, checkpoint=replace(saves.checkpoint, grace_ms=600))
    return [
        (0, [build.submit(f"job-runs-{number}", spec) for number, spec in enumerate(runs)]),
        (1, [build.submit("job-gang", build.job_spec(gpus=4, tier=Tier.PREMIUM_TRAINING))]),
        (3_000, [ClockTicked()]),
        (6_000, [build.submit(f"job-saves-{number}", saves) for number in range(3)]),
    ]


def test_the_history_has_a_filled_window() -> None:
    state = State()
    batches = list(play([], state, WAITS_LONG, gap_filled()))
    assert [*state.filling] == ["job-saves-0"]
    facts = [decision.payload for decision in batches[-1].decisions]
    assert [fact.gap_of for fact in facts if isinstance(fact, GangBound)] == ["job-gang"]


def a_dumped_and_loaded_state_decides_the_same(
    history: list[strategies.Batch],
    policy: Policy = HURRIED,
    before: Sequence[tuple[int, list[object]]] = (),
) -> None:
    state, copy = State(), State()
    digest = StateHash()
    for i, batch in enumerate(play(history, state, policy, before)):
        recomputed = tuple(c.decision for c in step(copy, batch.inputs, batch.observed_at_ms))
        assert recomputed == batch.decisions
        found = digest.refresh(state)
        if i % 3 == 0:
            copy = snapshot.load(digest.entities, state.specs.by_digest())
        assert StateHash().refresh_all(copy) == found
        assert next_deadline_ms(copy) == next_deadline_ms(state)


@LAWS
@given(strategies.histories())
@pytest.mark.plain
def test_a_dumped_state_with_deferred_passes_decides_the_same_and_every_group_has_its_turn(
    history: list[strategies.Batch],
) -> None:
    with patch.object(limits, "INPUTS_OF_FULL_BATCH", 1), patch.object(limits, "INPUTS_PER_PASS_MAX", 6):
        a_dumped_and_loaded_state_decides_the_same(history)
        state, checker = State(), Checker()
        for batch in play(history, state):
            checker.take(batch)
        assert checker.breaches == []
    settle(state)
    has_no_room(state)


@pytest.mark.slow
@LAWS
@given(strategies.histories())
def test_no_bind_takes_a_queue_above_its_maximum(history: list[strategies.Batch]) -> None:
    state = State()
    for batch in play(history, state):
        bound = {d.payload.job_id for d in batch.decisions if isinstance(d.payload, GangBound)}
        changed = any(isinstance(entry.payload, ConfigureQueue) for entry in batch.inputs)
        for job_id in bound & state.jobs.keys() if not changed else ():
            for queue in holdings.queue_of(state, state.jobs[job_id]).path:
                quota = quotas.maximum(queue)
                assert quota is None or quota.gpu_milli is None or queue.used.gpu_milli <= quota.gpu_milli
                most = queue.settings.jobs_running_max
                assert most is None or queue.used.running <= most


@LAWS
@given(strategies.histories())
def test_queues_hold_the_sum_of_their_jobs(history: list[strategies.Batch]) -> None:
    state, digest = State(), StateHash()
    for _ in play(history, state):
        digest.refresh(state)
        again = snapshot.load(digest.entities, state.specs.by_digest())
        for key, queue in state.queues.by_key.items():
            found = again.queues.by_key[key]
            assert (found.used, found.sharers, found.account) == (queue.used, queue.sharers, queue.account)


@LAWS
@given(strategies.histories())
def test_equal_specs_are_one_object_as_long_as_a_job_has_them(history: list[strategies.Batch]) -> None:
    state, digest = State(), StateHash()
    for _ in play(history, state):
        digest.refresh(state)
        for each in (state, snapshot.load(digest.entities, state.specs.by_digest())):
            shared = {spec.digest: spec for spec in each.specs}
            counted = Counter(job.spec_digest for job in each.jobs.values())
            assert {key: spec.jobs for key, spec in shared.items()} == counted
            assert all(job.spec is shared[job.spec_digest].spec for job in each.jobs.values())


@LAWS
@given(strategies.histories(15))
def test_time_alone_settles_the_state(history: list[strategies.Batch]) -> None:
    """Requested ticks always move the deadline: a leader never spins."""
    state = State()
    for _ in play(history, state):
        pass
    settle(state)


@pytest.mark.slow
@LAWS
@given(strategies.histories())
@pytest.mark.plain
def test_blocking_equal_groups_together_decides_the_same_as_trying_each(
    history: list[strategies.Batch],
) -> None:
    together, each = State(), State()
    ours = list(play(history, together, strategies.IMPATIENT))
    settle(together)
    with patch.object(scheduling_pass, "_block_alike"):
        others = list(play(history, each, strategies.IMPATIENT))
        settle(each)
    assert [*map(without_reasons, ours)] == [*map(without_reasons, others)]
    assert reasons_of(together) == reasons_of(each)


@LAWS
@given(strategies.histories(15))
@pytest.mark.plain
def test_every_waiting_job_gets_a_reason_even_if_reasons_per_pass_are_limited(
    history: list[strategies.Batch],
) -> None:
    state = State()
    with patch.object(limits, "REASON_WORK_PER_PASS_MAX", 1):
        for _ in play(history, state):
            pass
        settle(state)
    assert not [group.key for group in state.pending.groups() if group.reason_stale or group.reason is None]
    assert None not in reasons_of(state).values()


@LAWS
@given(strategies.histories(15))
def test_every_group_has_its_turn_even_if_work_per_pass_is_limited(history: list[strategies.Batch]) -> None:
    state = State()
    for _ in play(history, state):
        pass
    settle(state)
    has_no_room(state)


@LAWS
@given(strategies.histories())
def test_the_state_of_facts_is_a_fold_of_the_facts(history: list[strategies.Batch]) -> None:
    """State that follows from facts follows without the rules that led to them."""
    decided, folded = State(), State()
    for batch in play(history, decided):
        fold(folded, batch)
        assert facts_of(folded) == facts_of(decided)


@LAWS
@given(strategies.histories())
def test_once_settled_jobs_wait_only_for_live_jobs_and_with_that_reason(
    history: list[strategies.Batch],
) -> None:
    state, digest = State(), StateHash()
    for _ in play(history, state):
        pass
    settle(state)
    digest.refresh(state)
    for each in (state, snapshot.load(digest.entities, state.specs.by_digest())):
        awaiting = {job.job_id for job in each.jobs.values() if job.awaits and job.state is JobState.QUEUED}
        assert each.pending.awaiting.keys() == awaiting
        for job in each.jobs.values():
            assert job.awaits.keys() <= each.jobs.keys()
            assert job.code_reported is PendingCode.WAITS_FOR_JOBS or job.job_id not in awaiting


def has_no_room(state: State) -> None:
    """Check that every group has had its turn, and that no group's first job could start."""
    assert not state.pending.round_cut
    assert not list(state.pending.open_groups())
    for group in state.pending.groups():
        admitted = state.admission(group.key)
        job = state.jobs[group.first_job_id]
        needs = group.placement_class.narrowed(admitted)
        assert admitted.short or not finds_room(state, job, needs)


def finds_room(state: State, job: Job, needs: PlacementClass) -> bool:
    """Return whether a job could start; a head that avoids nodes is tried with its reserved ones open."""
    if search.find_for(state, job, needs) is None:
        return False
    if not needs.avoids:
        return True
    with head_of_line.nodes_opened(state):
        return search.find_for(state, job, needs) is not None


def fold(state: State, batch: Batch) -> None:
    """Apply the inputs that are facts themselves, and the decisions, of a recorded batch."""
    state.now_ms = batch.observed_at_ms
    decisions = deque(batch.decisions)
    for entry in batch.inputs:
        state.seq_next += 1
        event = entry.payload
        match event:
            case TaskStarted() | TaskExited() | TaskRefused() | TaskPaced() | TaskSuspected() | TaskHeard():
                counts = live_task(state, event.node_id, event.job_id, event.attempt) is not None
            case NodeTested():
                counts = state.nodes[event.node_id].testing
            case LeaderElected() | AgentStarted():
                counts = True
            case _:
                counts = isinstance(event, Command) and not was_carried_out(state, entry)
        if counts:
            evolve(state, event, entry)  # pyright: ignore[reportArgumentType]
        while decisions and decisions[0].cause_seq == entry.seq:
            evolve(state, decisions.popleft().payload, entry)


def facts_of(state: State) -> dict[str, bytes]:
    """Return the hashed entities that facts determine: all except the notes of passes."""
    digest = StateHash()
    digest.refresh_all(state)
    noted = ("group/", "head", "clock")
    return {key: value for key, value in digest.entities.items() if not key.startswith(noted)}


def settle(state: State) -> None:
    """Decide as long as time alone requires it; every batch must make progress."""
    at_once = 0
    for _ in range(200):
        deadline_ms = next_deadline_ms(state)
        if deadline_ms is None:
            return
        at_once = at_once + 1 if deadline_ms <= state.now_ms else 0
        groups = sum(1 for _ in state.pending.groups())
        assert at_once <= 2 + groups, "one to release a hold, one to make the next, and one for each group"
        record(state, [ClockTicked()], max(deadline_ms, state.now_ms))


def without_reasons(batch: Batch) -> list[object]:
    """Return the decisions except JobPending, since the time until a reason is computed again may differ."""
    return [d.payload for d in batch.decisions if not isinstance(d.payload, JobPending)]


def reasons_of(state: State) -> dict[str, object]:
    """Return the reported reason of each waiting job."""
    return {job.job_id: job.code_reported for job in state.jobs.values() if state.pending.holds(job)}
