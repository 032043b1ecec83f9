"""A process that sums lease epochs over short windows and appends the closed ones to a topic; tests kill it.

    python -m muster.testkit.processes.closed_windows TOPIC WINDOWS_TOPIC [GROUP]

The servers come from the environment. It runs until SIGTERM. Both topics hold records of `scheduler-lease`:
closed windows and progress are JSON in the field `leader_id`.
"""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import sys
import threading
from collections.abc import Iterable
from contextlib import closing
from typing import Any, Final

from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import SCHEDULER_LEASE
from muster.events.wire.envelope import Topic
from muster.journal import Journal
from muster.journal.kafka import KafkaJournal
from muster.journal.windows.fold import Aggregation
from muster.journal.windows.rows import Progress, WindowRow
from muster.journal.windows.topic_sink import TopicSink
from muster.journal.windows.worker import WindowWorker
from muster.telemetry import setup
from muster.testkit.processes.window import add_epoch

WINDOW_MS: Final = 200

_ROW: Final = "row"
_PROGRESS: Final = "progress"


def topic_named(name: str, *, partitions: int = 3) -> Topic:
    """Return the topic of leases under another name, kept like other topics."""
    return dataclasses.replace(
        SCHEDULER_LEASE, name=name, partitions=partitions, cleanup="delete", retention_ms=3_600_000
    )


def short_sums(topic: Topic, *, size_ms: int = WINDOW_MS, keep_ms: int = WINDOW_MS) -> Aggregation[int]:
    """Epochs by cell and fifth of a second."""
    return Aggregation(
        name=topic.name,
        topic=topic,
        key=lambda envelope: envelope.key,
        at_ms=lambda envelope: envelope.occurred_at_ms,
        zero=0,
        add=add_epoch,
        size_ms=size_ms,
        step_ms=size_ms,
        keep_ms=keep_ms,
        late_ms_max=keep_ms,
    )


def lease_sink(journal: Journal, aggregation: Aggregation[int], topic: Topic) -> TopicSink:
    """Return a sink whose records are leases."""
    return TopicSink(
        journal,
        aggregation,
        topic,
        record_of=lease_of_row,
        progress_of=lease_of_progress,
        progress_in=progress_in,
        producer="test",
    )


def lease_of_row(row: WindowRow) -> LeaseRenewed:
    """Return a lease that holds a closed window."""
    return LeaseRenewed(cell=_ROW, epoch=0, leader_id=json.dumps(dataclasses.asdict(row)))


def lease_of_progress(progress: Progress) -> LeaseRenewed:
    """Return a lease that holds a progress."""
    return LeaseRenewed(cell=_PROGRESS, epoch=0, leader_id=json.dumps(dataclasses.asdict(progress)))


def progress_in(payload: Any) -> Progress | None:
    """Return the progress in a lease."""
    match payload:
        case LeaseRenewed(cell=str(kind), leader_id=str(text)) if kind == _PROGRESS:
            return Progress(**json.loads(text))
        case _:
            return None


def rows_in(payloads: Iterable[Any]) -> list[WindowRow]:
    """Return the closed windows in leases."""
    return [
        WindowRow(**json.loads(payload.leader_id))
        for payload in payloads
        if isinstance(payload, LeaseRenewed) and payload.cell == _ROW
    ]


def main(topic_name: str, windows_name: str, group: str | None = None) -> int:
    """Close windows until SIGTERM."""
    setup("windows")
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    servers = os.environ["MUSTER_KAFKA_BOOTSTRAP"], os.environ["MUSTER_SCHEMA_REGISTRY_URL"]
    aggregation = short_sums(topic_named(topic_name))
    windows = topic_named(windows_name)
    with closing(KafkaJournal(*servers, "windows", topics=[windows])) as journal:
        sink = lease_sink(journal, aggregation, windows)
        try:
            WindowWorker(*servers, aggregation, closed=sink, group=group, stop=stop).run()
        finally:
            sink.release()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
