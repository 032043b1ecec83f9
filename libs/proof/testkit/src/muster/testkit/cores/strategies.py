"""Hypothesis strategies: histories of a small cell, as moves that are valid in any state.

A move is numbers, not events: `play` turns each into an event that fits the current state (the n-th live task
exits, the n-th node falls silent), so nearly every generated history reaches deep states, and shrinking keeps
it meaningful.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st
from muster.cluster.occupancy import NodeHealth
from muster.events.job_commands import (
    Isolation,
    JobSpec,
    RequiredEnd,
    SpotUse,
    Strictness,
    Tier,
    Topology,
    TopologyLevel,
)
from muster.events.job_events import (
    GpuRecovered,
    GpuUnhealthy,
    NodeForgotten,
    NodeLost,
    NodeRecovered,
    NodeRefused,
    NodeRelocated,
    NodeSuspected,
    SilenceCause,
)
from muster.events.node_heartbeats import Location
from muster.events.operator_commands import (
    ActivatePolicy,
    CancelMaintenance,
    CheckNode,
    CordonNode,
    DrainNode,
    ForgetNode,
    Policy,
    ReclaimNode,
    ScheduleMaintenance,
    SpareNode,
    TagNode,
    UncordonNode,
    UndrainNode,
)
from muster.events.queue_commands import CancelCapacityReservation, DeleteQueue, QueueOrder
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import (
    AgentStarted,
    AttemptRef,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    ReclaimSource,
    Suspicion,
    TaskOutcome,
)
from muster.jobs.values.timed_ids import timed_job_id
from muster.scheduler.core import limits
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.state import DEFAULT_POLICY, State
from muster.testkit.cores import build

IMPATIENT: Final = Policy.from_datum(
    {
        **DEFAULT_POLICY.to_datum(),
        "name": "impatient",
        "head_patience_ms": 2_000,
        "head_hold_ms": 3_000,
        "jobs_ended_kept_max": 5,
        "attempts_lost_max": 3,
        "mig_change_interval_ms": 3_000,
        "tenants_untrusted": ["rival"],
        "share_window_ms": 120_000,
        "share_half_life_ms": 30_000,
        "credit_max_ms": 60_000,
        "aging_step_ms": 10_000,
        "reclaim_interval_ms": 5_000,
        "measure_interval_ms": 3_000,
        "resize_interval_ms": 2_000,
        "defrag_interval_ms": 3_000,
        "defrag_benefit_percent": 1,
        "gap_drain_max_ms": 1_000,
        "headroom_percent": {"A100": 17},
        "production_borrows": False,
        "preemption_ran_min_ms": 500,
        "jobs_failed_per_node_max": 1,
        "faulty_nodes_max": 2,
    }
)
"""A policy under which holds, forgetting and giving up happen within a short history."""

NODES: Final = (("n0", 4, "A100"), ("n1", 2, "A100"), ("n2", 8, "H100-80GB"), ("n3", 0, ""))


QUEUES: Final = ("red", "green", "blue")
"""Names of queues that histories make, hang below each other and delete."""


class Move(NamedTuple):
    """One thing that happens.

    Attributes:
        kind: Kind of the move: an index into `KINDS`, weighted by repetition.
        which: Number that the state maps to a job, task or node.
        detail: Number that selects the outcome, size or tier.
    """

    kind: int
    which: int
    detail: int


class Batch(NamedTuple):
    """Moves that come in together, `after_ms` later."""

    after_ms: int
    moves: list[Move]


def job_specs() -> st.SearchStrategy[JobSpec]:
    """Jobs that a small cell can hold, and some that it cannot."""
    return st.builds(
        build.job_spec,
        gpus=st.sampled_from((0, 0.25, 0.5, 1, 2, 4, 8, 16)),
        ranks=st.sampled_from((1, 1, 1, 2, 3, 5)),
        tier=st.sampled_from(Tier),
        cpu_milli=st.sampled_from((500, 4_000, 40_000)),
        attempts=st.integers(1, 3),
        backoff_ms=st.sampled_from((0, 500, 5_000)),
    )


def histories(batches_max: int = 40) -> st.SearchStrategy[list[Batch]]:
    """Histories of up to this many batches."""
    move = st.builds(Move, st.integers(0, len(KINDS) - 1), st.integers(0, 30), st.integers(0, 30))
    batch = st.builds(
        Batch, st.sampled_from((0, 1, 50, 700, 1_000, 4_000, 20_000)), st.lists(move, min_size=1, max_size=8)
    )
    return st.lists(batch, min_size=batches_max // 2, max_size=batches_max)


def event_for(state: State, move: Move, serial: int) -> Any:
    """The event for a move in a state; a tick of the clock when the move has no meaning there."""
    return KINDS[move.kind](state, move, serial) or ClockTicked()


_TOPOLOGIES: Final = (
    None,
    Topology(within=TopologyLevel.LEAF, strictness=Strictness.REQUIRED),
    Topology(within=TopologyLevel.NODE, strictness=Strictness.PREFERRED),
    Topology(within=TopologyLevel.SPINE, strictness=Strictness.REQUIRED),
)


_SPEEDS: Final = (None, None, {"H100": 2_500, "A100": 1_000}, {"A100": 1_000, "H100": 1_100})


def _submit(state: State, move: Move, serial: int) -> Any:
    gpus = (0, 0.25, 0.5, 0.5, 1, 1, 2, 4, 8)[move.which % 9]
    tier = tuple(Tier)[move.detail % len(Tier)]
    elastic = move.which % 4 == 0 and tier is not Tier.PRODUCTION_INFERENCE
    spec = build.job_spec(
        gpus=gpus,
        ranks=(1, 1, 1, 2, 3)[move.detail % 5],
        ranks_min=1 if elastic else None,
        tier=tier,
        attempts=1 + move.detail % 3,
        backoff_ms=(0, 500, 5_000)[move.which % 3],
        checkpoint=move.which % 2 == 0,
        wall_time_max_ms=(None, 1_000, 10_000)[move.which % 3],
        queue=("default", *QUEUES)[(move.which + move.detail) % (len(QUEUES) + 1)],
        user=("ada", "bob")[move.which % 2],
        team=("vision", "speech")[move.detail % 2],
        isolation=_isolation(gpus, move),
        priority=move.detail % 3,
        topology=_TOPOLOGIES[move.which % len(_TOPOLOGIES)] if gpus in (0, 1, 2) else None,
        spread=TopologyLevel.NODE if gpus == 4 else None,
        node_labels={"zone": "a"} if move.which % 7 == 1 else None,
        preferred={"disk": "fast"} if move.detail % 4 == 1 else None,
        tolerations=("spot",) if move.detail % 3 == 1 else (),
        speeds=_SPEEDS[move.which % len(_SPEEDS)] if gpus else None,
        caches=("imagenet", "llama")[: move.detail % 3],
        after=_after(state, move),
    )
    if move.which % 4 == 2:
        spec = replace(spec, grace_ms=400, checkpoint=replace(spec.checkpoint, grace_ms=600))
    return build.submit(
        timed_job_id(state.now_ms, f"{serial:0>10}") if move.which % 5 == 0 else f"job-{serial:04d}",
        replace(spec, spot=tuple(SpotUse)[move.detail % 5 % 3]),
        tenant=("acme", "rival")[move.detail % 7 == 0],
    )


def _after(state: State, move: Move) -> dict[str, RequiredEnd]:
    """One job in six starts after one or two others, of any tenant and in any state."""
    known = [*state.jobs, *state.ended]
    if move.which % 6 != 5 or not known:
        return {}
    others = {known[move.detail % len(known)], known[-1 - move.which % len(known)]}
    return {job_id: tuple(RequiredEnd)[move.detail % len(RequiredEnd)] for job_id in sorted(others)}


def _isolation(gpus: float, move: Move) -> Isolation:
    """A fraction may request a MIG instance of its own."""
    return Isolation.MIG if 0 < gpus < 1 and move.detail % 3 == 1 else Isolation.BY_TRUST


def _queue(state: State, move: Move, _: int) -> Any:
    """Create, change or delete a queue of the small tree."""
    name = QUEUES[move.which % len(QUEUES)]
    asked: dict[str, Any] = {
        "parent": (None, *QUEUES)[move.detail % (len(QUEUES) + 1)],
        "guarantee_gpus": (None, 0, 1, 2, 4)[move.detail % 5],
        "maximum_gpus": (None, None, 3, 5)[move.which % 4],
        "weight": 1 + move.detail % 3,
        "over_quota_weight": move.detail % 4,
        "order": tuple(QueueOrder)[move.which % len(QueueOrder)],
        "jobs_running_max": (None, None, 2)[move.detail % 3],
        "user_jobs_running_max": (None, None, 1)[move.which % 3],
        "suspended": "held" if move.detail % 7 == 0 else None,
    }
    if (build.TENANT, name) not in state.queues.by_key:
        return build.queue(name, **asked)
    if move.detail % 5 == 0:
        return DeleteQueue(queue=name, tenant=build.TENANT, requested_by="op")
    return build.configure(name, **asked)


def _restriction(state: State, move: Move, _: int) -> Any:
    """Restrict a queue of the small tree, for a while or until it is lifted; or lift that."""
    queue, name = QUEUES[move.which % len(QUEUES)], f"budget-{move.detail % 2}"
    if move.detail % 3 == 0:
        return build.lift(queue, name)
    tiers = tuple(Tier)[move.detail % len(Tier) :]
    until_ms = (None, state.now_ms + 500, state.now_ms + 20_000)[move.which % 3]
    return build.restrict(queue, name, *tiers, until_ms=until_ms)


def _reservation(state: State, move: Move, serial: int) -> Any:
    """Reserve nodes for a queue of the small tree, or cancel a reservation."""
    if state.capacity and move.detail % 3 == 0:
        tenant, name = sorted(state.capacity)[move.which % len(state.capacity)]
        return CancelCapacityReservation(reservation=name, tenant=tenant, requested_by="op")
    lead_ms = (0, 3_000, 20_000)[move.detail % 3]
    return build.reserve(
        f"reservation-{serial}",
        QUEUES[move.which % len(QUEUES)],
        nodes=1 + move.which % 2,
        starts_at_ms=state.now_ms + lead_ms if lead_ms else None,
        ends_at_ms=state.now_ms + lead_ms + 1_000 + 1_000 * move.which,
        model=("A100", "H100")[move.detail % 2],
    )


def _command(ask: Callable[[str], Any]) -> Callable[[State, Move, int], Any]:
    def on_some_job(state: State, move: Move, _: int) -> Any:
        known = [*state.jobs, *state.ended]
        return ask(known[move.which % len(known)]) if known else None

    return on_some_job


def _live_tasks(state: State) -> list[tuple[str, str, int]]:
    return [
        (node_id, job.job_id, job.attempt.number)
        for job in state.jobs.values()
        if job.attempt is not None
        for node_id, task in job.attempt.tasks.items()
        if not task.exited
    ]


def _started(state: State, move: Move, _: int) -> Any:
    live = _live_tasks(state)
    return build.started(*live[move.which % len(live)]) if live else None


def _exited(state: State, move: Move, _: int) -> Any:
    live = _live_tasks(state)
    outcomes = (TaskOutcome.SUCCEEDED, *TaskOutcome)
    outcome = outcomes[move.detail % len(outcomes)]
    code = 0 if outcome is TaskOutcome.SUCCEEDED else 1
    return build.exited(*live[move.which % len(live)], outcome=outcome, exit_code=code) if live else None


def _watched(state: State, move: Move, _: int) -> Any:
    """Build an agent's report about a running task: the length of its steps, silence, a checkpoint."""
    live = _live_tasks(state)
    if not live:
        return None
    task = live[move.which % len(live)]
    suspicion = tuple(Suspicion)[move.which % len(Suspicion)]
    return (
        build.paced(*task[:2], (1_000, 4_000)[move.which % 2], 1_000, task[2]),
        build.paced(*task[:2], 1_000, None, task[2]),
        build.suspected(*task, suspicion=suspicion),
        build.task_heard(*task, suspicion=suspicion),
        build.checkpoint_saved(*task),
    )[move.detail % 5]


def _tested(state: State, move: Move, _: int) -> Any:
    """Build the result of a node that tests itself, or an operator's request for a test."""
    testing = [node_id for node_id, node in state.nodes.items() if node.testing]
    wrong = ("", "", "64 MiB came back otherwise than they were written")[move.detail % 3]
    if testing:
        return build.node_tested(testing[move.which % len(testing)], wrong)
    return CheckNode(node_id=NODES[move.which % len(NODES)][0], requested_by="op") if wrong else None


def _node_event(state: State, move: Move, _: int) -> Any:
    name, gpus, model = NODES[move.which % len(NODES)]
    if name not in state.nodes or move.detail % 11 == 0:
        return build.node(
            name,
            gpus=gpus if move.detail % 3 else max(1, gpus // 2),
            model="A30" if move.detail % 5 == 4 else model or "A100",
            labels={
                "zone": "ab"[move.which % 2],
                "disk": ("fast", "slow")[move.detail % 2],
                **({"capacity-type": "spot"} if move.detail % 7 == 3 else {}),
            },
            taints=("spot",) if move.detail % 5 == 1 else (),
        )
    events = (
        NodeSuspected(node_id=name, silent_ms=12_500),
        NodeLost(node_id=name, silent_ms=30_000),
        _leaves_orders_unstored(state.nodes[name]),
        NodeRecovered(node_id=name),
        GpuUnhealthy(node_id=name, gpu_index=0, reason="Xid 79"),
        GpuRecovered(node_id=name, gpu_index=0),
        CordonNode(node_id=name, requested_by="op"),
        UncordonNode(node_id=name, requested_by="op"),
        DrainNode(node_id=name, requested_by="op"),
        UndrainNode(node_id=name, requested_by="op"),
        TagNode(node_id=name, labels={"zone": "ab"[move.detail % 2]}, requested_by="op"),
        TagNode(node_id=name, taints=("spot",), requested_by="op"),
        TagNode(node_id=name, taints_removed=("spot",), requested_by="op"),
        _maintenance(state, name, move),
        _maintenance(state, name, move),
        CancelMaintenance(node_id=name, requested_by="op"),
        ReclaimNode(node_id=name, remaining_ms=20_000 * (move.detail % 4), requested_by="op"),
        _announced(name, (None, 30_000)[move.detail % 2]),
        NodeReclaimWithdrawn(node_id=name, notice_id="aws/1"),
        SpareNode(node_id=name, requested_by="op"),
        NodeRecovered(node_id=name),
        _agent_started(state, name, move.detail),
        NodeRelocated(node_id=name, location=Location(leaf=f"leaf-{move.which % 3}")),
        NodeForgotten(node_id=name, lost_ms=86_400_000),
        ForgetNode(node_id=name, requested_by="op"),
        NodeRefused(node_id="nameless", message="interval_ms is 1; allowed: 100 to 600000"),
    )
    return events[move.detail % len(events)]


def _leaves_orders_unstored(node: Node) -> NodeSuspected | NodeLost | NodeRecovered:
    """The detector's observation of a node that beats without storing its orders, if it has any."""
    node_id, cause = node.joined.node_id, SilenceCause.ORDER_NOT_STORED
    waits_ms = limits.ORDER_STORED_MS
    if node.order_seq < 0 or node.is_heard:
        return NodeRecovered(node_id=node_id)
    if node.health is not NodeHealth.LOST and node.silence is not cause:
        return NodeSuspected(node_id=node_id, silent_ms=waits_ms, cause=cause)
    return NodeLost(node_id=node_id, silent_ms=waits_ms + node.introduced.lease_ms, cause=cause)


def _announced(node_id: str, remaining_ms: int | None) -> NodeReclaimAnnounced:
    source = ReclaimSource.AWS
    return NodeReclaimAnnounced(node_id=node_id, notice_id="aws/1", remaining_ms=remaining_ms, source=source)


def _maintenance(state: State, node_id: str, move: Move) -> ScheduleMaintenance:
    starts_at_ms = state.now_ms + (500, 10_000, 45_000)[move.which % 3]
    return ScheduleMaintenance(
        node_id=node_id, starts_at_ms=starts_at_ms, ends_at_ms=starts_at_ms + 20_000, requested_by="op"
    )


def _agent_started(state: State, node_id: str, detail: int) -> AgentStarted:
    here = [(job_id, number) for node, job_id, number in _live_tasks(state) if node == node_id]
    refs = tuple(AttemptRef(job_id=job_id, attempt=number) for job_id, number in here[: detail % 3])
    last = -1 if detail % 4 == 0 else state.seq_next - detail
    return AgentStarted(node_id=node_id, boot_id="boot-2", fresh=last < 0, order_seq_last=last, running=refs)


def _policy(_: State, move: Move, __: int) -> Any:
    policy = IMPATIENT if move.detail % 2 else DEFAULT_POLICY
    return ActivatePolicy(policy=policy, requested_by="op")


KINDS: Final[tuple[Callable[[State, Move, int], Any], ...]] = (
    _submit, _submit, _submit, _submit,
    _started, _started,
    _exited, _exited, _exited,
    _node_event, _node_event, _node_event,
    _command(build.cancel), _command(build.suspend), _command(build.resume), _policy,
    _queue, _queue, _reservation, _restriction, _watched, _watched, _tested,
)  # fmt: skip
