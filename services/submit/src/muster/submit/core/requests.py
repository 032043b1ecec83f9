"""Conversion of requests to commands on the log. Pure: ids and the time are arguments."""

from __future__ import annotations

from muster.events.job_commands import CancelJob, JobSpec, ResumeJob, SubmitJob, SuspendJob
from muster.events.operator_commands import (
    ActivateFailureRules,
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
from muster.events.queue_commands import (
    CancelCapacityReservation,
    ConfigureQueue,
    CreateQueue,
    DeleteQueue,
    LiftRestriction,
    QueueSettings,
    ReserveCapacity,
    RestrictQueue,
)
from muster.events.wire.envelope import Envelope
from muster.events.wire.stamp import Asker, Stamp, stamped
from muster.jobs import (
    MaintenanceRequest,
    ReclaimRequest,
    ReservationRequest,
    RestrictionRequest,
    TagRequest,
    to_reservation,
    to_restriction,
)

JobChange = CancelJob | SuspendJob | ResumeJob
QueueChange = CreateQueue | ConfigureQueue | DeleteQueue | RestrictQueue | LiftRestriction
ReservationChange = ReserveCapacity | CancelCapacityReservation
NodeChange = CordonNode | UncordonNode | DrainNode | UndrainNode | CheckNode | ForgetNode
NodePlan = TagNode | ScheduleMaintenance | CancelMaintenance | ReclaimNode | SpareNode
Rules = ActivatePolicy | ActivateFailureRules
Command = SubmitJob | JobChange | QueueChange | ReservationChange | NodeChange | NodePlan | Rules

VERBS = {"cancel": CancelJob, "suspend": SuspendJob, "resume": ResumeJob}
"""Commands for jobs, by verb."""

NODE_VERBS = {
    "cordon": CordonNode,
    "uncordon": UncordonNode,
    "drain": DrainNode,
    "undrain": UndrainNode,
    "test": CheckNode,
    "forget": ForgetNode,
}
"""Commands for nodes, by verb."""

WITHOUT_REASON = (UncordonNode, UndrainNode, ForgetNode)
"""Commands without a reason."""


def submit_job(asker: Asker, job_id: str, spec: JobSpec, stamp: Stamp) -> Envelope[SubmitJob]:
    """Return the command that submits a job."""
    return stamped(SubmitJob(job_id=job_id, tenant=asker.tenant, spec=spec), job_id, stamp)


def change_job(asker: Asker, verb: str, job_id: str, reason: str, stamp: Stamp) -> Envelope[JobChange]:
    """Return the command that cancels, suspends or resumes a job.

    Raises:
        KeyError: The verb is not in VERBS.
    """
    command = VERBS[verb](job_id=job_id, tenant=asker.tenant, requested_by=asker.user, reason=reason)
    return stamped(command, job_id, stamp)


def create_queue(
    asker: Asker, queue: str, description: str, settings: QueueSettings, stamp: Stamp
) -> Envelope[CreateQueue]:
    """Return the command that creates a queue."""
    command = CreateQueue(
        queue=queue,
        tenant=asker.tenant,
        description=description,
        settings=settings,
        requested_by=asker.user,
    )
    return stamped(command, queue, stamp)


def configure_queue(
    asker: Asker, queue: str, settings: QueueSettings, stamp: Stamp
) -> Envelope[ConfigureQueue]:
    """Return the command that replaces a queue's shares and limits."""
    command = ConfigureQueue(queue=queue, tenant=asker.tenant, settings=settings, requested_by=asker.user)
    return stamped(command, queue, stamp)


def delete_queue(asker: Asker, queue: str, stamp: Stamp) -> Envelope[DeleteQueue]:
    """Return the command that removes an empty queue."""
    return stamped(DeleteQueue(queue=queue, tenant=asker.tenant, requested_by=asker.user), queue, stamp)


def restrict_queue(
    asker: Asker, queue: str, request: RestrictionRequest, stamp: Stamp
) -> Envelope[RestrictQueue]:
    """Return the command that keeps jobs of some tiers from starting in a queue."""
    return stamped(to_restriction(request, queue, asker.tenant, asker.user), queue, stamp)


def lift_restriction(asker: Asker, queue: str, name: str, stamp: Stamp) -> Envelope[LiftRestriction]:
    """Return the command that ends a restriction of a queue."""
    command = LiftRestriction(queue=queue, tenant=asker.tenant, restriction=name, requested_by=asker.user)
    return stamped(command, queue, stamp)


def reserve_capacity(asker: Asker, request: ReservationRequest, stamp: Stamp) -> Envelope[ReserveCapacity]:
    """Return the command that reserves nodes for a queue for a time window."""
    return stamped(to_reservation(request, asker.tenant, asker.user), request.name, stamp)


def cancel_reservation(asker: Asker, name: str, stamp: Stamp) -> Envelope[CancelCapacityReservation]:
    """Return the command that cancels a reservation."""
    command = CancelCapacityReservation(reservation=name, tenant=asker.tenant, requested_by=asker.user)
    return stamped(command, name, stamp)


def change_node(asker: Asker, verb: str, node_id: str, reason: str, stamp: Stamp) -> Envelope[NodeChange]:
    """Return the command that cordons, uncordons, drains, undrains or tests a node.

    Raises:
        KeyError: The verb is not in NODE_VERBS.
    """
    kind = NODE_VERBS[verb]
    why = {} if kind in WITHOUT_REASON else {"reason": reason}
    return stamped(kind(node_id=node_id, requested_by=asker.user, **why), node_id, stamp)


def tag_node(asker: Asker, node_id: str, tags: TagRequest, stamp: Stamp) -> Envelope[TagNode]:
    """Return the command that sets or removes labels and taints of a node."""
    command = TagNode(
        node_id=node_id,
        labels=tags.labels,
        labels_removed=tags.labels_removed,
        taints=tags.taints,
        taints_removed=tags.taints_removed,
        requested_by=asker.user,
    )
    return stamped(command, node_id, stamp)


def schedule_maintenance(
    asker: Asker, node_id: str, window: MaintenanceRequest, stamp: Stamp
) -> Envelope[ScheduleMaintenance]:
    """Return the command that closes a node for a time window."""
    command = ScheduleMaintenance(
        node_id=node_id,
        starts_at_ms=window.starts_at,
        ends_at_ms=window.ends_at,
        requested_by=asker.user,
        reason=window.reason,
    )
    return stamped(command, node_id, stamp)


def cancel_maintenance(asker: Asker, node_id: str, stamp: Stamp) -> Envelope[CancelMaintenance]:
    """Return the command that cancels a node's maintenance, or ends it now."""
    return stamped(CancelMaintenance(node_id=node_id, requested_by=asker.user), node_id, stamp)


def reclaim_node(asker: Asker, node_id: str, request: ReclaimRequest, stamp: Stamp) -> Envelope[ReclaimNode]:
    """Return the command that announces the reclaim of a node by its provider."""
    command = ReclaimNode(
        node_id=node_id,
        remaining_ms=request.remaining,
        requested_by=asker.user,
        reason=request.reason,
    )
    return stamped(command, node_id, stamp)


def spare_node(asker: Asker, node_id: str, stamp: Stamp) -> Envelope[SpareNode]:
    """Return the command that cancels the reclaim of a node."""
    return stamped(SpareNode(node_id=node_id, requested_by=asker.user), node_id, stamp)


def activate_policy(asker: Asker, policy: Policy, stamp: Stamp) -> Envelope[ActivatePolicy]:
    """Return the command that activates a policy."""
    return stamped(ActivatePolicy(policy=policy, requested_by=asker.user), "policy", stamp)


def activate_failure_rules(asker: Asker, rules: str, stamp: Stamp) -> Envelope[ActivateFailureRules]:
    """Return the command that activates a file of failure rules."""
    command = ActivateFailureRules(rules=rules, requested_by=asker.user)
    return stamped(command, "failure-rules", stamp)
