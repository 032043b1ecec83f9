"""A process that sums lease epochs over windows of a minute, for tests that kill it.

    python -m muster.testkit.processes.window TOPIC SCHEMA

The servers come from the environment. It runs until SIGTERM.
"""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
import threading
from contextlib import closing

from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import SCHEDULER_LEASE
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.journal.windows.fold import Aggregation
from muster.journal.windows.worker import WindowWorker
from muster.telemetry import setup
from muster.views.windows import WindowTable

MINUTE_MS = 60_000


def sums(topic_name: str, *, step_ms: int = MINUTE_MS) -> Aggregation[int]:
    """Epochs by cell and minute."""
    return Aggregation(
        name=topic_name,
        topic=dataclasses.replace(SCHEDULER_LEASE, name=topic_name, partitions=3),
        key=lambda envelope: envelope.key,
        at_ms=lambda envelope: envelope.occurred_at_ms,
        zero=0,
        add=add_epoch,
        size_ms=MINUTE_MS,
        step_ms=step_ms,
        keep_ms=60 * MINUTE_MS,
        late_ms_max=60 * MINUTE_MS,
    )


def add_epoch(total: int, envelope: Envelope[Record]) -> int:
    """The sum with one more epoch."""
    match envelope.payload:
        case LeaseRenewed() as renewed:
            return total + renewed.epoch
        case _:
            return total


def main(topic_name: str, schema: str) -> int:
    """Keep windows up to date until SIGTERM."""
    setup("windows")
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    with closing(WindowTable(os.environ["MUSTER_POSTGRES_DSN"], schema=schema)) as table:
        table.prepare()
        WindowWorker(
            os.environ["MUSTER_KAFKA_BOOTSTRAP"],
            os.environ["MUSTER_SCHEMA_REGISTRY_URL"],
            sums(topic_name),
            table,
            stop=stop,
        ).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
