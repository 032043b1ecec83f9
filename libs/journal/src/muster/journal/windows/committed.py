"""Faust's transport, made to read committed records only.

With at-least-once processing faust also reads uncommitted records (its driver sets `read_committed` only for
exactly_once, which loses and repeats records: ADR 33). Our topics are written in transactions, and records of
an aborted one must not be read. Neither faust nor aiokafka has a setting for this.
"""

from __future__ import annotations

from typing import Any, cast

from faust.transport.drivers import aiokafka as driver


class _Thread(driver.AIOKafkaConsumerThread):
    """The thread that reads."""

    def _create_worker_consumer(self, transport: Any) -> Any:
        consumer = cast("Any", super()._create_worker_consumer(transport))
        if consumer._isolation_level not in ("read_uncommitted", "read_committed"):
            raise TypeError(f"aiokafka's isolation level is {consumer._isolation_level!r}: it has changed")
        consumer._isolation_level = "read_committed"
        return consumer


class _Consumer(driver.Consumer):
    """The consumer that uses that thread."""

    def _new_consumer_thread(self) -> _Thread:
        return _Thread(self, loop=self.loop, beacon=cast("Any", self).beacon)


class CommittedTransport(driver.Transport):
    """The transport for `App.transport`."""

    Consumer = _Consumer
