"""Operators' commands about nodes: cordon, drain, tags, maintenance, reclaims, tests, forgetting.

ADR 9, 24, 29, 82 and 90 state their rules.

A command results in one fact; in CommandRepeated if the node is in the requested state already; or in a
rejection that names the field, its value and what is allowed.
"""

from __future__ import annotations

from typing import assert_never

from muster.cluster.occupancy import NodeHealth, StatusFact
from muster.events.job_events import (
    MaintenanceEnded,
    MaintenanceScheduled,
    NodeCordoned,
    NodeDraining,
    NodeForgotten,
    NodeReclaiming,
    NodeSpared,
    NodeTagged,
    NodeTesting,
    NodeUncordoned,
    NodeUndrained,
)
from muster.events.operator_commands import (
    CancelMaintenance,
    CheckNode,
    CordonNode,
    DrainNode,
    ForgetNode,
    ReclaimNode,
    ScheduleMaintenance,
    SpareNode,
    TagNode,
    UncordonNode,
    UndrainNode,
)
from muster.events.refusal import Refusal
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.events.task_events import ReclaimSource
from muster.scheduler.core.evolve.evolve import NodeCommand
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.state import State


def judge(state: State, command: NodeCommand) -> StatusFact | NodeTesting | NodeForgotten | Refusal | None:
    """The fact that results from a command, or the refusal; None if the node is in that state already."""
    node = state.nodes.get(command.node_id)
    if node is None:
        wrong = Violation(field="node_id", value=command.node_id, allowed="a known node")
        return Refusal(RejectionCode.NOT_FOUND, f"there is no node {command.node_id}", (wrong,))
    node_id, operator = command.node_id, command.requested_by
    match command:
        case CordonNode() | UncordonNode() | DrainNode() | UndrainNode():
            return _closed(node, command)
        case TagNode():
            return _tagged(node, command)
        case ScheduleMaintenance():
            return _scheduled(state, node, command)
        case CancelMaintenance():
            return MaintenanceEnded(node_id=node_id, requested_by=operator) if node.window else None
        case ReclaimNode(remaining_ms=remaining_ms, reason=reason):
            return NodeReclaiming(
                node_id=node_id,
                notice_id=f"operator/{state.now_ms}",
                deadline_ms=state.now_ms + remaining_ms,
                source=ReclaimSource.OPERATOR,
                requested_by=operator,
                reason=reason,
            )
        case SpareNode():
            return NodeSpared(node_id=node_id, requested_by=operator) if node.reclaim else None
        case CheckNode(reason=reason):
            testing = NodeTesting(node_id=node_id, requested_by=operator, reason=reason)
            return None if node.testing else testing
        case ForgetNode():
            return _forgotten(node, command)
        case _:
            assert_never(command)


def _closed(node: Node, command: CordonNode | UncordonNode | DrainNode | UndrainNode) -> StatusFact | None:
    node_id, operator = command.node_id, command.requested_by
    match command:
        case CordonNode(reason=reason):
            cordoned = NodeCordoned(node_id=node_id, requested_by=operator, reason=reason)
            return None if node.cordoned else cordoned
        case UncordonNode():
            return NodeUncordoned(node_id=node_id, requested_by=operator) if node.cordoned else None
        case DrainNode(reason=reason):
            draining = NodeDraining(node_id=node_id, requested_by=operator, reason=reason)
            return None if node.draining else draining
        case UndrainNode():
            return NodeUndrained(node_id=node_id, requested_by=operator) if node.draining else None


def _forgotten(node: Node, command: ForgetNode) -> NodeForgotten | Refusal:
    """Forget a node that is gone, with its marks and faults, unless jobs or reservations still have it."""
    node_id = command.node_id
    if node.health is not NodeHealth.LOST:
        state = node.health.name.lower()
        allowed = "lost: no heartbeat for its whole lease; a node that reports would join again at once, open"
        wrong = Violation(field="state", value=state, allowed=allowed)
        message = f"state of {node_id} is {state}; must be {allowed}"
        return Refusal(RejectionCode.WRONG_STATE, message, (wrong,))
    if node.is_heard:
        message = (
            f"{node_id} still sends heartbeats and would rejoin at once without its cordon; "
            "stop its agent first"
        )
        return Refusal(RejectionCode.WRONG_STATE, message)
    if node.has_attempts:
        message = f"attempts on {node_id} have not ended: the other nodes of their gangs are stopping them"
        return Refusal(RejectionCode.WRONG_STATE, message)
    if node.is_reserved:
        message = f"{node_id} is reserved; it can be forgotten once its reservations have ended"
        return Refusal(RejectionCode.WRONG_STATE, message)
    return NodeForgotten(
        node_id=node_id,
        lost_ms=0,
        requested_by=command.requested_by,
        gpus_unhealthy=tuple(sorted(node.gpus_unhealthy)),
    )


def _tagged(node: Node, command: TagNode) -> NodeTagged | Refusal | None:
    unknown = [
        Violation(field=field, value=name, allowed=f"one that operators set: {', '.join(known) or 'none'}")
        for field, names, known in (
            ("labels_removed", command.labels_removed, sorted(node.labels)),
            ("taints_removed", command.taints_removed, node.taints),
        )
        for name in names
        if name not in known
    ]
    if unknown:
        message = f"{unknown[0].field}: {unknown[0].value!r} is not set on {command.node_id}"
        return Refusal(RejectionCode.NOT_FOUND, message, tuple(unknown))
    kept = {key: value for key, value in node.labels.items() if key not in command.labels_removed}
    labels = {**kept, **command.labels}
    taints = tuple(sorted({*node.taints, *command.taints} - {*command.taints_removed}))
    if (labels, taints) == (node.labels, node.taints):
        return None
    return NodeTagged(
        node_id=command.node_id,
        labels=dict(sorted(labels.items())),
        taints=taints,
        requested_by=command.requested_by,
    )


def _scheduled(
    state: State, node: Node, command: ScheduleMaintenance
) -> MaintenanceScheduled | Refusal | None:
    window = node.window
    if window is not None and window.begun:
        message = f"maintenance of {command.node_id} has begun; it can only be cancelled"
        return Refusal(RejectionCode.WRONG_STATE, message)
    starts_at_ms, ends_at_ms = command.starts_at_ms, command.ends_at_ms
    if starts_at_ms <= state.now_ms:
        allowed = f"later than now ({state.now_ms})"
        wrong = Violation(field="starts_at_ms", value=str(starts_at_ms), allowed=allowed)
        return Refusal(RejectionCode.INVALID, f"starts_at_ms is {starts_at_ms}; must be {allowed}", (wrong,))
    if window is not None and (window.starts_at_ms, window.ends_at_ms) == (starts_at_ms, ends_at_ms):
        return None
    return MaintenanceScheduled(
        node_id=command.node_id,
        starts_at_ms=starts_at_ms,
        ends_at_ms=ends_at_ms,
        requested_by=command.requested_by,
        reason=command.reason,
    )
