"""World: the data for planning, folded from the scheduler's public facts in their total order.

`QueueOccupancy` tracks the holdings and fair shares of queues. In addition:

    GangBound, CheckpointRecorded         start of the work that a job would lose
    JobStarted                            duration of its start
    AttemptEnded                          nodes that a job avoids because its attempts failed there
    JobStopping, JobResizing, JobMoving   jobs that are yielding already
    ReservationMade, ReservationReleased  the head of queue and whether nodes are reserved for it
    PreemptionAccepted, HoldMade,         jobs for which nodes are held while others yield or move
    HoldReleased
    GpuGeometryChanged                    GPUs whose geometry is frozen
    Columns                               holdings as arrays, for pricing large clusters
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from muster.cluster import Where
from muster.cluster.occupancy import avoids_after
from muster.events.job_events import (
    AttemptEnded,
    CheckpointRecorded,
    GangBound,
    GpuGeometryChanged,
    HoldMade,
    HoldReleased,
    JobCancelled,
    JobFact,
    JobFailed,
    JobMoving,
    JobResizing,
    JobStarted,
    JobStopping,
    JobSucceeded,
    NodeFact,
    NodeForgotten,
    NodeJoined,
    Payload,
    PreemptionAccepted,
    ReservationMade,
    ReservationReleased,
)
from muster.preemption.core.columns import Columns
from muster.queues.dues import Dues
from muster.queues.occupancy import QueueOccupancy


@dataclass(frozen=True, slots=True)
class Run:
    """The current attempt of a job that holds resources. Times are milliseconds since 1970 UTC.

    Attributes:
        job_id: Job.
        attempt: Number of the attempt.
        bound_at_ms: Time of its bind.
        checkpoint_at_ms: Time at which the attempt's newest checkpoint was recorded; 0: none yet.
        stopping: Whether it was ordered to stop, move or resize.
        start_ms: Milliseconds from the bind until all its ranks ran; 0: they do not run yet.
        guaranteed_until_ms: End of its guaranteed duration; 0: it has none.
    """

    job_id: str
    attempt: int
    bound_at_ms: int
    checkpoint_at_ms: int = 0
    stopping: bool = False
    start_ms: int = 0
    guaranteed_until_ms: int = 0

    @property
    def kept_until_ms(self) -> int:
        """Time up to which work is safe if the attempt stops, milliseconds since 1970 UTC."""
        return max(self.bound_at_ms, self.checkpoint_at_ms)


class World:
    """The cell as of the newest fact applied.

    Attributes:
        queues: Running and pending jobs by queue and node. Read-only for callers.
        runs: Attempts that hold resources, by job id, oldest first.
        elastic: Ids of running jobs that can continue with fewer ranks, oldest first.
        filling: Ids of running jobs that backfill nodes reserved for another job, oldest first.
        columns: The same data as arrays.
        seq: All known facts up to this seq have been applied; -1: none.
        head_job_id: The head of queue that nodes are reserved for; empty: no reservation.
        avoids: Nodes that a job avoids, by job id, newest last; only jobs that avoid any.
        served: Jobs that others already yield to or move for; nodes are held for them.
        changed_at_ms: Time of the last geometry change of a GPU, (node, index), ms since 1970 UTC.
    """

    def __init__(self) -> None:
        self.queues = QueueOccupancy()
        self.runs: dict[str, Run] = {}
        self.elastic: dict[str, None] = {}
        self.filling: dict[str, None] = {}
        self.columns = Columns()
        self.seq = -1
        self.head_job_id = ""
        self.avoids: dict[str, tuple[str, ...]] = {}
        self.served = set[str]()
        self.changed_at_ms: dict[tuple[str, int], int] = {}
        self._eligible: dict[tuple[Where, tuple[str, ...]], frozenset[str]] = {}

    def apply(self, fact: Payload, at_ms: int, seq: int) -> None:
        """Apply the next fact.

        Args:
            fact: The payload.
            at_ms: Time of the fact (Envelope.occurred_at_ms).
            seq: Its seq (Envelope.seq).

        Raises:
            OccupancyError: The fact contradicts earlier ones.
            ClusterError: The fact allocates resources that are not free.
        """
        self.queues.apply(fact, at_ms)
        self.seq = max(self.seq, seq)
        match fact:
            case JobFact():
                self._job(fact, at_ms)
            case GpuGeometryChanged():
                self.changed_at_ms[fact.node_id, fact.gpu_index] = at_ms
            case ReservationMade():
                self.head_job_id = fact.job_id
                self._show_all()
            case ReservationReleased():
                self.head_job_id = ""
                self._show_all()
            case PreemptionAccepted() | HoldMade() | HoldReleased():
                self._hold(fact)
            case NodeForgotten():
                self._eligible.clear()
                self.columns.forget(fact.node_id)
                for card in [card for card in self.changed_at_ms if card[0] == fact.node_id]:
                    del self.changed_at_ms[card]
            case NodeFact():
                self._show(fact)
            case _:
                pass  # the queues and the kernel know it; tags of reservations are in the kernel's selections

    def complete_to(self, seq: int) -> None:
        """Record that no further fact up to this seq will arrive."""
        self.seq = max(self.seq, seq)

    @property
    def now_ms(self) -> int:
        """Time of the newest fact, milliseconds since 1970 UTC."""
        return self.queues.now_ms

    def kept_nodes(self) -> list[str]:
        """List nodes closed only because they are reserved for the head of queue, in joining order."""
        nodes = self.queues.occupancy.nodes.items()
        return [node_id for node_id, status in nodes if status.kept and status.usable]

    def leaving_for(self, job_id: str) -> list[str]:
        """List, by id, the jobs that leave by themselves once a job fits: all fillers if it is the head."""
        return sorted(self.filling) if self.head_job_id == job_id else []

    def eligible(self, where: Where, models: tuple[str, ...]) -> frozenset[str]:
        """Nodes, open or not, that fit a job by labels, taints, memory and GPU model. O(nodes), cached."""
        found = self._eligible.get((where, models))
        if found is None:
            nodes = self.queues.occupancy.nodes
            among = self.queues.occupancy.cluster.node_ids_in(where)
            found = frozenset(
                node_id for node_id in among if not models or nodes[node_id].joined.gpu_model in models
            )
            self._eligible[where, models] = found
        return found

    def _job(self, fact: JobFact, at_ms: int) -> None:
        match fact:
            case GangBound():
                self._bind(fact, at_ms)
            case AttemptEnded():
                self._release(fact.job_id)
                self._avoid(fact)
            case CheckpointRecorded():
                run = self.runs.get(fact.job_id)
                if run is not None and run.attempt == fact.attempt:
                    self._update(replace(run, checkpoint_at_ms=at_ms))
            case JobStarted():
                run = self.runs.get(fact.job_id)
                if run is not None and run.attempt == fact.attempt:
                    self._update(replace(run, start_ms=max(0, at_ms - run.bound_at_ms)))
            case JobStopping() | JobResizing() | JobMoving():
                run = self.runs.get(fact.job_id)
                if run is not None:
                    self._update(replace(run, stopping=True))
            case JobSucceeded() | JobFailed() | JobCancelled():
                self.avoids.pop(fact.job_id, None)
            case _:
                pass  # it waits, or holds something, as before

    def dues(self) -> Dues:
        """Return the fair shares of queues, by weight."""
        return Dues(self.queues.tree, self.queues.occupancy.cluster.totals().gpu.total_milli)

    def _avoid(self, ended: AttemptEnded) -> None:
        avoids = avoids_after(self.avoids.get(ended.job_id, ()), ended)
        if avoids:
            self.avoids[ended.job_id] = avoids

    def _bind(self, bound: GangBound, at_ms: int) -> None:
        guaranteed_until_ms = bound.guaranteed_until_ms or 0
        self.runs[bound.job_id] = Run(
            bound.job_id, bound.attempt, at_ms, guaranteed_until_ms=guaranteed_until_ms
        )
        job = self.queues.job(bound.job_id)
        gang = self.queues.occupancy.gangs[bound.job_id]
        self.columns.bind(bound.job_id, job.queue.key, job.spec, gang, at_ms, guaranteed_until_ms)
        if job.spec.ranks_min is not None:
            self.elastic[bound.job_id] = None
        if bound.gap_of:
            self.filling[bound.job_id] = None

    def _hold(self, fact: PreemptionAccepted | HoldMade | HoldReleased) -> None:
        if isinstance(fact, HoldReleased):
            self.served.discard(fact.job_id)
        else:
            self.served.add(fact.job_id)
        self._show_all()

    def _release(self, job_id: str) -> None:
        node_ids = self.columns.nodes_of(job_id)
        del self.runs[job_id]
        self.elastic.pop(job_id, None)
        self.filling.pop(job_id, None)
        self.columns.release(job_id)
        self._eligible.clear()
        for node_id in node_ids:  # a node may have adopted new hardware meanwhile
            status = self.queues.occupancy.nodes[node_id]
            self.columns.join(status.joined)
            self.columns.show(node_id, opened=status.open)

    def _update(self, run: Run) -> None:
        self.runs[run.job_id] = run
        self.columns.update(run.job_id, run.kept_until_ms, run.start_ms, stopping=run.stopping)

    def _show(self, fact: NodeFact) -> None:
        node_id = getattr(fact, "node_id", None)
        status = self.queues.occupancy.nodes.get(node_id) if isinstance(node_id, str) else None
        if status is None:
            return
        self._eligible.clear()
        if isinstance(fact, NodeJoined):
            self.columns.join(status.joined)
        self.columns.show(status.joined.node_id, opened=status.open)

    def _show_all(self) -> None:
        for node_id, status in self.queues.occupancy.nodes.items():
            self.columns.show(node_id, opened=status.open)
