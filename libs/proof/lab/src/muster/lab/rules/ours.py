"""Ours: the scheduler's real core as a contender, with the same `step`, state and inputs as in production.

Every node's agent is simulated and perfect: ranks start at once, end after their true duration, and report
both. Jobs carry their user's limit as wall time and as estimate; the core knows nothing else about durations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from operator import attrgetter
from typing import Any

from muster.cluster import CAPACITY_TYPE, SPOT, NodeCapacity, Placement, shared_by_any
from muster.events.job_commands import (
    CheckpointPolicy,
    GpuPreference,
    JobSpec,
    Resources,
    RetryPolicy,
    SubmitJob,
)
from muster.events.job_events import GangBound, NodeJoined, NodeLost, PreemptionRequested, RankPlacement
from muster.events.node_commands import StopTask
from muster.events.node_heartbeats import Executor, Location
from muster.events.operator_commands import ReclaimNode, SpareNode
from muster.events.queue_commands import CreateQueue, QueueSettings
from muster.events.scheduler_log import ClockTicked, LeaderElected, SequencedInput
from muster.events.shared.command_answers import CommandRejected
from muster.events.task_events import CheckpointSaved, RankExit, TaskExited, TaskOutcome, TaskStarted
from muster.lab.loads.conditions import SPOT_NOTICE_MS
from muster.lab.loads.load import Load, TraceJob
from muster.lab.loads.network import locations
from muster.lab.loads.traces import TraceError
from muster.lab.rules.contender import Move, Refuse, RequestPreemption, Start, Stop
from muster.queues.tree import FOUNDING_QUEUE, SHARED_TENANT
from muster.scheduler.core.decide import next_deadline_ms, step
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State

BEGIN_MS = 1_700_000_000_000
"""Virtual time 0 on the core's clock, which counts from 1970."""

TENANT = "lab"
WHO = "lab"

INPUTS_PER_BATCH_MAX = 1_000
"""About as many as fit a batch of the real intake (edge/intake.py), with a fact and a few orders for each."""

PORTS_PER_NODE = 1_000
LEASE_MS = 30_000


class Played:
    """The core with a simulated environment, from a given state on.

    Args:
        state: The state to start from; it is changed. Its running jobs run on.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._inputs: list[Any] = []
        running = (job for job in state.jobs.values() if job.attempt is not None)
        self._runs = {job.job_id: _bound_before(job) for job in running}
        self._gone: dict[str, None] = {}
        self._boots = 0

    @property
    def state(self) -> State:
        """The core's state; only to be read."""
        return self._state

    @property
    def waiting_inputs(self) -> Sequence[Any]:
        """Inputs that have not been decided; only to be read."""
        return self._inputs

    @property
    def settled(self) -> bool:
        """Whether all inputs have been decided."""
        return not self._inputs

    def receive(self, payload: Any) -> None:
        """Add another input: a command, or a fact about a node."""
        self._inputs.append(payload)

    def arrive(self, job: TraceJob) -> None:
        """Submit the job."""
        self._inputs.append(SubmitJob(job_id=job.job_id, tenant=TENANT, spec=_spec(job)))

    def depart(self, job_id: str, finished: bool) -> None:
        """Let every node of the gang that is there report that its ranks have ended.

        A job with checkpoints that goes on later has stored one: the last before its node went, or the one of
        its drain. The core hears of it then, not of those before.
        """
        bound = self._runs.pop(job_id)
        outcome = TaskOutcome.SUCCEEDED if finished else TaskOutcome.STOPPED
        tasks = _tasks(bound)
        if not finished and self._gone.keys().isdisjoint(tasks):
            self._save(bound)
        for node_id, ranks in tasks.items():
            if node_id in self._gone:
                continue
            exits = tuple(RankExit(rank=rank, exit_code=0) for rank in ranks)
            self._inputs.append(
                TaskExited(
                    node_id=node_id, job_id=job_id, attempt=bound.attempt, outcome=outcome, exits=exits
                )
            )

    def node_leaves(self, node_id: str) -> None:
        """Say that it will be taken away, as its agent would."""
        notice = ReclaimNode(node_id=node_id, remaining_ms=SPOT_NOTICE_MS, requested_by=WHO)
        self._inputs.append(notice)

    def node_gone(self, node_id: str) -> None:
        """Let the scheduler notice that it is silent."""
        self._gone[node_id] = None
        for bound in self._runs.values():
            if node_id in _tasks(bound):
                self._save(bound)
        self._inputs.append(NodeLost(node_id=node_id, silent_ms=LEASE_MS))

    def node_back(self, node_id: str) -> None:
        """Let it join again, with a new boot, open to all."""
        del self._gone[node_id]
        self._boots += 1
        joined = self._state.nodes[node_id].joined
        self._inputs.append(replace(joined, boot_id=f"boot-{self._boots}"))
        if self._state.nodes[node_id].reclaim is not None:
            self._inputs.append(SpareNode(node_id=node_id, requested_by=WHO))

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Decide one batch: the inputs, or a tick when there are none."""
        if not self._inputs:
            self._inputs.append(ClockTicked())
        moves: dict[str, Move] = {}
        for payload in self._step(now_ms):
            match payload:
                case GangBound():
                    self._runs[payload.job_id] = payload
                    moves[payload.job_id] = Start(payload.job_id, self._places(payload))
                    self._inputs += _started(payload)
                case StopTask() if payload.job_id in self._runs:
                    moves[payload.job_id] = Stop(payload.job_id, saves=payload.checkpoint_grace_ms > 0)
                case PreemptionRequested() if payload.job_id:  # one of a reservation is for no job
                    moves.setdefault(payload.job_id, RequestPreemption(payload.job_id))
                case CommandRejected():
                    moves[payload.subject] = Refuse(payload.subject, payload.message)
                case _:
                    pass  # other decisions have no effect outside the core
        return list(moves.values())

    def deadline_ms(self) -> int | None:
        """At once while inputs wait; else the core's deadline."""
        if self._inputs:
            return 0
        deadline_ms = next_deadline_ms(self._state)
        return None if deadline_ms is None else deadline_ms - BEGIN_MS

    def _save(self, bound: GangBound) -> None:
        if self._state.jobs[bound.job_id].spec.checkpoint.enabled:
            self._inputs.append(_saved(bound))

    def _step(self, now_ms: int) -> list[Any]:
        """Sequence as many waiting inputs as a batch takes, and decide."""
        batch, self._inputs = self._inputs[:INPUTS_PER_BATCH_MAX], self._inputs[INPUTS_PER_BATCH_MAX:]
        first = self._state.seq_next
        inputs = [
            SequencedInput(seq=seq, event_id=f"lab-{seq}", correlation_id=f"lab-{seq}", payload=payload)
            for seq, payload in enumerate(batch, first)
        ]
        return [c.decision.payload for c in step(self._state, inputs, BEGIN_MS + now_ms)]

    def _places(self, bound: GangBound) -> tuple[Placement, ...]:
        shape = shared_by_any(self._state.jobs[bound.job_id].shape)  # the trace has no teams
        return tuple(Placement(rank.node_id, rank.gpu_indices, shape) for rank in bound.placements)


class Ours(Played):
    """The core in a new cell.

    Args:
        load: Its nodes join and its queues are created at once, before the first job arrives.

    Raises:
        TraceError: The core refuses a queue.
    """

    def __init__(self, load: Load) -> None:
        super().__init__(State())
        self._inputs.append(LeaderElected(epoch=1, leader_id=WHO))
        self._inputs.append(CreateQueue(queue=FOUNDING_QUEUE, tenant=SHARED_TENANT, requested_by=WHO))
        self._inputs += _queues(load)
        places = locations(load.nodes)
        spot = {*load.conditions.spot}
        self._inputs += [
            _joined(node, places[node.node_id], on_spot=node.node_id in spot) for node in load.nodes
        ]
        while self._inputs:
            for payload in self._step(0):
                if isinstance(payload, CommandRejected):
                    raise TraceError(f"queue {payload.subject}: {payload.message}")


def _bound_before(job: Job) -> GangBound:
    """The bind of a running attempt."""
    attempt = job.attempt
    assert attempt is not None, f"{job.job_id} does not run"  # noqa: S101  (only running jobs are passed)
    places = [
        RankPlacement(rank=rank, node_id=node_id, gpu_indices=at.gpu_indices, gpu_milli=at.shape.gpu_milli)
        for node_id, task in attempt.tasks.items()
        for rank, at in zip(task.ranks, task.placements, strict=True)
    ]
    return GangBound(
        job_id=job.job_id,
        attempt=attempt.number,
        placements=tuple(sorted(places, key=attrgetter("rank"))),
        master_address="",
        master_port=attempt.master_port,
        waited_ms=0,
    )


def _saved(bound: GangBound) -> CheckpointSaved:
    """A checkpoint of a run."""
    name = f"{bound.job_id}/{bound.attempt}"
    return CheckpointSaved(
        node_id=bound.placements[0].node_id,
        job_id=bound.job_id,
        attempt=bound.attempt,
        rank=0,
        file="checkpoint",
        uri=f"lab://{name}",
        sha256=sha256(name.encode()).hexdigest(),
        size_bytes=0,
    )


def _tasks(bound: GangBound) -> dict[str, list[int]]:
    """Ranks by node."""
    tasks: dict[str, list[int]] = {}
    for rank in bound.placements:
        tasks.setdefault(rank.node_id, []).append(rank.rank)
    return tasks


def _started(bound: GangBound) -> list[TaskStarted]:
    return [
        TaskStarted(node_id=node_id, job_id=bound.job_id, attempt=bound.attempt, ranks=tuple(ranks))
        for node_id, ranks in _tasks(bound).items()
    ]


def _queues(load: Load) -> list[CreateQueue]:
    """Commands that create the load's queues, parents first; the shared default queue exists already."""
    settings: dict[str, QueueSettings | None] = {**dict(load.shares)}
    for name in load.queues:
        settings.setdefault(name, None)
    return [
        CreateQueue(queue=name, tenant=TENANT, requested_by=WHO, settings=shares)
        for name, shares in settings.items()
        if name != FOUNDING_QUEUE
    ]


def _joined(node: NodeCapacity, location: Location, *, on_spot: bool) -> NodeJoined:
    return NodeJoined(
        node_id=node.node_id,
        boot_id="boot",
        address=node.node_id,
        port_first=20_000,
        port_count=PORTS_PER_NODE,
        cpu_milli=node.cpu_milli,
        memory_mib=node.memory_mib,
        gpu_model=node.gpu_model,
        gpu_count=node.gpu_count,
        executor=Executor.SIMULATED,
        lease_ms=LEASE_MS,
        interval_ms=5_000,
        location=location,
        labels={CAPACITY_TYPE: SPOT} if on_spot else {},
    )


def _spec(job: TraceJob) -> JobSpec:
    shape = job.shape
    return JobSpec(
        name=job.project,
        team=job.queue,
        project=job.project,
        user=job.user,
        queue=job.queue,
        tier=job.tier,
        ranks=job.ranks,
        resources=Resources(
            gpu_count=shape.gpu_count,
            gpu_milli=shape.gpu_milli,
            gpu_models=shape.gpu_models,
            cpu_milli=shape.cpu_milli,
            memory_mib=shape.memory_mib,
        ),
        command=("run",),
        wall_time_max_ms=job.limit_ms,
        duration_expected_ms=job.estimate_ms or job.limit_ms,
        retry=RetryPolicy(attempts_max=1),
        checkpoint=CheckpointPolicy(enabled=job.checkpoint_ms > 0, interval_ms=job.checkpoint_ms),
        gpu_preferences=tuple(
            GpuPreference(model=model, throughput_milli=milli) for model, milli in job.speeds
        ),
    )
