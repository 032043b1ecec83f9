"""Laws of `explain`: its proposals start the job in a fork, and it does not change the state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_commands import (
    Isolation,
    JobSpec,
    Strictness,
    SubmitJob,
    Tier,
    Topology,
    TopologyLevel,
)
from muster.events.job_events import GangBound
from muster.events.operator_commands import ActivatePolicy
from muster.events.queue_commands import ConfigureQueue, CreateQueue, QueueOrder, Quota
from muster.events.scheduler_log import ClockTicked, SequencedInput
from muster.scheduler.core.decide import next_deadline_ms, step
from muster.scheduler.core.explain.explain import Explainer, explain
from muster.scheduler.core.order.contest import Contest
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import State
from muster.testkit.cores import build, strategies
from muster.testkit.cores.scenario import START_MS
from muster.testkit.laws import examples

LAWS = examples(50)

NODES = (
    build.node("n0", gpus=4, cpu_milli=16_000, leaf="l0"),
    build.node("n1", gpus=8, model="H100-80GB", memory_mib=16 * 1024),
    build.node("n2", gpus=2, model="T4", leaf="l0"),
)


class Crowd(NamedTuple):
    """More jobs than fit, and later events.

    Attributes:
        queues: Made first.
        jobs: Submitted together.
        history: After that.
    """

    queues: list[CreateQueue]
    jobs: list[SubmitJob]
    history: list[strategies.Batch]


def _queue(name: str, above: str | None, numbers: tuple[int, int, int]) -> CreateQueue:
    most, jobs, order = numbers
    return build.queue(
        name,
        parent=above,
        maximum=Quota(
            gpu_milli=most * 1_000 or None, gpu_milli_by_model={"H100-80GB": 2_000} if most % 3 == 1 else {}
        ),
        jobs_running_max=jobs or None,
        user_jobs_running_max=2 if jobs == 3 else None,
        order=tuple(QueueOrder)[order],
    )


_numbers = st.tuples(
    st.sampled_from((0, 0, 2, 4, 7, 9)),
    st.sampled_from((0, 0, 0, 0, 2, 3)),
    st.integers(0, len(QueueOrder) - 1),
)
_queues = st.tuples(_numbers, _numbers, _numbers).map(
    lambda drawn: [
        _queue("org", None, drawn[0]),
        _queue("red", "org", drawn[1]),
        _queue("blue", "org", drawn[2]),
    ]
)


LAYOUTS = (
    None,
    None,
    None,
    Topology(within=TopologyLevel.NODE, strictness=Strictness.REQUIRED),
    Topology(within=TopologyLevel.LEAF, strictness=Strictness.REQUIRED),
    Topology(tensor_parallel_ranks=2),
)


def _spec(
    gpus: float,
    ranks: int,
    models: tuple[str, ...],
    layout: Topology | None,
    isolation: Isolation,
    *,
    elastic: bool,
    **rest: Any,
) -> JobSpec:
    whole = ranks > 1 and gpus >= 1
    divided = layout is not None and ranks % layout.tensor_parallel_ranks
    return build.job_spec(
        gpus=gpus,
        ranks=ranks,
        ranks_min=2 if elastic and ranks > 2 and layout is None else None,
        models=models if gpus else (),
        topology=layout if whole and not divided else None,
        isolation=isolation if 0 < gpus < 1 else Isolation.BY_TRUST,
        **rest,
    )


_specs = st.builds(
    _spec,
    gpus=st.sampled_from((0, 0.25, 0.5, 1, 1, 2, 4, 8)),
    ranks=st.sampled_from((1, 1, 1, 2, 3, 4, 5)),
    layout=st.sampled_from(LAYOUTS),
    elastic=st.sampled_from((False, False, True)),
    models=st.sampled_from(((), (), ("A100",), ("H100-80GB",), ("A100", "T4"))),
    cpu_milli=st.sampled_from((500, 1_000, 4_000, 12_000)),
    memory_mib=st.sampled_from((512, 1_024, 6 * 1024)),
    tier=st.sampled_from(tuple(Tier)),
    queue=st.sampled_from(("default", "red", "red", "blue")),
    user=st.sampled_from(("ada", "bob")),
    team=st.sampled_from(("vision", "speech")),
    isolation=st.sampled_from((Isolation.BY_TRUST, Isolation.BY_TRUST, Isolation.MIG)),
    priority=st.integers(0, 2),
)
_moves = st.builds(
    strategies.Move,
    st.sampled_from([i for i, kind in enumerate(strategies.KINDS) if "policy" not in kind.__name__]),
    st.integers(0, 30),
    st.integers(0, 30),
)
_batches = st.builds(strategies.Batch, st.sampled_from((0, 1, 700, 4_000)), st.lists(_moves, max_size=3))


def _jobs(specs: list[JobSpec]) -> list[SubmitJob]:
    tenants = ("acme", "rival")
    return [
        build.submit(f"job-{i:02d}", spec, tenant=tenants[spec.queue == "default" and i % 3 == 0])
        for i, spec in enumerate(specs)
    ]


crowds = st.builds(
    Crowd, _queues, st.lists(_specs, min_size=8, max_size=24).map(_jobs), st.lists(_batches, max_size=3)
)


def lived(crowd: Crowd) -> Iterator[State]:
    """Yield the state after each batch, once time alone no longer changes it."""
    state, now_ms = State(), START_MS
    policy = ActivatePolicy(policy=strategies.IMPATIENT, requested_by="op")
    apply(state, [build.elected(), build.founding_queue(), policy, *NODES, *crowd.queues], now_ms)
    apply(state, crowd.jobs, now_ms + 1)
    yield settled(state)
    for batch in crowd.history:
        now_ms = state.now_ms + batch.after_ms
        events = [strategies.event_for(state, move, state.seq_next + i) for i, move in enumerate(batch.moves)]
        apply(state, [*events, ClockTicked()], now_ms)
        yield settled(state)


def settled(state: State) -> State:
    while (deadline_ms := next_deadline_ms(state)) is not None and deadline_ms <= state.now_ms:
        apply(state, [ClockTicked()], state.now_ms)
    return state


def apply(state: State, events: Sequence[object], now_ms: int) -> list[object]:
    first = state.seq_next
    inputs = tuple(
        SequencedInput(seq=first + i, event_id=f"e{first + i}", correlation_id="c", payload=event)  # pyright: ignore[reportArgumentType]
        for i, event in enumerate(events)
    )
    return [c.decision.payload for c in step(state, inputs, now_ms)]


def binds(state: State, event: object, job_id: str) -> bool:
    """Return whether this input now leads to a binding of a job."""
    decided = apply(state, [event], state.now_ms)
    return any(isinstance(fact, GangBound) and fact.job_id == job_id for fact in decided)


@LAWS
@given(crowds)
def test_every_proposal_starts_the_job_in_a_fork(crowd: Crowd) -> None:
    for state in lived(crowd):
        explainer = Explainer(state)
        for job in list(state.jobs.values()):
            found = explainer.explain(job.job_id, foresee=False)
            assert found is not None
            for change in found.requests:
                again = build.submit("job-again", change.applied(job.spec), tenant=job.tenant)
                assert binds(forked(state), again, "job-again"), change
            if found.quota:
                asked = ConfigureQueue(
                    queue=found.quota.queue,
                    tenant=job.tenant,
                    settings=found.quota.settings,
                    requested_by="op",
                )
                assert binds(forked(state), asked, job.job_id), found.quota


@LAWS
@given(crowds)
def test_explanations_do_not_change_the_state(crowd: Crowd) -> None:
    for state in lived(crowd):
        before = StateHash().refresh_all(state)
        totals, canonical = state.cluster.totals(), state.cluster.canonical()
        copy = forked(state)
        explainer = Explainer(state)
        for job_id in [*state.jobs, *state.ended]:
            assert explainer.explain(job_id, foresee=True) is not None
        assert StateHash().refresh_all(state) == before
        assert (state.cluster.totals(), state.cluster.canonical()) == (totals, canonical)
        for key, found in state.queues.by_key.items():
            again = copy.queues.by_key[key]
            assert (found.used, found.sharers, found.account) == (again.used, again.sharers, again.account)
        later_ms = state.now_ms + 500
        assert apply(state, [ClockTicked()], later_ms) == apply(copy, [ClockTicked()], later_ms)


@LAWS
@given(crowds)
def test_every_waiting_job_has_a_position_of_its_own(crowd: Crowd) -> None:
    for state in lived(crowd):
        explainer = Explainer(state)
        found = {job_id: explainer.explain(job_id, foresee=False) for job_id in state.jobs}
        standing = {job_id: e.standing for job_id, e in found.items() if e and e.standing}
        assert sorted(s.in_cell for s in standing.values()) == list(range(1, len(standing) + 1))
        for job_id, own in standing.items():
            assert sum(own.ahead.values()) == own.in_cell - 1
            assert own.waiting_in_cell == len(standing)
            beside = [other for other in standing if queue_of(state, other) == queue_of(state, job_id)]
            assert own.waiting_in_queue == len(beside)
            assert own.in_queue == 1 + sum(standing[other].in_cell < own.in_cell for other in beside)
            for ahead in own.named:
                assert standing[ahead.job_id].in_cell < own.in_cell
                assert state.jobs[ahead.job_id].tenant == state.jobs[job_id].tenant


@LAWS
@given(crowds)
def test_the_first_job_in_the_cell_is_the_one_a_pass_would_start_with(crowd: Crowd) -> None:
    for state in lived(crowd):
        contest = Contest(state)
        for line in state.pending.groups():
            contest.enter(line)
        first = contest.next()
        if first is not None:
            found = explain(state, first.first_job_id)
            assert found is not None
            assert found.standing is not None
            assert found.standing.in_cell == 1


def queue_of(state: State, job_id: str) -> tuple[str, str]:
    key = state.jobs[job_id].scheduling_key
    assert key is not None
    return key.queue
