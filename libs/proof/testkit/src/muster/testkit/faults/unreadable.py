"""Records that nobody can read, written to a topic as any program that reaches the broker can."""

from __future__ import annotations

import os
from collections import defaultdict
from contextlib import ExitStack, closing
from functools import partial
from typing import Final, cast

from confluent_kafka import Producer
from muster.events.dead_letters import DeadLetter
from muster.events.wire.envelope import Topic
from muster.journal import Start, dead_letter_topic
from muster.journal.kafka import KafkaJournal
from muster.local.processes import supervisor
from muster.testkit.faults.site import Site

_BYTES: Final = 50
_ANSWER_S: Final = 60.0
_AT_ONCE: Final = 10_000
"""Records between two waits for the broker, and dead letters in one read."""

_POLL_S: Final = 0.2


class UnreadableRecords:
    """Unreadable records on one topic, and the dead letters that follow.

    Args:
        site: The product.
        topic: Topic to write to.
        count: Number of records.
        readers: Number of readers of the topic that write dead letters.
        closing_up: Closes the connection in the end.
    """

    def __init__(self, site: Site, topic: Topic, *, count: int, readers: int, closing_up: ExitStack) -> None:
        self._site = site
        self._topic = topic
        self._count = count
        self._readers = readers
        registry = site.product.endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
        journal = closing_up.enter_context(closing(KafkaJournal(site.bootstrap, registry, "unreadable")))
        letters = journal.reader([dead_letter_topic(topic)], name="letters", start=Start.END)
        self._letters = closing_up.enter_context(closing(letters))
        self._processes = self._running()
        self._places: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)

    def write(self) -> None:
        """Write them."""
        producer = Producer({"bootstrap.servers": self._site.bootstrap})
        for first in range(0, self._count, _AT_ONCE):
            for _ in range(first, min(first + _AT_ONCE, self._count)):
                producer.produce(self._topic.name, b"\x01" + os.urandom(_BYTES))
            assert producer.flush(_ANSWER_S) == 0

    def check(self) -> None:
        """Wait until each reader has passed all of them with dead letters; no process may have ended."""
        self._site.product.until(self._are_passed, position=self._counts, told=partial(str, self))
        assert self._running() == self._processes, "a process has ended"

    def __str__(self) -> str:
        return f"dead letters of {self._topic.name}: {self._counts()}"

    def _are_passed(self) -> bool:
        for delivery in self._letters.poll(_AT_ONCE, _POLL_S):
            letter = cast("DeadLetter", delivery.envelope.payload)
            self._places[letter.reader].add((letter.partition, letter.offset))
        counts = self._counts()
        return len(counts) == self._readers and set(counts.values()) == {self._count}

    def _counts(self) -> dict[str, int]:
        return {reader: len(places) for reader, places in self._places.items()}

    def _running(self) -> dict[str, int]:
        """Process ids by program."""
        home = self._site.product.home
        found = {name: supervisor.alive(home, name) for name in home.recorded()}
        return {name: process.pid for name, process in found.items() if process is not None}
