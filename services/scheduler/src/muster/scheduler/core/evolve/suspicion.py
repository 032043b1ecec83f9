"""Tracks the jobs that failed on a node, and whether the node is to blame (ADR 90).

A job's output is no evidence here: its owner controls it. The node is blamed if the platform itself reported
a hardware or platform failure, if the node refused or lost the attempt, or if the same job later succeeded on
other nodes.
"""

from __future__ import annotations

from typing import Final

from muster.cluster.occupancy import NodeHealth
from muster.events.job_events import AttemptEnded, AttemptOutcome
from muster.events.task_events import NodeTested
from muster.failures.rules import Category, NodeAction
from muster.scheduler.core.state.job import Attempt, Job
from muster.scheduler.core.state.node import FAILED_REMEMBERED_MAX, FailedJob, Node
from muster.scheduler.core.state.state import State

_FAILED: Final = (AttemptOutcome.FAILED, AttemptOutcome.REFUSED, AttemptOutcome.LOST)
_BLAMES: Final = (Category.HARDWARE, Category.PLATFORM)
_COUNTED: Final = (NodeAction.NONE, NodeAction.SUSPECT)
"""Node actions of rules that do not close the node for a kernel fault (watch.faults)."""
_NOT_FAILED: Final = (Category.EVICTION, Category.PENDING)


def note(state: State, job: Job, attempt: Attempt, ended: AttemptEnded) -> None:
    """Remember an attempt that failed on a node, or that a job succeeded elsewhere."""
    if not state.policy.jobs_failed_per_node_max:
        return
    if ended.outcome is AttemptOutcome.SUCCEEDED:
        for node_id in job.avoids:
            if node_id in state.nodes and node_id not in attempt.tasks:
                _blame(state, node_id, job.job_id)
        return
    node = state.nodes.get(ended.node_id or "")
    if node is not None and _is_open(node) and ended.outcome in _FAILED and _may_blame(ended):
        user = (job.tenant, job.spec.user)
        _remember(state, node, FailedJob(job.job_id, user, state.now_ms, _blames(ended)))


def tested(state: State, fact: NodeTested) -> None:
    """Record that a node has answered its test order; a pass clears its failed jobs."""
    node = state.nodes[fact.node_id]
    node.testing = False
    if all([each.passed for each in fact.checks]):
        node.failed = ()
    state.dirty[f"node/{fact.node_id}"] = None


def _is_open(node: Node) -> bool:
    return node.health is NodeHealth.READY and not node.cordoned and not node.leaving


def _remember(state: State, node: Node, failed: FailedJob) -> None:
    before = [each for each in node.failed if each.job_id == failed.job_id]
    blames = failed.blames or any(each.blames for each in before)
    others = [each for each in node.failed if each.job_id != failed.job_id]
    node.failed = (*others, failed._replace(blames=blames))[-FAILED_REMEMBERED_MAX:]
    state.dirty[f"node/{node.joined.node_id}"] = None


def _blame(state: State, node_id: str, job_id: str) -> None:
    node = state.nodes[node_id]
    if any(each.job_id == job_id for each in node.failed):
        node.failed = tuple(
            [each._replace(blames=True) if each.job_id == job_id else each for each in node.failed]
        )
        state.dirty[f"node/{node_id}"] = None


def _may_blame(ended: AttemptEnded) -> bool:
    """Whether the node may be to blame: it was no order, and no fault that its kernel reported."""
    verdict = ended.verdict
    if verdict is None:
        return True
    return verdict.category not in _NOT_FAILED and verdict.node_action in _COUNTED


def _blames(ended: AttemptEnded) -> bool:
    verdict = ended.verdict
    if verdict is None:
        return ended.outcome is not AttemptOutcome.FAILED
    stated = verdict.spared or ended.outcome is not AttemptOutcome.FAILED
    return stated and (verdict.category in _BLAMES or verdict.node_action == NodeAction.SUSPECT)
