"""A process that sends alerts, for tests that kill it: the reactor of alerts on topics of a test's own.

    python -m muster.testkit.processes.reactor NAME ALERTS DELIVERIES URL SECRETS LEASE_MS FAILPOINTS

The servers come from the environment. It runs until SIGTERM.
"""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from muster.events.delivery_events import AlertNotDelivered, AlertSent
from muster.events.topics import ALERTS_EVENTS, DELIVERY_EVENTS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Failpoints, Outgoing, Start, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.reactors import Ledger, ReactorWorker
from muster.reactors.alerts.sender import Sender, alerts
from muster.reactors.alerts.targets import Secrets, Targets


def topics(alerts: str, deliveries: str) -> tuple[Topic, Topic]:
    """The topic to follow, and that of reports."""
    return (
        dataclasses.replace(ALERTS_EVENTS, name=alerts),
        dataclasses.replace(DELIVERY_EVENTS, name=deliveries),
    )


def main(arguments: Sequence[str]) -> int:
    """Send until SIGTERM."""
    name, alerts_name, deliveries_name, url, secrets, lease_ms, failpoints = arguments
    followed, reported = topics(alerts_name, deliveries_name)
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    clock = SystemClock()
    bootstrap, registry = os.environ["MUSTER_KAFKA_BOOTSTRAP"], os.environ["MUSTER_SCHEMA_REGISTRY_URL"]
    with (
        closing(KafkaJournal(bootstrap, registry, name, topics=[followed, reported])) as journal,
        closing(journal.producer(name)) as producer,
        Ledger(os.environ["MUSTER_POSTGRES_DSN"]) as ledger,
    ):
        ledger.prepare()

        def tell(report: Envelope[AlertSent | AlertNotDelivered]) -> None:
            producer.send(Outgoing(reported, report)).result(10)

        sender = Sender(
            targets=Targets(private=[url]), secrets=Secrets(Path(secrets)), clock=clock, tell=tell
        )
        reactor = dataclasses.replace(alerts(sender), name=name, topics=[followed], begin=Start.BEGINNING)
        ReactorWorker(
            reactor,
            journal,
            ledger,
            clock=clock,
            stop=stop,
            lease_ms=int(lease_ms),
            failpoints=Failpoints(failpoints),
        ).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
