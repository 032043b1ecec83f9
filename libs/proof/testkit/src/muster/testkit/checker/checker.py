"""The checker: all rules over one log, in one pass."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing

from muster.events.node_commands import StartTask, StopTask, TestNode
from muster.events.scheduler_log import Batch
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_EVENTS, NODE_COMMANDS, SCHEDULER_LOG
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Delivery, Journal
from muster.journal.journal import PoisonRule
from muster.testkit.checker.breach import Breaches
from muster.testkit.checker.capacity import Capacity
from muster.testkit.checker.dependencies import Dependencies
from muster.testkit.checker.evictions import Evictions
from muster.testkit.checker.gpu_sharing import Sharing
from muster.testkit.checker.jobs import Jobs
from muster.testkit.checker.layouts import Layouts
from muster.testkit.checker.order import Order
from muster.testkit.checker.retries import Retries
from muster.testkit.checker.silence import Silence
from muster.testkit.checker.victims import Victims


class Checker:
    """Takes batches in log order.

    Attributes:
        breaches: Breaches found.
        jobs: State of every job.
        facts: event_ids decided for job-events.
        orders: event_ids decided for node-commands.
    """

    def __init__(self) -> None:
        self.breaches = Breaches()
        self.jobs = Jobs(self.breaches)
        self.facts: list[str] = []
        self.orders: list[str] = []
        self._order = Order(self.breaches)
        self._dependencies = Dependencies(self.breaches)
        self._capacity = Capacity(self.breaches)
        self._layouts = Layouts(self.breaches)
        self._victims = Victims(self.breaches)
        self._evictions = Evictions(self.breaches)
        self._sharing = Sharing(self.breaches)
        self._retries = Retries(self.breaches)
        self._silence = Silence(self.breaches)

    def take(self, batch: Batch) -> None:
        """Check the next batch."""
        self._order.take(batch)
        self.jobs.take(batch)
        self._dependencies.take(batch)
        self._capacity.take(batch)
        self._layouts.take(batch)
        self._victims.take(batch)
        self._evictions.take(batch)
        self._sharing.take(batch)
        self._retries.take(batch)
        self._silence.take(batch)
        for decision in batch.decisions:
            is_order = isinstance(decision.payload, StartTask | StopTask | TestNode)
            (self.orders if is_order else self.facts).append(decision.event_id)

    def finish(self) -> Breaches:
        """Check the invariants of the end and return all breaches."""
        self.jobs.finish()
        return self.breaches


def check_batches(batches: Iterable[Batch]) -> Checker:
    """Check a recorded log."""
    checker = Checker()
    for batch in batches:
        checker.take(batch)
    checker.finish()
    return checker


def check_journal(journal: Journal, on_poison: PoisonRule = "stop") -> Checker:
    """Check the log of a journal, and that its public topics match it exactly.

    Args:
        journal: The journal.
        on_poison: Treatment of unreadable records of the public topics, which others can write to.
    """
    checker = check_batches(
        payload for payload in _payloads(journal, SCHEDULER_LOG) if isinstance(payload, Batch)
    )
    public = _deliveries(journal, JOB_EVENTS, on_poison)
    facts = [d.envelope for d in public if not isinstance(d.envelope.payload, Watermark)]
    orders = [d.envelope for d in _deliveries(journal, NODE_COMMANDS, on_poison)]
    for topic, published_as, decided in (
        (JOB_EVENTS, facts, checker.facts),
        (NODE_COMMANDS, orders, checker.orders),
    ):
        published = [envelope.event_id for envelope in published_as]
        same = sorted(published) == sorted(decided)
        missing, extra = set(decided) - set(published), set(published) - set(decided)
        seen = f"{len(published)} published, {len(decided)} decided; missing {missing}, extra {extra}"
        checker.breaches.expect(same, "public topics say what the log says", topic.name, seen[:500])
    in_order = [envelope.event_id for envelope in sorted(facts, key=_order)] == checker.facts
    checker.breaches.expect(
        in_order, "facts carry the order of the log", JOB_EVENTS.name, "seq and index differ"
    )
    _check_watermarks(checker.breaches, public)
    return checker


def _order(envelope: Envelope[Record]) -> tuple[int, int]:
    return (-1 if envelope.seq is None else envelope.seq, envelope.index or 0)


def _check_watermarks(breaches: Breaches, public: Iterable[Delivery[Record]]) -> None:
    """Check that no fact comes after a watermark of its partition that covers it."""
    complete: dict[int, int] = {}
    for delivery in public:
        partition, payload = delivery.position.partition, delivery.envelope.payload
        seq = payload.seq if isinstance(payload, Watermark) else _order(delivery.envelope)[0]
        late = seq <= complete.get(partition, -1) and not isinstance(payload, Watermark)
        breaches.expect(not late, "watermarks cover what is written", delivery.envelope.event_id, complete)
        if isinstance(payload, Watermark):
            complete[partition] = max(seq, complete.get(partition, -1))


def _payloads(journal: Journal, topic: Topic) -> Iterable[object]:
    return (delivery.envelope.payload for delivery in _deliveries(journal, topic))


def _deliveries(journal: Journal, topic: Topic, on_poison: PoisonRule = "stop") -> list[Delivery[Record]]:
    with closing(journal.reader((topic,), name="checker", on_poison=on_poison)) as reader:
        return list(reader.read_to_end())
