"""Hardware faults reported by a node's kernel: reported on, closed by Xid table, three strikes (ADR 90).

The agent reads the kernel's log and names a failure rule; the rule's node action determines what happens. A
fault that concerns only the application is not reported here. A fault that requires closing the node is a
strike: the node is cordoned or drained, unless faulty_nodes_max nodes are already closed for such faults (a
bad driver must not empty the cell). A node that required a reboot reopens with its next boot. After the third
strike within STRIKES_WITHIN_MS it stays closed until an operator opens it.
"""

from __future__ import annotations

from typing import Final

from muster.events.job_events import NodeCordoned, NodeDraining, NodeFaulted, NodeJoined, NodeUndrained
from muster.events.task_events import NodeFaultReported
from muster.failures.rules import NodeAction, Rule
from muster.failures.words import node_sentence
from muster.jobs.values.quantities import format_duration
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.state.node import STRIKES_MAX, Node
from muster.scheduler.core.state.state import State

STRIKES_WITHIN_MS: Final = 30 * 24 * 3_600_000
AGAIN_MS: Final = 10 * 60_000
"""Interval within which the same fault is not reported again: a failing GPU logs many lines."""

_CLOSED_FOR: Final = (
    NodeAction.CORDON,
    NodeAction.DRAIN,
    NodeAction.DRAIN_RESET_GPU,
    NodeAction.DRAIN_REBOOT,
    NodeAction.RESTART_VM,
)
_CURED_BY_BOOT: Final = (NodeAction.DRAIN_REBOOT, NodeAction.RESTART_VM)


def reported(batch: BatchContext, report: NodeFaultReported) -> None:
    """Report a fault, and close the node if the rule requires it."""
    state = batch.state
    node, rules = state.nodes.get(report.node_id), state.failure_rules
    if node is None or rules is None:
        return
    rule = next((each for each in rules.rules if each.id == report.rule), None)
    if rule is None or rule.node_action is NodeAction.NONE or _told_lately(state, node, rule):
        return
    closing = rule.node_action in _CLOSED_FOR
    strike = strikes(state, node) + 1 if closing else 0
    closes = closing and not node.leaving and not node.cordoned and may_close(state)
    message = _message(state, node, rule, report, strike)
    if closes and strike >= STRIKES_MAX:
        message += "; it stays closed until an operator opens it"
    batch.emit(
        NodeFaulted(
            node_id=report.node_id,
            rule=rule.id,
            rules_version=rules.rules.version,
            xid=report.xid,
            gpu=report.gpu,
            node_action=rule.node_action,
            strike=strike,
            closes=closes,
            message=message,
        )
    )
    if closes:
        closed = NodeCordoned if rule.node_action is NodeAction.CORDON else NodeDraining
        batch.emit(closed(node_id=report.node_id, requested_by="", reason=message))


def rebooted(batch: BatchContext, node: Node, joined: NodeJoined, boot_before: str) -> None:
    """Reopen a node that was drained for a reboot and has rebooted, unless it had its last strike.

    A restarted agent on the same boot is not enough, and an unknown boot id proves no reboot.

    Args:
        batch: The batch.
        node: The node, which has joined again.
        joined: The fact of its joining.
        boot_before: Previous boot id of the machine; empty: unknown.
    """
    rules = batch.state.failure_rules
    if not node.faulted or not node.draining or rules is None:
        return
    if not boot_before or not joined.machine_boot_id or joined.machine_boot_id == boot_before:
        return
    last = node.faults[-1]
    rule = next((each for each in rules.rules if each.id == last.rule), None)
    if rule is not None and rule.node_action in _CURED_BY_BOOT and last.strike < STRIKES_MAX:
        batch.emit(NodeUndrained(node_id=joined.node_id, requested_by=""))


def _told_lately(state: State, node: Node, rule: Rule) -> bool:
    return any(each.rule == rule.id and state.now_ms < each.at_ms + AGAIN_MS for each in node.faults)


def strikes(state: State, node: Node) -> int:
    """Count the strikes of a node within STRIKES_WITHIN_MS."""
    since_ms = state.now_ms - STRIKES_WITHIN_MS
    return sum([1 for each in node.faults if each.strike and each.at_ms >= since_ms])


def may_close(state: State) -> bool:
    """Whether one more node may be closed for faults: fewer than policy.faulty_nodes_max are."""
    closed = sum([1 for each in state.nodes.values() if each.faulted])
    return closed < state.policy.faulty_nodes_max


def _message(state: State, node: Node, rule: Rule, report: NodeFaultReported, strike: int) -> str:
    of_gpu = f" of {report.gpu}" if report.gpu else ""
    sign = f" (Xid {report.xid}{of_gpu})" if report.xid is not None else ""
    text = f"{rule.means.removesuffix('.')}{sign} [{rule.id}]: {node_sentence(rule)}"
    if not strike:
        return text
    return f"{text}; strike {strike} of {STRIKES_MAX}{history(state, node)}"


def history(state: State, node: Node) -> str:
    """Describe a node's earlier strikes, as the end of a sentence; empty: it had none."""
    before = [
        f"{each.rule} {format_duration((state.now_ms - each.at_ms) // 60_000 * 60_000)} ago"
        for each in node.faults
        if each.strike
    ]
    return f" after {', '.join(before)}" if before else ""
