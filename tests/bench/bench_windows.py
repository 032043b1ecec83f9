"""Throughput of windows: Kafka through Faust to closed windows on a topic, in one process.

    set -a; . endpoints.env; set +a; python tests/bench/bench_windows.py --events 60000 --keys 500

Events are appended to a topic of four partitions, spread over `--keys` keys, before the worker starts. It
counts them in windows of a second and appends the closed ones to a second topic. The time is from the first
progress to the one that covers all events; CPU seconds are the process's. `--profile` prints where the
worker's main thread spends its time. Both topics are removed at the end.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import sys
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Final

from muster.events.scheduler_lease import LeaseRenewed
from muster.events.wire.envelope import Envelope
from muster.journal import Outgoing, SystemClock
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.journal.windows.closing import ClosedSink
from muster.journal.windows.rows import Progress, WindowRow
from muster.journal.windows.worker import WindowWorker
from muster.testkit.processes.closed_windows import lease_sink, short_sums, topic_named
from muster.testkit.stack.topics import remove_topics

SIZE_MS: Final = 1_000
AT_ONCE: Final = 5_000
PATIENCE_S: Final = 300


class Timed:
    """ClosedSink around another that stops the clock at the last event."""

    def __init__(self, sink: ClosedSink, events: int) -> None:
        self.began_s = self.ended_s = self.cpu_s = 0.0
        self.rows = 0
        self.counted = 0
        self.done = threading.Event()
        self._sink = sink
        self._events = events

    def positions(self) -> Mapping[int, Progress]:
        """Return the sink's positions; reading begins now."""
        found = self._sink.positions()
        self.began_s, self.cpu_s = time.monotonic(), time.process_time()
        return found

    def close(self, rows: Sequence[WindowRow], progress: Progress) -> None:
        """Store them."""
        self._sink.close(rows, progress)
        self.rows += len(rows)
        self.counted += sum(row.events for row in rows)
        if self.counted >= self._events and not self.done.is_set():
            self.ended_s = time.monotonic()
            self.cpu_s = time.process_time() - self.cpu_s
            self.done.set()


def main() -> None:
    """Write the events, close their windows, print the rate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--events", type=int, default=60_000, help="Number of events.")
    parser.add_argument("--keys", type=int, default=500, help="Number of keys.")
    parser.add_argument("--profile", action="store_true", help="Print where the main thread spends its time.")
    options = parser.parse_args()
    servers = os.environ["MUSTER_KAFKA_BOOTSTRAP"], os.environ["MUSTER_SCHEMA_REGISTRY_URL"]
    suffix = uuid.uuid4().hex[:8]
    topic = topic_named(f"bench-events-{suffix}", partitions=4)
    windows = topic_named(f"bench-windows-{suffix}", partitions=4)
    register_schemas(servers[1], [topic, windows])
    create_topics(servers[0], [topic, windows])
    journal = KafkaJournal(*servers, "bench", topics=[topic, windows])
    try:
        with closing(journal.producer("bench")) as producer:
            for begin in range(0, options.events, AT_ONCE):
                numbers = range(begin, min(begin + AT_ONCE, options.events))
                answers = [
                    producer.send(Outgoing(topic, _event(number, f"key-{number % options.keys}")))
                    for number in numbers
                ]
                for answer in answers:
                    answer.result(60)
            time.sleep(2.1 * SIZE_MS / 1000)
            for partition in range(topic.partitions):
                tick = Outgoing(topic, _event(options.events + partition, "tick"), partition=partition)
                producer.send(tick).result(60)
        aggregation = short_sums(topic, size_ms=SIZE_MS, keep_ms=SIZE_MS)
        sink = lease_sink(journal, aggregation, windows)
        timed, stop = Timed(sink, options.events), threading.Event()
        worker = WindowWorker(*servers, aggregation, closed=timed, stop=stop)
        ender = threading.Thread(target=lambda: (timed.done.wait(PATIENCE_S), stop.set()))
        ender.start()
        profile = cProfile.Profile()
        if options.profile:
            profile.runcall(worker.run)
        else:
            worker.run()
        ender.join()
        sink.release()
        took_s = timed.ended_s - timed.began_s
        sys.stdout.write(
            f"{options.events} events, {options.keys} keys, {timed.rows} windows closed with {timed.counted} "
            f"events: {took_s:.2f} s, {options.events / took_s:,.0f} events/s, {timed.cpu_s:.2f} s of CPU\n"
        )
        if options.profile:
            pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(30)
    finally:
        journal.close()
        remove_topics(*servers, [topic, windows])


def _event(number: int, key: str) -> Envelope[LeaseRenewed]:
    return Envelope(
        event_id=f"event-{number}",
        key=key,
        occurred_at_ms=SystemClock().now_ms(),
        producer="bench",
        correlation_id="bench",
        payload=LeaseRenewed(cell=key, epoch=1, leader_id="l"),
    )


if __name__ == "__main__":
    main()
