"""Faust's transport, made to read committed records only.

With processing at least once faust reads uncommitted records, too (its driver sets `read_committed` for
exactly_once alone, which loses and repeats records: ADR 33). Our topics are written in transactions, and what
an aborted one wrote never happened. Neither faust nor aiokafka has a setting that reaches this.
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
    """Reads through that thread."""

    def _new_consumer_thread(self) -> _Thread:
        return _Thread(self, loop=self.loop, beacon=cast("Any", self).beacon)


class CommittedTransport(driver.Transport):
    """For `App.transport`."""

    Consumer = _Consumer
