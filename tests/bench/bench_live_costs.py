"""Live costs by a state that is read on, beside Faust's windows: one topic of `usage-events`, read by both.

    set -a; . endpoints.env; set +a; python tests/bench/bench_live_costs.py --events 20000

Bindings are opened and closed on 100 nodes, in one hour. Faust's worker only counts events in windows of an
hour. `muster.metering.edge.running.Live` keeps the state that the deciding core has, and answers from it: the
first answer reads the topic from its beginning, the second finds nothing new. CPU seconds are this process's.
Its topic is removed at the end.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, Final

from muster.deciding import MemoryStore
from muster.events.job_events import AttemptOutcome
from muster.events.topics import USAGE_EVENTS
from muster.events.usage_events import (
    BindingClosed,
    BindingOpened,
    BindingPart,
    NodeChange,
    NodeChanged,
    Payer,
)
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Outgoing, SystemClock
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.journal.windows.fold import Aggregation
from muster.journal.windows.rows import WindowRow
from muster.journal.windows.worker import WindowWorker
from muster.metering.edge import running
from muster.metering.edge.costs import Sight
from muster.testkit.stack.topics import remove_topics

START_MS: Final = 1_795_233_600_000
HOUR_MS: Final = 3_600_000
AGES_MS: Final = 1_000 * 365 * 24 * HOUR_MS
NODES: Final = 100
AT_ONCE: Final = 1_000
PATIENCE_S: Final = 300
PAYER: Final = Payer(
    tenant="acme",
    team="vision",
    project="p",
    user="ann",
    queue="q",
    tier="STANDARD_TRAINING",
    model_name="",
    labels={},
)


class Counted:
    """Sink of windows; signals when they contain all events."""

    def __init__(self, events: int) -> None:
        self.all = threading.Event()
        self._events = events

    def write(self, rows: Sequence[WindowRow]) -> None:
        """Take the current windows."""
        if any(row.value >= self._events for row in rows):
            self.all.set()


def main() -> None:
    """Write the topic, read it twice, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000)
    asked = parser.parse_args()
    servers = os.environ["MUSTER_KAFKA_BOOTSTRAP"], os.environ["MUSTER_SCHEMA_REGISTRY_URL"]
    topic = replace(USAGE_EVENTS, name=f"usage-events-{uuid.uuid4().hex[:8]}")
    register_schemas(servers[1], [topic])
    create_topics(servers[0], [topic])
    journal = KafkaJournal(*servers, "bench", topics=[topic])
    try:
        count = _write(journal, topic, list(_facts(asked.events)))
        by_windows(servers, topic, count)
        by_state(journal, topic, count)
    finally:
        journal.close()
        remove_topics(*servers, [topic])


def by_windows(servers: tuple[str, str], topic: Topic, count: int) -> None:
    """Count the events in Faust's windows."""
    counting = Aggregation(
        name="count",
        topic=topic,
        key=lambda envelope: envelope.key,
        at_ms=lambda envelope: envelope.occurred_at_ms,
        zero=0,
        add=lambda value, _: value + 1,
        size_ms=HOUR_MS,
        step_ms=HOUR_MS,
        keep_ms=AGES_MS,
        late_ms_max=AGES_MS,
    )
    sink, stop = Counted(count), threading.Event()
    worker = threading.Thread(target=WindowWorker(*servers, counting, sink, stop=stop).run)

    def count_all() -> None:
        worker.start()
        if not sink.all.wait(PATIENCE_S):
            raise TimeoutError(f"windows did not have {count} events after {PATIENCE_S} s")

    timed(f"Faust's windows, {count} events counted", count_all)
    stop.set()
    worker.join()


def by_state(journal: KafkaJournal, topic: Topic, count: int) -> None:
    """Fold the events into the core's state, and answer from it, twice."""
    setattr(running, "USAGE_EVENTS", topic)  # noqa: B010  (what it reads, under another name)
    live = running.Live(journal, SystemClock(), threading.Event(), MemoryStore())
    sight = Sight("acme", whole=True, teams=(), user="", platform=True)
    for which in ("first answer, all read", "second answer, nothing new"):
        timed(
            f"the state, {count} events: {which}", lambda: live.so_far(sight, ("team",), START_MS + HOUR_MS)
        )
    live.close()


def timed(what: str, run: Callable[[], Any]) -> None:
    """Run it, and tell what it took."""
    began_s, cpu_s = time.monotonic(), time.process_time()
    run()
    took = f"{time.monotonic() - began_s:.2f} s, {time.process_time() - cpu_s:.2f} s of CPU"
    sys.stdout.write(f"{what}: {took}\n")


def _facts(count: int) -> Iterator[Any]:
    for number in range(NODES):
        yield NodeChanged(
            node_id=f"n{number}",
            at_ms=START_MS,
            change=NodeChange.JOINED,
            gpu_model="A100",
            gpu_count=8,
            gpu_index=0,
        )
    for number in range((count - NODES) // 2):
        part = BindingPart(node_id=f"n{number % NODES}", gpu_indices=(0,), gpu_milli=1_000)
        at_ms, job_id = START_MS + number, f"job-{number}"
        yield BindingOpened(job_id=job_id, attempt=1, payer=PAYER, at_ms=at_ms, parts=(part,))
        outcome = AttemptOutcome.SUCCEEDED
        yield BindingClosed(job_id=job_id, attempt=1, tenant="acme", at_ms=at_ms + 1, outcome=outcome)


def _write(journal: KafkaJournal, topic: Topic, facts: Sequence[Any]) -> int:
    with closing(journal.sequencer("bench")) as log:
        log.fence()
        for first in range(0, len(facts), AT_ONCE):
            log.commit(
                [_record(topic, first + n, each) for n, each in enumerate(facts[first : first + AT_ONCE])]
            )
    return len(facts)


def _record(topic: Topic, number: int, fact: Any) -> Outgoing:
    envelope = Envelope(
        event_id=f"e{number}",
        key="one",
        occurred_at_ms=START_MS + number * 10,
        producer="bench",
        correlation_id="bench",
        seq=number,
        payload=fact,
    )
    return Outgoing(topic, envelope)


if __name__ == "__main__":
    main()
