"""What a node's kernel reports of its hardware: told, closed by the table of Xids, three strikes (ADR 90).

The agent reads the kernel's log and names a rule of failures; the rule's action for the node says what
follows. A fault that only its application pays for is not even told here. One that the node must pay for is a
strike: the node is cordoned or drained with what it needs, unless faulty_nodes_max nodes are closed for such
faults already (a bad driver must not empty the cell). A node that was to be rebooted is opened by its next
boot. On the third strike within STRIKES_WITHIN_MS it stays closed until an operator opens it.
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
"""The same fault is not told again within this time: a GPU that fails writes many lines."""

_CLOSED_FOR: Final = (
    NodeAction.CORDON,
    NodeAction.DRAIN,
    NodeAction.DRAIN_RESET_GPU,
    NodeAction.DRAIN_REBOOT,
    NodeAction.RESTART_VM,
)
_CURED_BY_BOOT: Final = (NodeAction.DRAIN_REBOOT, NodeAction.RESTART_VM)


def reported(batch: BatchContext, report: NodeFaultReported) -> None:
    """Tell a fault, and close the node where the rule demands it."""
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
    """Open a node that was emptied in order to be rebooted, and was; not after its last strike.

    Another agent on the same boot of the machine cures nothing, and an unknown boot proves none.

    Args:
        batch: The batch.
        node: The node, which has joined again.
        joined: How.
        boot_before: Boot of the machine as known before; empty: unknown.
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
    """Strikes of a node that still count."""
    since_ms = state.now_ms - STRIKES_WITHIN_MS
    return sum([1 for each in node.faults if each.strike and each.at_ms >= since_ms])


def may_close(state: State) -> bool:
    """Whether one more node may be closed for what is wrong with it."""
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
    """What a node had before, for the end of a sentence; empty: nothing."""
    before = [
        f"{each.rule} {format_duration((state.now_ms - each.at_ms) // 60_000 * 60_000)} ago"
        for each in node.faults
        if each.strike
    ]
    return f" after {', '.join(before)}" if before else ""
