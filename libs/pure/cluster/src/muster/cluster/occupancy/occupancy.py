"""Occupancy: the fold of public facts into a Cluster, its nodes' status and the gangs that hold placements.

    GangBound       takes the placements of all ranks       AttemptEnded   gives them back
    NodeJoined ...  what a node has, and whether it is open
    Reservation..., Capacity...   nodes kept for a job or a queue: closed, or tagged
    JobQueued       counts towards the typical workload     PolicyActivated   MIG geometries

The facts must come in order (journal.MergedReader), because a bind may need the room of a release in another
partition.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from muster.cluster.cluster import Cluster
from muster.cluster.model.errors import ClusterError
from muster.cluster.model.mig_table import MigInstance
from muster.cluster.model.node import Placement
from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.cluster.model.workload import SHAPES_MAX
from muster.cluster.occupancy.node_status import NodeStatus, capacity_of
from muster.events.job_commands import Resources
from muster.events.job_events import (
    AttemptEnded,
    CapacityReassigned,
    CapacityReservationEnded,
    CapacityReservationStarted,
    CapacityReserved,
    CheckpointFact,
    FailureRulesActivated,
    GangBound,
    GpuGeometryChanged,
    GpuRecovered,
    GpuUnhealthy,
    HoldMade,
    HoldReleased,
    JobFact,
    JobQueued,
    NodeFact,
    NodeFaulted,
    NodeForgotten,
    NodeJoined,
    NodeNoted,
    NodeRefused,
    NodeTesting,
    OutputFact,
    Payload,
    PlanFact,
    PolicyActivated,
    PreemptionAccepted,
    QueueFact,
    ReservationMade,
    ReservationPayload,
    ReservationReleased,
)
from muster.events.operator_commands import MigGeometry, Policy
from muster.events.shared.command_answers import CommandFact
from muster.events.shared.watermarks import LogFact


class OccupancyError(ClusterError):
    """A fact contradicts earlier ones or is incomplete: the log was not read as a whole, or not in order."""


@dataclass(frozen=True, slots=True)
class BoundGang:
    """A gang that holds placements.

    Attributes:
        job_id: Id of the job.
        attempt: Number of the job's attempt.
        tenant: Tenant of the job.
        queue: Queue of the job.
        placements: Placement of each rank, in rank order.
    """

    job_id: str
    attempt: int
    tenant: str
    queue: str
    placements: tuple[Placement, ...]

    @property
    def node_ids(self) -> tuple[str, ...]:
        """Its nodes, in the order of their lowest rank."""
        return tuple(dict.fromkeys(place.node_id for place in self.placements))


class Occupancy:
    """The cluster after the facts applied so far.

    Attributes:
        cluster: The nodes and their free resources. Only to be read.
        nodes: Status by node id.
        gangs: Gangs that hold placements, by job id.
    """

    def __init__(self) -> None:
        self.cluster = Cluster()
        self.nodes: dict[str, NodeStatus] = {}
        self.gangs: dict[str, BoundGang] = {}
        self._jobs_on: dict[str, dict[str, None]] = {}
        self._kept: tuple[str, ...] = ()
        self._held: dict[str, tuple[str, ...]] = {}
        self._reserved: dict[tuple[str, str], tuple[str, ...]] = {}
        self._workload_shapes_max = SHAPES_MAX

    def apply(self, fact: Payload) -> None:  # noqa: C901, PLR0912  (one case for each kind of fact)
        """Apply the next fact.

        Raises:
            OccupancyError: The fact is about an unknown node or gang, or is incomplete.
            ClusterError: The fact allocates resources that are not free.
        """
        match fact:
            case GangBound():
                self._bind(fact)
            case AttemptEnded():
                self._release(fact)
            case JobQueued():
                self._observe(fact)
            case NodeJoined():
                self._join(fact)
            case GpuGeometryChanged():
                self.cluster.cut(fact.node_id, fact.gpu_index, cut=fact.cut)
            case GpuUnhealthy() | GpuRecovered():
                status = self._status(fact.node_id)
                status.apply(fact)
                status.mark(fact.gpu_index, self.cluster)
                status.show(self.cluster)
            case NodeForgotten():
                self._forget(fact.node_id)
            case NodeRefused() | NodeNoted() | NodeFaulted() | NodeTesting():
                pass  # for people
            case NodeFact():
                status = self._status(fact.node_id)
                status.apply(fact)
                status.show(self.cluster)
            case ReservationMade():
                self._keep(fact.node_ids)
            case ReservationReleased():
                self._keep(())
            case PreemptionAccepted():
                self._hold(fact.job_id, dict.fromkeys(place.node_id for place in fact.placements))
            case HoldMade():
                self._hold(fact.job_id, fact.node_ids)
            case HoldReleased():
                self._hold(fact.job_id, ())
            case (
                CapacityReserved()
                | CapacityReassigned()
                | CapacityReservationStarted()
                | CapacityReservationEnded()
            ):
                self._reserve(fact)
            case PolicyActivated():
                self._workload_shapes_max = fact.policy.workload_shapes_max
                self.cluster.fix_geometries(geometries_of(fact.policy))
            case (
                CommandFact()
                | JobFact()
                | CheckpointFact()
                | OutputFact()
                | PlanFact()
                | QueueFact()
                | LogFact()
                | FailureRulesActivated()
            ):
                pass  # no effect on the occupancy
            case _:
                assert_never(fact)

    # -- gangs ---------------------------------------------------------------------------------------------

    def _bind(self, bound: GangBound) -> None:
        if bound.job_id in self.gangs:
            raise OccupancyError(
                f"{bound.job_id} is bound again while attempt {bound.attempt - 1} holds places"
            )
        gang = BoundGang(bound.job_id, bound.attempt, bound.tenant, bound.queue, placements_of(bound))
        for placement in gang.placements:
            self.cluster.take(placement)
        self.gangs[gang.job_id] = gang
        for node_id in gang.node_ids:
            self._jobs_on[node_id][gang.job_id] = None

    def _release(self, ended: AttemptEnded) -> None:
        gang = self.gangs.pop(ended.job_id, None)
        if gang is None:
            raise OccupancyError(f"attempt {ended.attempt} of {ended.job_id} ended and was never bound")
        for placement in gang.placements:
            self.cluster.give_back(placement)
        for node_id in gang.node_ids:
            del self._jobs_on[node_id][gang.job_id]
            self._succeed(node_id)

    def _observe(self, queued: JobQueued) -> None:
        shape = shape_of(queued.spec.resources)
        if self.cluster.workload.has_room_for(shape, self._workload_shapes_max):
            self.cluster.observe(shape, queued.spec.ranks)

    # -- nodes ---------------------------------------------------------------------------------------------

    def _status(self, node_id: str) -> NodeStatus:
        status = self.nodes.get(node_id)
        if status is None:
            raise OccupancyError(f"node {node_id} never joined")
        return status

    def _join(self, joined: NodeJoined) -> None:
        node_id, status = joined.node_id, self.nodes.get(joined.node_id)
        if status is None:
            status = self.nodes[node_id] = NodeStatus(joined)
            self._jobs_on[node_id] = {}
            self.cluster.add(capacity_of(joined))
        elif not status.rejoin(joined, self.cluster):
            self._succeed(node_id)
        status.show(self.cluster)

    def _forget(self, node_id: str) -> None:
        self._status(node_id)
        self.cluster.remove(node_id)
        del self.nodes[node_id], self._jobs_on[node_id]

    def _succeed(self, node_id: str) -> None:
        """Adopt new hardware once nothing is placed on the old."""
        status = self.nodes[node_id]
        if status.successor is not None and not self._jobs_on[node_id]:
            status.succeed(status.successor, self.cluster)
            status.show(self.cluster)

    # -- nodes kept for somebody ---------------------------------------------------------------------------

    def _keep(self, node_ids: tuple[str, ...]) -> None:
        """Keep these nodes for the head of line, and no others."""
        before, self._kept = self._kept, node_ids
        for node_id in sorted({*before, *node_ids}):
            status = self._status(node_id)
            status.kept = node_id in node_ids
            self.cluster.set_schedulable(node_id, status.open)

    def _hold(self, job_id: str, node_ids: Iterable[str]) -> None:
        """Hold these nodes for a job that others yield to, and no others for it."""
        held = {node_id: job_id for node_id in node_ids}
        for node_id in (*self._held.pop(job_id, ()), *held):
            status = self.nodes.get(node_id)
            if status is not None:
                status.held_for = held.get(node_id, "")
                self.cluster.set_schedulable(node_id, status.open)
        if held:
            self._held[job_id] = tuple(held)

    def _reserve(self, fact: ReservationPayload) -> None:
        key = (fact.tenant, fact.reservation)
        before = self._reserved.get(key, ())
        match fact:
            case CapacityReserved() | CapacityReassigned():
                after = self._reserved[key] = fact.node_ids
            case CapacityReservationStarted():
                return  # its nodes are tagged from the moment they are reserved
            case CapacityReservationEnded():
                after = ()
                self._reserved.pop(key, None)
            case _:
                assert_never(fact)
        tag = reservation_tag(*key)
        for node_id in sorted({*before, *after}):
            status = self._status(node_id)
            others = {*status.reservations} - {tag}
            status.reservations = tuple(sorted({*others, tag} if node_id in after else others))
            self.cluster.tag(node_id, status.tags)


def placements_of(bound: GangBound) -> tuple[Placement, ...]:
    """The placement of each rank of a bound gang, in rank order.

    Raises:
        OccupancyError: An earlier version wrote the fact, without the ranks' placements.
        CapacityError: The fact has an invalid value.
    """
    each = bound.each
    if each is None:
        raise OccupancyError(f"GangBound of {bound.job_id}: `each` is null: an earlier version wrote it")
    return tuple(
        Placement(
            rank.node_id,
            rank.gpu_indices,
            Shape(
                len(rank.gpu_indices),
                rank.gpu_milli,
                each.gpu_models,
                each.cpu_milli,
                each.memory_mib,
                each.sharing_key if 0 < rank.gpu_milli < GPU_MILLI else "",
            ),
            None
            if rank.mig_profile is None or rank.mig_start is None
            else MigInstance(rank.mig_start, rank.mig_profile),
        )
        for rank in bound.placements
    )


def shape_of(resources: Resources) -> Shape:
    """Return the needs of one rank as the kernel's shape, without a sharing key.

    Raises:
        CapacityError: No node could have this.
    """
    return Shape(
        resources.gpu_count,
        resources.gpu_milli,
        resources.gpu_models,
        resources.cpu_milli,
        resources.memory_mib,
    )


def reservation_tag(tenant: str, reservation: str) -> str:
    """The label and taint of nodes reserved for a queue; its blanks distinguish it from nodes' own labels."""
    return f"reserved as {tenant}/{reservation}"


def geometries_of(policy: Policy) -> dict[str, tuple[MigInstance, ...]]:
    """The MIG geometries that a policy prescribes, by GPU model, for the kernel."""
    return {each.gpu_model: instances_of(each) for each in policy.mig_geometries}


def instances_of(geometry: MigGeometry) -> tuple[MigInstance, ...]:
    """Return the MIG instances of a card, by start."""
    return tuple(sorted(MigInstance(each.start, each.profile) for each in geometry.instances))
