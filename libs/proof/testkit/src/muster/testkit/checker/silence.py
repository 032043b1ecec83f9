"""Silence: nodes are suspected and lost for orders that they were given, and only after the time for them."""

from __future__ import annotations

from muster.events.job_events import (
    NodeForgotten,
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeSuspected,
    SilenceCause,
)
from muster.events.node_commands import StartTask, StopTask
from muster.events.scheduler_log import Batch
from muster.events.wire.datum import Record
from muster.scheduler.core import limits
from muster.testkit.checker.breach import Breaches

FORGOTTEN = "a node that beats is not forgotten"
LOST = "a node that beats is suspected for a lease before it is lost"


class Silence:
    """Track nodes with orders to store or answer."""

    def __init__(self, breaches: Breaches) -> None:
        self._breaches = breaches
        self._leases_ms: dict[str, int] = {}
        self._ordered: set[str] = set()
        self._stopping: set[str] = set()
        self._suspected: set[str] = set()
        self._lost: set[str] = set()
        self._beats: set[str] = set()

    def take(self, batch: Batch) -> None:
        """Check one batch."""
        for decision in batch.decisions:
            self.note(decision.event_id, decision.payload)

    def note(self, at: str, payload: Record) -> None:
        """Check one fact or order."""
        match payload:
            case StartTask(node_id=node_id):
                self._ordered.add(node_id)
            case StopTask(node_id=node_id):
                self._ordered.add(node_id)
                self._stopping.add(node_id)
            case NodeJoined(node_id=node_id, lease_ms=lease_ms):
                self._leases_ms[node_id] = lease_ms
                self._hear(node_id)
            case NodeRecovered(node_id=node_id):
                self._hear(node_id)
            case NodeForgotten(node_id=node_id):
                self._breaches.expect(node_id not in self._beats, FORGOTTEN, at, payload)
                for nodes in (self._ordered, self._stopping, self._suspected, self._lost):
                    nodes.discard(node_id)
            case NodeSuspected():
                self._check_suspicion(at, payload)
                self._suspected.add(payload.node_id)
            case NodeLost():
                self._check_loss(at, payload)
                self._lost.add(payload.node_id)
            case _:
                pass

    def _hear(self, node_id: str) -> None:
        self._suspected.discard(node_id)
        self._lost.discard(node_id)
        self._beats.discard(node_id)

    def _check_suspicion(self, at: str, fact: NodeSuspected) -> None:
        expect = self._breaches.expect
        if fact.cause is SilenceCause.STOP_UNANSWERED:
            expect(fact.node_id in self._stopping, "only orders to stop are answered late", at, fact)
        if fact.cause is SilenceCause.ORDER_NOT_STORED:
            late = fact.node_id in self._ordered and fact.silent_ms >= limits.ORDER_STORED_MS
            expect(late, "orders have their time to be stored", at, fact)

    def _check_loss(self, at: str, fact: NodeLost) -> None:
        if fact.cause is SilenceCause.SILENT:
            self._beats.discard(fact.node_id)
            return
        self._beats.add(fact.node_id)
        if fact.node_id in self._lost:
            return
        least_ms = limits.ORDER_STORED_MS + self._leases_ms.get(fact.node_id, 0)
        late = fact.node_id in self._suspected and fact.silent_ms >= least_ms
        self._breaches.expect(late, LOST, at, fact)
