"""Victims: production inference is never stopped for other jobs.

Only when its owner asks, it failed, or it is moved off a node that is to be empty, to wait again (ADR 29).
"""

from __future__ import annotations

from typing import Any

from muster.events.job_commands import CancelJob, SuspendJob, Tier
from muster.events.job_events import (
    AttemptEnded,
    GangBound,
    JobQueued,
    JobResizing,
    JobStopping,
    MaintenanceEnded,
    MaintenanceStarted,
    NodeDraining,
    NodeJoined,
    NodeLost,
    NodeReclaiming,
    NodeSpared,
    NodeUndrained,
)
from muster.events.scheduler_log import Batch
from muster.events.task_events import AgentStarted, TaskExited, TaskRefused
from muster.testkit.checker.breach import Breaches

RULE = "production inference is never a victim"


class Victims:
    """Knows which live attempts have a reason of their own to stop."""

    def __init__(self, breaches: Breaches) -> None:
        self._breaches = breaches
        self._served: dict[str, frozenset[str]] = {}
        self._excused: set[str] = set()
        self._leaving: set[tuple[str, type[Any]]] = set()

    def take(self, batch: Batch) -> None:
        """Check one batch."""
        for entry in batch.inputs:
            self._excuse(entry.payload)
        for decision in batch.decisions:
            self._note(decision.event_id, decision.payload)

    def _excuse(self, event: Any) -> None:
        match event:
            case CancelJob() | SuspendJob() | TaskExited() | TaskRefused():
                self._excused.add(event.job_id)
            case NodeLost() | NodeJoined() | AgentStarted():
                self._excused |= {job_id for job_id, nodes in self._served.items() if event.node_id in nodes}
            case _:
                pass  # no reason to stop anything

    def _note(self, at: str, fact: Any) -> None:
        match fact:
            case JobQueued(spec=spec) if spec.tier is Tier.PRODUCTION_INFERENCE:
                self._served[fact.job_id] = frozenset()
            case GangBound() if fact.job_id in self._served:
                self._served[fact.job_id] = frozenset(place.node_id for place in fact.placements)
            case AttemptEnded():
                self._excused.discard(fact.job_id)
            case JobResizing() if fact.job_id in self._served:
                self._breaches.expect(False, RULE, at, fact.reason)
            case JobStopping() if fact.job_id in self._served:
                moved = fact.requeues and any(node in self._served[fact.job_id] for node, _ in self._leaving)
                self._breaches.expect(moved or fact.job_id in self._excused, RULE, at, fact.reason)
            case NodeDraining() | MaintenanceStarted():
                self._leaving.add((fact.node_id, type(fact)))
            case NodeReclaiming():
                self._leaving.add((fact.node_id, NodeReclaiming))
            case NodeSpared():
                self._leaving.discard((fact.node_id, NodeReclaiming))
            case NodeUndrained():
                self._leaving.discard((fact.node_id, NodeDraining))
            case MaintenanceEnded():
                self._leaving.discard((fact.node_id, MaintenanceStarted))
            case _:
                pass  # stops nothing
