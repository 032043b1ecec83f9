"""A process that decides about names, for tests that kill, stop and resume one.

    python -m muster.testkit.samples.names.process SUFFIX PROCESS_ID [FAILPOINTS] [STORE] [EVERY_BATCHES]

STORE is a file for the state; memory without. A snapshot is taken every EVERY_BATCHES batches. The servers
come from the environment. Exit codes: 0 stopped by SIGTERM, 3 fenced.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path

from muster.deciding import DecidingRole, LocalStore, MemoryStore, Snapshots
from muster.events.topics import PROCESS_LEASE
from muster.events.wire.envelope import Topic
from muster.journal import Failpoints, Fenced, SharedLease, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.store import ObjectStore, StoreSettings
from muster.telemetry import setup
from muster.testkit.samples.names.records import NamesTopics
from muster.testkit.samples.names.service import names_service

FENCED = 3


def main(
    suffix: str, process_id: str, failpoints: str = "", store: str = "", snapshot_every: str = "20"
) -> int:
    """Lead or stand by until SIGTERM."""
    setup("names", instance=process_id)
    topics = NamesTopics(suffix)
    points = Failpoints(failpoints)
    journal = KafkaJournal(
        os.environ["MUSTER_KAFKA_BOOTSTRAP"],
        os.environ["MUSTER_SCHEMA_REGISTRY_URL"],
        process_id,
        topics=(*topics.all(), lease_topic(suffix)),
        failpoints=points,
    )
    stop, clock = threading.Event(), SystemClock()
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    role = DecidingRole(
        names_service(topics, snapshot_every_batches=int(snapshot_every), silence_ms=1_000),
        cell=suffix,
        journal=journal,
        store=LocalStore(Path(store)) if store else MemoryStore(),
        snapshots=snapshots(suffix, points),
        lease=SharedLease(
            journal.producer("lease"),
            process_id=process_id,
            clock=clock,
            every_ms=200,
            topic=lease_topic(suffix),
        ),
        process_id=process_id,
        stop=stop,
        clock=clock,
        chance=random.random,
        failpoints=points,
    )
    try:
        role.run()
    except Fenced:
        return FENCED
    return 0


def lease_topic(suffix: str) -> Topic:
    """A process lease of the test's own: it is deleted with the test's topics."""
    return replace(PROCESS_LEASE, name=f"process-lease-{suffix}")


def snapshots(suffix: str, failpoints: Failpoints | None = None) -> Snapshots:
    """Snapshots of a test's cell on the real store."""
    settings = StoreSettings(
        endpoint=os.environ["MUSTER_S3_ENDPOINT"],
        access_key=os.environ["MUSTER_S3_ACCESS_KEY"],
        secret_key=os.environ["MUSTER_S3_SECRET_KEY"],
        bucket=os.environ["MUSTER_S3_BUCKET"],
    )
    return Snapshots(ObjectStore(settings), "names", suffix, failpoints=failpoints)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
