"""A cell of a deciding service on the real servers, with topics of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from muster.events.wire.deciding_log import DecidedBatch
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Outgoing
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.testkit.patience import Patience
from muster.testkit.stack.topics import remove_topics


class DecidingCell:
    """Topics, the processes that decide on them, and the log so far.

    Args:
        endpoints: The servers.
        topics: Every topic, made now and removed at the end.
        log: That which is watched.

    Attributes:
        bootstrap: Addresses of the brokers.
        journal: The test's own connection.
        batches: Batches read from the log.
        facts: Payloads in them, in their order.
    """

    def __init__(self, endpoints: Mapping[str, str], topics: Sequence[Topic], log: Topic) -> None:
        self.bootstrap = endpoints["MUSTER_KAFKA_BOOTSTRAP"]
        self._registry = endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
        self._environment = {**os.environ, **endpoints}
        self._topics = topics
        create_topics(self.bootstrap, topics)
        register_schemas(self._registry, topics)
        self.journal = KafkaJournal(self.bootstrap, self._registry, "test")
        self._producer = self.journal.producer("load")
        self._log = self.journal.reader([log], name="watch")
        self._processes: list[subprocess.Popen[bytes]] = []
        self.batches: list[DecidedBatch] = []
        self.facts: list[Any] = []

    def start(self, module: str, *arguments: str, **settings: str) -> subprocess.Popen[bytes]:
        """A process on these servers, `python -m MODULE ARGUMENTS`; killed at the end if it still runs."""
        program = [sys.executable, "-m", module, *arguments]
        process = subprocess.Popen(program, env={**self._environment, **settings})  # noqa: S603  (a test's own module)
        self._processes.append(process)
        return process

    def send(self, topic: Topic, envelope: Envelope[Any]) -> None:
        """Put a record on a topic, and wait until the broker has it."""
        self._producer.send(Outgoing(topic, envelope)).result(60)

    def wait_for(self, condition: Callable[[], bool], what: str) -> None:
        """Read the log until the condition holds."""
        patience = Patience()
        while not condition():
            told = f"in vain: {what}; {len(self.facts)} facts: {self.facts[-5:]}"
            assert not patience.is_over(len(self.batches)), told
            for delivery in self._log.poll(100, 0.2):
                batch = cast("DecidedBatch", delivery.envelope.payload)
                self.batches.append(batch)
                self.facts += [fact.payload for fact in batch.facts]

    def wait_for_epoch(self, epoch: int) -> None:
        """Read the log until a process leads with this epoch or a later one."""
        self.wait_for(lambda: bool(self.batches) and self.batches[-1].epoch >= epoch, f"epoch {epoch}")

    def wait_for_fact(self, kind: type[Any], holds: Callable[[Any], bool]) -> Any:
        """The newest fact of this kind for which that holds, as soon as there is one."""

        def found() -> list[Any]:
            return [fact for fact in self.facts if isinstance(fact, kind) and holds(fact)]

        self.wait_for(lambda: bool(found()), f"a {kind.__name__}")
        return found()[-1]

    def close(self) -> None:
        """End every process, and leave the shared servers as they were."""
        for process in self._processes:
            process.kill()
            process.wait(60)
        self._log.close()
        self._producer.close()
        self.journal.close()
        remove_topics(self.bootstrap, self._registry, self._topics)
