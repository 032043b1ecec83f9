"""A process that runs one reactor, for tests that kill it: it posts every lease renewal to a URL.

    python -m muster.testkit.processes.reactor NAME TOPIC URL SECRET LEASE_MS FAILPOINTS

The servers come from the environment. It runs until SIGTERM.
"""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
import threading
from collections.abc import Iterable, Sequence
from contextlib import closing

from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import SCHEDULER_LEASE
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.journal import Delivery, Failpoints, Start, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.reactors import Effect, Ledger, Reactor, ReactorWorker
from muster.reactors.webhook import Webhook, WebhookTarget, webhook


def topic(name: str) -> Topic:
    """The topic to follow."""
    return dataclasses.replace(SCHEDULER_LEASE, name=name)


def renewals_to(url: str, delivery: Delivery[Record]) -> Iterable[Effect]:
    """One POST per renewal."""
    match delivery.envelope.payload:
        case LeaseRenewed() as renewed:
            return [webhook(url, {"cell": renewed.cell, "epoch": renewed.epoch})]
        case _:
            return []


def main(arguments: Sequence[str]) -> int:
    """Run the reactor until SIGTERM."""
    name, topic_name, url, secret, lease_ms, failpoints = arguments
    followed = topic(topic_name)
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    clock = SystemClock()
    target = WebhookTarget(secret=secret.encode(), private=True)
    bootstrap, registry = os.environ["MUSTER_KAFKA_BOOTSTRAP"], os.environ["MUSTER_SCHEMA_REGISTRY_URL"]
    with (
        closing(KafkaJournal(bootstrap, registry, name, topics=[followed])) as journal,
        Ledger(os.environ["MUSTER_POSTGRES_DSN"]) as ledger,
        Webhook({url: target}, clock=clock) as post,
    ):
        ledger.prepare()
        reactor = Reactor(
            name=name,
            topics=[followed],
            effects=lambda delivery: renewals_to(url, delivery),
            perform=post,
            begin=Start.BEGINNING,
        )
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
