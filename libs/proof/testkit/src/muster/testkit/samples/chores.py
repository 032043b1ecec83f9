"""A small service that hands out work, to test work orders with.

    python -m muster.testkit.samples.chores worker|decider SUFFIX NAME

Commands request chores; a chore's body says what its worker does: "ok TEXT" answers TEXT in capitals,
"sleep S TEXT" waits S seconds first, "die" kills its process, "kill-worker" kills the worker itself.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from muster.deciding import (
    Changes,
    Decider,
    DecidingRole,
    DecidingService,
    Entities,
    Fact,
    Happened,
    Input,
    MemoryStore,
)
from muster.deciding.work import Worker, WorkerSettings, WorkFact, WorkQueue, WorkReport, processes_of
from muster.events.shared import work_orders
from muster.events.topics import JOB_EVENTS
from muster.events.wire.datum import table_of
from muster.events.wire.deciding_log import log_topic
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import SharedLease, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.telemetry import setup
from muster.testkit.samples.names.process import lease_topic, snapshots

Inputs: TypeAlias = work_orders.WorkQueued | work_orders.WorkReturned | WorkReport
LEASE_MS: Final = 6_000
QUEUE: Final = WorkQueue(lease_ms=LEASE_MS)

_SHARED: Final = Path(__file__).resolve().parents[7] / "schemas" / "work-orders.avsc"
_FACTS: Final = (
    work_orders.WorkQueued,
    work_orders.WorkLost,
    work_orders.WorkEnded,
    work_orders.WorkParked,
    work_orders.WorkReturned,
    work_orders.WorkerRenewed,
    work_orders.WorkerLost,
)


@dataclass(frozen=True, slots=True)
class ChoresTopics:
    """Topics of a test's own."""

    suffix: str

    @property
    def commands(self) -> Topic:
        """The commands: WorkQueued for new work, WorkReturned for parked work."""
        return _topic(f"chores-commands-{self.suffix}", work_orders.WorkQueued, work_orders.WorkReturned)

    @property
    def orders(self) -> Topic:
        """To workers."""
        return _topic(f"chores-work-{self.suffix}", work_orders.WorkOrdered)

    @property
    def reports(self) -> Topic:
        """Reports of workers."""
        return _topic(f"chores-reports-{self.suffix}", work_orders.WorkerReported, work_orders.WorkReported)

    @property
    def events(self) -> Topic:
        """Facts."""
        return _topic(f"chores-events-{self.suffix}", *_FACTS)

    @property
    def log(self) -> Topic:
        """The log."""
        return log_topic(f"chores-log-{self.suffix}", owner="chores", facts=(self.events, self.orders))

    def all(self) -> tuple[Topic, ...]:
        """All topics."""
        return self.commands, self.orders, self.reports, self.events, self.log


def chores(topics: ChoresTopics, **changes: Any) -> DecidingService:
    """The service."""
    return DecidingService(
        name="chores",
        decider=Decider(
            decisions_version=1,
            decide=_decide,
            evolve=_evolve,
            due=QUEUE.due,
            next_deadline_ms=QUEUE.next_deadline_ms,
        ),
        inputs=(topics.commands, topics.reports),
        log=topics.log,
        outputs=(topics.events, topics.orders),
        **changes,
    )


def ask(work_id: str, priority: int, body: bytes) -> Envelope[work_orders.WorkQueued]:
    """A command."""
    payload = work_orders.WorkQueued(work_id=work_id, priority=priority, body=body)
    return Envelope(
        event_id=f"ask-{work_id}",
        key=work_id,
        occurred_at_ms=0,
        producer="test",
        correlation_id=work_id,
        payload=payload,
    )


def execute(body: bytes) -> bytes:
    """Carry out a chore, in a child process."""
    verb, _, text = body.decode().partition(" ")
    if verb == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if verb == "kill-worker":
        os.kill(os.getppid(), signal.SIGKILL)
    if verb == "sleep":
        seconds, _, text = text.partition(" ")
        time.sleep(float(seconds))
    return text.upper().encode()


def main(role: str, suffix: str, name: str) -> int:
    """Run a worker or a decider until SIGTERM."""
    setup("chores", instance=name)
    topics = ChoresTopics(suffix)
    journal = KafkaJournal(
        os.environ["MUSTER_KAFKA_BOOTSTRAP"],
        os.environ["MUSTER_SCHEMA_REGISTRY_URL"],
        name,
        topics=(*topics.all(), lease_topic(suffix)),
    )
    stop, clock = threading.Event(), SystemClock()
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    if role == "worker":
        settings = WorkerSettings(
            worker_id=name, orders=topics.orders, reports=topics.reports, slots=2, lease_ms=LEASE_MS
        )
        Worker(journal, settings, processes_of(execute), clock=clock, stop=stop).run()
        return 0
    lease = SharedLease(
        journal.producer("lease"), process_id=name, clock=clock, every_ms=200, topic=lease_topic(suffix)
    )
    DecidingRole(
        chores(topics, silence_ms=1_000),
        cell=suffix,
        journal=journal,
        store=MemoryStore(),
        snapshots=snapshots(suffix),
        lease=lease,
        process_id=name,
        stop=stop,
        clock=clock,
        chance=random.random,
    ).run()
    return 0


def _decide(state: Entities, given: Input[Inputs], at_ms: int) -> Iterator[Fact[WorkFact]]:
    match given.payload:
        case work_orders.WorkQueued() as asked:
            yield from QUEUE.queued(state, asked.work_id, priority=asked.priority, body=asked.body)
        case work_orders.WorkReturned() as asked:
            yield from QUEUE.returned(state, asked.work_id)
        case report:
            yield from QUEUE.decide(state, report, at_ms)


def _evolve(state: Changes, fact: Happened[WorkFact]) -> None:
    QUEUE.evolve(state, fact, fact.payload)


def _topic(name: str, *records: type[Any]) -> Topic:
    schema = json.loads(JOB_EVENTS.schema)
    schema["namespace"] = "muster.work_orders"
    wanted = {record.__name__ for record in records}
    described = [r for r in json.loads(_SHARED.read_text()) if r["name"] in wanted]
    schema["fields"][-1]["type"] = [{**r, "namespace": "muster.work_orders"} for r in described]
    return Topic(
        name=name,
        owner="chores",
        key="work_id or worker_id",
        partitions=2,
        retention_ms=-1,
        cleanup="delete",
        compatibility="BACKWARD_TRANSITIVE",
        schema=json.dumps(schema),
        payloads=table_of(*records),
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
