"""Nodes where several jobs failed without a reported kernel fault: closed, tested, reopened (ADR 90).

Distinct jobs of the last COUNTED_MS whose failure is blamed on the node count (evolve.suspicion). A node is
suspected at policy.jobs_failed_per_node_max jobs of at least two users, or twice as many of one user, unless
other nodes have nearly as many: a failure that occurs everywhere is not caused by one node. Suspicion is a
strike, like a fault that closes the node. The agent then tests the node: if it passes it is reopened, else it
stays closed, and after the third strike only an operator can open it.

Operators can have any node tested. A pass is reported (NodeNoted) and leaves the node unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from muster.events.job_events import NodeCordoned, NodeFaulted, NodeNoted, NodeUncordoned
from muster.events.node_commands import TestNode
from muster.events.task_events import NodeTested
from muster.jobs.values.quantities import format_duration
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.state.node import FAILS_JOBS, STRIKES_MAX, FailedJob, Node
from muster.scheduler.core.state.state import State
from muster.scheduler.core.watch import faults

COUNTED_MS: Final = 24 * 3_600_000
TIMES_OTHERS: Final = 3
"""Factor by which a node's failed jobs must exceed the average of the other nodes to make it suspected."""

_JOBS_SHOWN_MAX: Final = 4
_FAILS_TESTS: Final = "node.fails-tests"
_TEST: Final = "test"


def look(batch: BatchContext, node_ids: Iterable[str]) -> None:
    """Suspect each of these nodes on which too many jobs have failed."""
    state = batch.state
    most = state.policy.jobs_failed_per_node_max
    if not most:
        return
    for node_id in node_ids:
        node = state.nodes.get(node_id)
        if node is None or node.cordoned or node.leaving or node.testing:
            continue
        failed = _counted(state, node)
        if _are_too_many(failed, most) and _fewer_on_others(state, node_id, len(failed)):
            _suspect(batch, node, failed)


def tested(batch: BatchContext, report: NodeTested) -> None:
    """Handle test results: reopen a node that passed, unless it had its last strike; report failed tests."""
    node = batch.state.nodes.get(report.node_id)
    if node is None or not node.testing:
        return
    batch.observe(report)
    wrong = [f"{each.name}: {each.message}" for each in report.checks if not each.passed]
    if wrong:
        message = f"its tests failed: {'; '.join(wrong)}; it stays closed until an operator opens it"
        _tell(batch, node, _FAILS_TESTS, message)
        batch.emit(NodeCordoned(node_id=report.node_id, requested_by="", reason=message))
    elif _is_closed_for_jobs(node):
        batch.emit(NodeUncordoned(node_id=report.node_id, requested_by=""))
    else:
        found = "; ".join([f"{each.name}: {each.message}" for each in report.checks])
        batch.emit(NodeNoted(node_id=report.node_id, note=f"passed its tests: {found}"))


def order(batch: BatchContext, node_id: str, reason: str) -> None:
    """Order a node's agent to test the node."""
    state = batch.state
    batch.emit(TestNode(node_id=node_id, epoch=state.epoch, order_seq=batch.cause.seq, reason=reason))


def _is_closed_for_jobs(node: Node) -> bool:
    """Whether a node is closed because jobs failed there, and not for the last time."""
    last = node.faults[-1] if node.faults else None
    return node.cordoned and last is not None and last.rule == FAILS_JOBS and last.strike < STRIKES_MAX


def asked_again(batch: BatchContext, node_id: str) -> None:
    """Repeat an unanswered test order after the node's agent has restarted."""
    node = batch.state.nodes.get(node_id)
    if node is not None and node.testing:
        order(batch, node_id, "it has not answered")


def _counted(state: State, node: Node) -> list[FailedJob]:
    since_ms = state.now_ms - COUNTED_MS
    return [each for each in node.failed if each.blames and each.at_ms > since_ms]


def _are_too_many(failed: list[FailedJob], most: int) -> bool:
    users = {each.user for each in failed}
    return len(failed) >= (most if len(users) > 1 else 2 * most)


def _fewer_on_others(state: State, node_id: str, count: int) -> bool:
    others = [len(_counted(state, node)) for each, node in state.nodes.items() if each != node_id]
    return sum(others) * TIMES_OTHERS <= count * len(others)


def _suspect(batch: BatchContext, node: Node, failed: list[FailedJob]) -> None:
    state, node_id = batch.state, node.joined.node_id
    users = len({each.user for each in failed})
    names = ", ".join([each.job_id for each in failed][-_JOBS_SHOWN_MAX:])
    jobs = f"{len(failed)} jobs of {users} user{'s' if users > 1 else ''}"
    message = f"{jobs} failed here within {format_duration(COUNTED_MS)} ({names}), and far fewer elsewhere"
    strike = faults.strikes(state, node) + 1
    message += f"; strike {strike} of {STRIKES_MAX}{faults.history(state, node)}"
    closes = faults.may_close(state)
    if closes and strike >= STRIKES_MAX:
        message += "; it stays closed until an operator opens it"
    _tell(batch, node, FAILS_JOBS, message, strike=strike, closes=closes)
    if closes:
        batch.emit(NodeCordoned(node_id=node_id, requested_by="", reason=message))
        order(batch, node_id, message)


def _tell(
    batch: BatchContext, node: Node, what: str, message: str, *, strike: int = 0, closes: bool = False
) -> None:
    rules = batch.state.failure_rules
    batch.emit(
        NodeFaulted(
            node_id=node.joined.node_id,
            rule=what,
            rules_version=rules.rules.version if rules else 0,
            node_action=_TEST,
            strike=strike,
            closes=closes,
            message=message,
        )
    )
