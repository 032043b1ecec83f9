"""The checker finds what it is there to find: a good log is damaged, and the right rule speaks."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from muster.events.job_commands import Isolation, RequiredEnd, Strictness, Tier, Topology, TopologyLevel
from muster.events.job_events import (
    AttemptEnded,
    GangBound,
    GpuGeometryChanged,
    JobCancelled,
    JobPending,
    JobQueued,
    JobStarted,
    JobStopping,
    JobSucceeded,
    NodeForgotten,
    NodeLost,
    NodeSuspected,
    RankPlacement,
    SilenceCause,
)
from muster.events.node_commands import Sharing, StartTask
from muster.events.operator_commands import ActivatePolicy, CordonNode, ForgetNode
from muster.events.scheduler_log import Batch, Decision, SequencedInput
from muster.events.shared.command_answers import CommandRejected
from muster.scheduler.core.decide import step
from muster.scheduler.core.state.state import DEFAULT_POLICY, State
from muster.testkit.checker import Breaches, check_batches
from muster.testkit.checker.evictions import OFTEN, PAIR, Evictions
from muster.testkit.checker.silence import FORGOTTEN, LOST, Silence
from muster.testkit.cores import build
from muster.testkit.cores.scenario import START_MS
from muster.testkit.simulation import Chaos, recorded

Log = list[Batch]


@cache
def good() -> tuple[Batch, ...]:
    return tuple(recorded(1, Chaos(rounds=150, ask=0.5)))


@cache
def shared() -> tuple[Batch, ...]:
    """Two instances on a GPU that was cut for them, and two halves of one team on another."""
    state = State()
    founding = (
        build.elected(),
        build.founding_queue(),
        ActivatePolicy(policy=DEFAULT_POLICY, requested_by="op"),
    )
    isolated = build.job_spec(gpus=0.25, isolation=Isolation.MIG)
    submitted = [build.submit(f"job-{n}", isolated if n < 2 else build.job_spec(gpus=0.5)) for n in range(4)]
    return (
        stepped(state, *founding, build.node("n0", gpus=2, model="A30")),
        stepped(state, *submitted),
    )


def stepped(state: State, *payloads: Any) -> Batch:
    first, now_ms = state.seq_next, START_MS + state.batches
    inputs = tuple(
        SequencedInput(seq=seq, event_id=f"e{seq}", correlation_id="c", payload=payload)
        for seq, payload in enumerate(payloads, first)
    )
    decisions = tuple(consequence.decision for consequence in step(state, inputs, now_ms))
    return Batch(
        cell=state.cell,
        epoch=state.epoch,
        seq_first=first,
        observed_at_ms=now_ms,
        positions=(),
        inputs=inputs,
        decisions=decisions,
    )


def rules(log: Log) -> set[str]:
    return {breach.rule for breach in check_batches(log).breaches}


def where(log: Log, kind: type[Any], number: int = 0) -> tuple[int, int]:
    """Place of the n-th decision of a kind: batch and decision."""
    found = [
        (b, d)
        for b, batch in enumerate(log)
        for d, decision in enumerate(batch.decisions)
        if isinstance(decision.payload, kind)
    ]
    return found[number]


def with_decisions(log: Log, at: int, decisions: list[Decision]) -> None:
    log[at] = replace(log[at], decisions=tuple(decisions))


def drop(kind: type[Any]) -> Callable[[Log], None]:
    def damage(log: Log) -> None:
        b, d = where(log, kind)
        with_decisions(log, b, [x for i, x in enumerate(log[b].decisions) if i != d])

    return damage


def leave_unanswered(kind: type[Any]) -> Callable[[Log], None]:
    """One fact less may still leave an answer: a job that is queued is often bound by the same command."""

    def damage(log: Log) -> None:
        b, d = where(log, kind)
        command = log[b].decisions[d].cause_seq
        with_decisions(log, b, [x for x in log[b].decisions if x.cause_seq != command])

    return damage


def change(kind: type[Any], how: Callable[[Any], Any]) -> Callable[[Log], None]:
    def damage(log: Log) -> None:
        b, d = where(log, kind)
        decisions = list(log[b].decisions)
        decisions[d] = replace(decisions[d], payload=how(decisions[d].payload))
        with_decisions(log, b, decisions)

    return damage


def repeat(kind: type[Any]) -> Callable[[Log], None]:
    def damage(log: Log) -> None:
        b, d = where(log, kind)
        decisions = list(log[b].decisions)
        with_decisions(log, b, [*decisions, replace(decisions[d], event_id="again")])

    return damage


def lose_a_batch(log: Log) -> None:
    del log[len(log) // 2]


def take_an_input_twice(log: Log) -> None:
    first = next(b for b, batch in enumerate(log) if any(entry.source for entry in batch.inputs))
    source = next(entry.source for entry in log[first].inputs if entry.source)
    later = next(b for b in range(first + 1, len(log)) if any(entry.source for entry in log[b].inputs))
    inputs = tuple(replace(entry, source=source) if entry.source else entry for entry in log[later].inputs)
    log[later] = replace(log[later], inputs=inputs)


def an_older_leader(log: Log) -> None:
    log[-1] = replace(log[-1], epoch=0)


def all_on_one_gpu(bound: GangBound) -> GangBound:
    places = tuple(
        replace(place, node_id="n0", gpu_indices=(0,) * len(place.gpu_indices)) for place in bound.placements
    )
    return replace(bound, placements=places)


@pytest.mark.slow
def test_a_good_log_has_no_breach() -> None:
    assert check_batches(good()).breaches == []
    assert rules(list(shared())) == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        (lose_a_batch, "seq gapless"),
        (take_an_input_twice, "no input twice"),
        (an_older_leader, "epoch is the leader's"),
        (repeat(GangBound), "no double bind"),
        (repeat(JobStarted), "states follow the automaton"),
        (drop(StartTask), "orders match the bind"),
        (drop(AttemptEnded), "states follow the automaton"),
        (leave_unanswered(JobQueued), "every command ends in a fact"),
        (leave_unanswered(CommandRejected), "every command ends in a fact"),
        (change(GangBound, lambda b: replace(b, attempt=b.attempt + 1)), "attempts count up"),
        (change(GangBound, lambda b: replace(b, placements=b.placements[:-1])), "all or nothing"),
        (change(StartTask, lambda s: replace(s, epoch=99)), "orders carry the epoch"),
        (change(JobPending, lambda p: replace(p, job_id="job-none")), "no fact about an unknown job"),
    ],
)
def test_damage_is_found_by_the_right_rule(damage: Callable[[Log], None], rule: str) -> None:
    log = list(good())
    damage(log)
    assert rule in rules(log)


@cache
def dependent() -> tuple[Batch, ...]:
    """A job waits for another that runs, and one for that job to fail; then the first succeeds."""
    state = State()
    then = build.job_spec(after={"job-0": RequiredEnd.OK})
    if_failed = build.job_spec(after={"job-0": RequiredEnd.FAILED})
    founding = (build.elected(), build.founding_queue(), build.node("n0", gpus=4))
    return (
        stepped(state, *founding, build.submit("job-0")),
        stepped(state, build.submit("job-1", then), build.submit("job-2", if_failed)),
        stepped(state, build.exited("n0", "job-0")),
    )


@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        (drop(JobSucceeded), "jobs start after others"),
        (drop(JobCancelled), "jobs that can never start end"),
    ],
)
def test_a_job_that_starts_too_early_or_outlives_its_chance_is_found(
    damage: Callable[[Log], None], rule: str
) -> None:
    log = list(dependent())
    assert rules(log) == set()
    damage(log)
    assert rule in rules(log)


def rewrite(kind: type[Any], how: Callable[[Any], Any]) -> Callable[[Log], None]:
    def damage(log: Log) -> None:
        for b, batch in enumerate(log):
            changed = [
                replace(d, payload=how(d.payload)) if isinstance(d.payload, kind) else d
                for d in batch.decisions
            ]
            with_decisions(log, b, changed)

    return damage


def placed(how: Callable[[RankPlacement], RankPlacement]) -> Callable[[Log], None]:
    return rewrite(GangBound, lambda bound: replace(bound, placements=tuple(map(how, bound.placements))))


def strangers_by_mps(log: Log) -> None:
    """Every job has a team of its own, and they share without instances."""
    rewrite(JobQueued, lambda queued: replace(queued, spec=replace(queued.spec, team=queued.job_id)))(log)
    placed(lambda place: replace(place, sharing=Sharing.MPS, mig_profile=None, mig_start=None))(log)


def at_slice_0(place: RankPlacement) -> RankPlacement:
    return place if place.mig_start is None else replace(place, mig_start=0)


def changed_at_once(log: Log) -> None:
    """A GPU is made whole in the moment it was cut."""
    b, d = where(log, GpuGeometryChanged)
    cut = log[b].decisions[d]
    back = replace(cut, event_id="back", payload=replace(cut.payload, cut=False))  # pyright: ignore[reportArgumentType, reportCallIssue]
    with_decisions(log, b, [*log[b].decisions[: d + 1], back, *log[b].decisions[d + 1 :]])


@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        (strangers_by_mps, "no two trust domains on a GPU without MIG"),
        (placed(at_slice_0), "no slice twice"),
        (changed_at_once, "a geometry changes rarely"),
        (drop(GpuGeometryChanged), "instances on cut GPUs, and only they"),
        (repeat(GpuGeometryChanged), "a change changes something"),
    ],
)
def test_wrong_sharing_is_found_by_the_right_rule(damage: Callable[[Log], None], rule: str) -> None:
    log = list(shared())
    damage(log)
    assert rule in rules(log)


def test_a_gpu_given_twice_is_found() -> None:
    log = list(good())
    for number in range(6):
        b, d = where(log, GangBound, number)
        decisions = list(log[b].decisions)
        bound: Any = decisions[d].payload
        decisions[d] = replace(decisions[d], payload=all_on_one_gpu(bound))
        with_decisions(log, b, decisions)
    assert rules(log) & {"no GPU twice", "as many GPUs as asked"}


@pytest.mark.parametrize(
    ("topology", "rule"),
    [
        (Topology(tensor_parallel_ranks=2), "a tensor-parallel group is not divided"),
        (
            Topology(within=TopologyLevel.LEAF, strictness=Strictness.REQUIRED),
            "a required unit holds all ranks",
        ),
    ],
)
def test_a_gang_that_lies_as_it_must_not_is_found(topology: Topology, rule: str) -> None:
    def log(second_leaf: str, second_node: str) -> Log:
        places = [
            RankPlacement(rank=rank, node_id=node_id, gpu_indices=(rank,), gpu_milli=1000)
            for rank, node_id in enumerate(("n1", second_node))
        ]
        told = (
            build.node("n1", leaf="leaf-1"),
            build.node("n2", leaf=second_leaf),
            JobQueued(job_id="job-a", tenant="t", spec=build.job_spec(ranks=2, topology=topology)),
            GangBound(
                job_id="job-a",
                attempt=1,
                placements=tuple(places),
                master_address="",
                master_port=1,
                waited_ms=0,
                reason="",
            ),
        )
        decisions = [Decision(event_id=f"d{i}", cause_seq=0, payload=fact) for i, fact in enumerate(told)]
        return [replace(good()[0], decisions=tuple(decisions))]

    assert rule not in rules(log("leaf-1", "n1"))
    assert rule in rules(log("leaf-2", "n2"))


def test_production_inference_that_is_stopped_for_others_is_found() -> None:
    spec = build.job_spec(tier=Tier.PRODUCTION_INFERENCE)
    queued = JobQueued(job_id="job-a", tenant="t", spec=spec)
    stopping = JobStopping(job_id="job-a", attempt=1, reason="it yields")

    def log(*inputs: Any) -> Log:
        entries = tuple(
            SequencedInput(seq=i, event_id=f"e{i}", correlation_id="c", payload=each)
            for i, each in enumerate(inputs)
        )
        told = [Decision(event_id=f"d{i}", cause_seq=0, payload=p) for i, p in enumerate((queued, stopping))]
        return [replace(good()[0], inputs=entries, decisions=tuple(told))]

    assert "production inference is never a victim" in rules(log())
    assert "production inference is never a victim" not in rules(log(build.cancel("job-a")))
    assert "production inference is never a victim" not in rules(log(build.exited("n1", "job-a")))


def test_jobs_that_stop_each_other_are_found() -> None:
    judge = Evictions(breaches := Breaches())
    judge.note("1", _yields("job-a", "job-b"), START_MS)
    judge.note("2", _yields("job-a", "job-c"), START_MS + 1)
    assert breaches == []
    judge.note("3", _yields("job-b", "job-a"), START_MS + 2)
    assert [breach.rule for breach in breaches] == [PAIR]


def test_a_job_that_yields_too_often_is_found() -> None:
    judge = Evictions(breaches := Breaches())
    day_ms = 86_400_000
    for number, at_ms in enumerate((0, 1, 2, day_ms, day_ms + 1, day_ms + 1)):
        assert breaches == []
        judge.note(str(number), _yields("job-a", f"job-{number}"), START_MS + at_ms)
    assert [breach.rule for breach in breaches] == [OFTEN]


DEAF: list[Any] = [
    StartTask,
    (NodeSuspected, "ORDER_NOT_STORED", 60_000),
    (NodeLost, "ORDER_NOT_STORED", 90_000),
]
"""A node that beats and takes no orders."""


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ([(NodeSuspected, "STOP_UNANSWERED", 0)], "only orders to stop are answered late"),
        ([(NodeSuspected, "ORDER_NOT_STORED", 60_000)], "orders have their time to be stored"),
        ([StartTask, (NodeSuspected, "ORDER_NOT_STORED", 59_999)], "orders have their time to be stored"),
        ([StartTask, (NodeLost, "ORDER_NOT_STORED", 90_000)], LOST),
        ([*DEAF[:2], (NodeLost, "ORDER_NOT_STORED", 89_999)], LOST),
        (DEAF, ""),
        ([(NodeSuspected, "SILENT", 12_500), (NodeLost, "SILENT", 30_000)], ""),
        ([(NodeLost, "SILENT", 30_000), (NodeLost, "ORDER_NOT_STORED", 0)], ""),
        ([(NodeLost, "SILENT", 30_000), (NodeLost, "ORDER_NOT_STORED", 0), NodeForgotten], FORGOTTEN),
        ([*DEAF, NodeForgotten], FORGOTTEN),
        ([*DEAF, (NodeLost, "SILENT", 30_000), NodeForgotten], ""),
    ],
)
def test_a_node_that_is_given_up_without_or_before_its_orders_time_is_found(
    facts: list[Any], rule: str
) -> None:
    silence = Silence(breaches := Breaches())
    order = good_order()
    silence.note("join", build.node(order.node_id))
    for fact in facts:
        if fact is StartTask:
            silence.note("order", order)
        elif fact is NodeForgotten:
            silence.note("gone", NodeForgotten(node_id=order.node_id, lost_ms=0))
        else:
            kind, cause, silent_ms = fact
            silence.note("fact", kind(node_id=order.node_id, silent_ms=silent_ms, cause=SilenceCause[cause]))
    assert [breach.rule for breach in breaches] == ([rule] if rule else [])


def good_order() -> StartTask:
    state = State()
    stepped(state, build.elected(), build.founding_queue(), build.node("n0"))
    batch = stepped(state, build.submit("job-a"))
    [order] = [each.payload for each in batch.decisions if isinstance(each.payload, StartTask)]
    return order


def _yields(job_id: str, to: str) -> JobStopping:
    return JobStopping(job_id=job_id, attempt=1, reason="", requeues=True, plan_id=f"plan-{to}", yields_to=to)


def test_a_forgotten_node_was_lost_and_is_open_when_it_joins_again() -> None:
    state = State()
    founding = (
        build.elected(),
        build.founding_queue(),
        ActivatePolicy(policy=DEFAULT_POLICY, requested_by="op"),
    )
    log = [
        stepped(state, *founding, build.node("n1", gpus=1)),
        stepped(state, CordonNode(node_id="n1", requested_by="op")),
        stepped(state, NodeLost(node_id="n1", silent_ms=30_000)),
        stepped(state, ForgetNode(node_id="n1", requested_by="op")),
        stepped(state, build.node("n1", gpus=1), build.submit("job-a", build.job_spec())),
    ]
    assert where(log, GangBound)[0] == 4, "it is no longer cordoned"
    assert rules(log) == set()
    suspected = [*log]
    change(NodeLost, lambda lost: NodeSuspected(node_id=lost.node_id, silent_ms=12_500))(suspected)
    assert rules(suspected) == {"only empty lost nodes are forgotten"}
    drop(NodeLost)(log)
    assert rules(log) == {"only empty lost nodes are forgotten"}
