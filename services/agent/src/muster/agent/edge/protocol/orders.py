"""OrderDesk: handles orders one by one: decide, store, carry out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import assert_never

from muster.agent.core.ledger import (
    Decision,
    Forestall,
    Ignore,
    Refuse,
    Start,
    Stop,
    TaskKey,
    decide,
    grace_of,
    record_of,
)
from muster.agent.core.reports import Origin, Reporter
from muster.agent.edge.disk.ledger_store import LedgerStore
from muster.agent.edge.disk.memory import TaskNote
from muster.agent.edge.tasks.caretaker import Caretaker
from muster.events.node_commands import StartTask, StopTask, TestNode
from muster.events.topics import TASK_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Clock, Delivery, TopicPartition
from muster.telemetry import logs, metrics

FOREIGN_SAVE_MS = 5_000
"""Orders of other nodes only move the position; it is saved this often, since rereading them is harmless."""

_log = logging.getLogger(__name__)


class OrderDesk:
    """The orders of one node. Used by one thread.

    Args:
        store: The ledger and its copy on disk.
        caretaker: Carries out orders.
        reporter: Makes the envelopes of refusals.
        clock: Clock for refusals, and for how often positions are saved.
        gpu_count: Number of GPUs of the node.
        test_node: Tests this machine and reports it, later.
        left_on: The processes that compute on a GPU, as text; empty: none.
        new_mark: Returns a mark for a task's processes that no other task has.
    """

    def __init__(
        self,
        store: LedgerStore,
        caretaker: Caretaker,
        reporter: Reporter,
        clock: Clock,
        *,
        gpu_count: int,
        left_on: Callable[[int], str],
        new_mark: Callable[[], str],
        test_node: Callable[[str], None],
    ) -> None:
        self._store = store
        self._caretaker = caretaker
        self._reporter = reporter
        self._clock = clock
        self._gpu_count = gpu_count
        self._left_on = left_on
        self._new_mark = new_mark
        self._test_node = test_node
        self._unsaved: dict[TopicPartition, int] = {}
        self._saved_ms = clock.monotonic_ms()

    def take(self, delivery: Delivery[Record]) -> None:
        """Handle one record of node-commands."""
        order = delivery.envelope.payload
        assert isinstance(order, StartTask | StopTask | TestNode)  # noqa: S101  (the topic's only records)
        if order.node_id != self._reporter.node_id:
            self._pass_over(delivery)
            return
        if isinstance(order, TestNode):
            _log.warning("ordered to test this node: %s", order.reason)
            self._test_node(order.reason)
            self._pass_over(delivery)  # read again, it tests again: that is harmless
            return
        left_on = self._leftovers(order) if isinstance(order, StartTask) else {}
        decision = decide(self._store.ledger, order, gpu_count=self._gpu_count, left_on=left_on)
        note = self._note_of(decision, delivery)
        with logs.bound(job_id=order.job_id, event_id=delivery.envelope.event_id):
            self._remember(delivery, decision, note)
            self._carry_out(decision, note)
        metrics.AGENT_ORDERS.labels(type(decision).__name__.lower()).inc()

    def _remember(self, delivery: Delivery[Record], decision: Decision, note: TaskNote | None) -> None:
        """Store in one entry: the position, the decision, and the report of a refusal."""
        with self._store.entry() as entry:
            entry.transaction.read(delivery.position)
            if record := record_of(decision):
                entry.record(record)
            if note:
                entry.transaction.task(note)
            if isinstance(decision, Refuse):
                refused = self._reporter.task(decision.refusal, _origin(delivery), self._clock.now_ms())
                entry.transaction.report(TASK_EVENTS, refused, delivery.trace)

    def _carry_out(self, decision: Decision, note: TaskNote | None) -> None:
        match decision:
            case Start():
                assert note  # noqa: S101  (every start has one)
                _log.info("starting attempt %s", note.key.attempt)
                self._caretaker.accept(note)
            case Stop(order):
                _log.info("stopping attempt %s: %s", order.attempt, order.reason)
                self._caretaker.stop(TaskKey.of(order), grace_of(order))
            case Refuse(refusal):
                _log.warning("refused attempt %s: %s", refusal.attempt, refusal.message)
            case Ignore(order, why):
                _log.info("ignored an order for attempt %s: %s", order.attempt, why)
            case Forestall():
                pass
            case _:
                assert_never(decision)

    def _pass_over(self, delivery: Delivery[Record]) -> None:
        position, now_ms = delivery.position, self._clock.monotonic_ms()
        self._unsaved[position.topic_partition] = position.offset + 1
        if now_ms - self._saved_ms >= FOREIGN_SAVE_MS:
            with self._store.entry() as entry:
                entry.transaction.reached(self._unsaved)
            self._unsaved.clear()
            self._saved_ms = now_ms

    def _leftovers(self, order: StartTask) -> dict[int, str]:
        """The processes left on the GPUs that an order names and no task has."""
        named = {index for rank in order.ranks for index in rank.gpu_indices if 0 <= index < self._gpu_count}
        free = named - self._store.ledger.gpus_taken()
        return {index: left for index in sorted(free) if (left := self._left_on(index))}

    def _note_of(self, decision: Decision, delivery: Delivery[Record]) -> TaskNote | None:
        if not isinstance(decision, Start):
            return None
        return TaskNote(
            start=decision.order, origin=_origin(delivery), trace=delivery.trace, mark=self._new_mark()
        )


def _origin(delivery: Delivery[Record]) -> Origin:
    return Origin(delivery.envelope.correlation_id, delivery.envelope.event_id)
