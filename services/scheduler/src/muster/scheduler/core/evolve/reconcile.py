"""Reconciliation after an agent's start: which attempts run, which are lost, and which should not run.

The agent reports its newest order (`order_seq_last`) and what it still runs. So, for an attempt bound on its
node:

    running                                found: it runs, even if its start was not reported
    not running, its order is not newer    given up: the agent had the order, but does not run the attempt
    not running, its order is newer        left alone: the agent has yet to read the order
    the agent is fresh (has no memory)     given up: it reads only new orders and will not see this one

What it runs but should not, an unknown job or another attempt, is a stranger and is ordered to stop.
"""

from __future__ import annotations

from muster.events.task_events import AgentStarted, AttemptRef
from muster.scheduler.core.state.job import Attempt
from muster.scheduler.core.state.state import State


def found_running(state: State, event: AgentStarted) -> list[str]:
    """Jobs whose live attempt on the node still runs."""
    running = {(ref.job_id, ref.attempt) for ref in event.running}
    return [
        job_id for job_id, attempt in _bound_on(state, event.node_id) if (job_id, attempt.number) in running
    ]


def given_up(state: State, event: AgentStarted) -> list[str]:
    """Jobs whose live attempt on the node is lost."""
    found = set(found_running(state, event))
    return [
        job_id
        for job_id, attempt in _bound_on(state, event.node_id)
        if job_id not in found and (event.fresh or attempt.order_seq <= event.order_seq_last)
    ]


def strangers(state: State, event: AgentStarted) -> list[AttemptRef]:
    """Attempts that run on the node but should not."""
    found = set(found_running(state, event))
    return [ref for ref in event.running if ref.job_id not in found or _stale(state, ref)]


def _bound_on(state: State, node_id: str) -> list[tuple[str, Attempt]]:
    """Live attempts with a task on the node that is not over, by job id."""
    node = state.nodes.get(node_id)
    if node is None:
        return []
    attempts = [(job_id, state.jobs[job_id].attempt) for job_id in sorted(node.job_ids)]
    return [(job_id, a) for job_id, a in attempts if a is not None and not a.tasks[node_id].exited]


def _stale(state: State, ref: AttemptRef) -> bool:
    attempt = state.jobs[ref.job_id].attempt
    return attempt is None or attempt.number != ref.attempt
