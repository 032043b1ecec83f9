"""A cell of a deciding service that reads the facts of a scheduler; a test writes them."""

from __future__ import annotations

import subprocess
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from muster.deciding import DecidingService, verify
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_EVENTS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Outgoing
from muster.testkit.stack.deciding_cell import DecidingCell
from muster.testkit.stack.renamed import RenamedJournal, renamed, topics_of


class FedCell(DecidingCell):
    """Topics of one service under names of their own, and one scheduler's hand on `job-events`.

    Args:
        endpoints: The servers.
        service: Name of the service, as in its settings and in testkit.processes.
        log: Log of the cell.

    Attributes:
        suffix: Suffix of every topic.
        cell: The cell.
        log: The journal that sees these topics under their usual names.
    """

    def __init__(self, endpoints: Mapping[str, str], service: str, log: Topic) -> None:
        self.suffix = uuid.uuid4().hex[:8]
        self.cell = f"cell-{self.suffix}"
        [watched] = renamed(self.suffix, [log])
        topics = renamed(self.suffix, topics_of(service))
        super().__init__({**endpoints, "MUSTER_CELL": self.cell}, topics, watched)
        bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
        self.log = RenamedJournal(bootstrap, registry, "test", self.suffix)
        self._service = service
        self._scheduler = self.log.sequencer("scheduler")
        self._scheduler.fence()

    def contend(
        self, folder: Path, failpoints: str = "", port: int = 0, options: Sequence[str] = ()
    ) -> subprocess.Popen[bytes]:
        """A process of the service with a state file of its own."""
        return self.start(
            f"muster.testkit.processes.{self._service}",
            self.suffix,
            *options,
            MUSTER_HOME=str(folder),
            MUSTER_HTTP_PORT=str(port),
            MUSTER_FAILPOINTS=failpoints,
            MUSTER_SILENCE_MS="1500",
        )

    def commit(self, seq: int, at_ms: int, facts: Sequence[Any], event_id: str = "") -> None:
        """Facts of one batch of the scheduler, with watermarks, in one transaction.

        Args:
            seq: Seq of the batch.
            at_ms: Time of the batch, milliseconds since 1970 UTC.
            facts: In their order.
            event_id: Event id of each fact; empty: made of seq and index.
        """
        records = [
            Outgoing(JOB_EVENTS, envelope(event_id or f"{seq}.{index}", at_ms, fact, (seq, index)))
            for index, fact in enumerate(facts)
        ]
        mark = Watermark(seq=seq, at_ms=at_ms)
        for partition in range(JOB_EVENTS.partitions):
            marked = envelope(f"{seq}.w{partition}", at_ms, mark)
            records.append(Outgoing(JOB_EVENTS, marked, partition=partition))
        self._scheduler.commit(records)

    def check_log(self, service: DecidingService, events: Topic) -> None:
        """Check that replay repeats the log, and that each logged fact was published once.

        Plans expire while this looks, so that both are read on until they agree.
        """
        verify(service, self.log, cell=self.cell)
        reader = self.log.reader([events], name="t", on_poison="stop")
        published: list[str] = []

        def agrees() -> bool:
            read = (delivery.envelope for delivery in reader.read_to_end())
            published.extend(each.event_id for each in read if not isinstance(each.payload, Watermark))
            return sorted(published) == sorted(fact.event_id for each in self.batches for fact in each.facts)

        self.wait_for(agrees, f"that what is logged is published on {events.name}, each fact once")

    def close(self) -> None:
        """Close the connections as well."""
        self._scheduler.close()
        self.log.close()
        super().close()


def envelope(
    event_id: str, at_ms: int, payload: Any, order: tuple[int | None, int | None] = (None, None)
) -> Envelope[Any]:
    """A record under the key of its subject; `order` is the seq and index of a fact."""
    names = ("job_id", "node_id", "queue")
    key = next((found for name in names if (found := getattr(payload, name, ""))), "w")
    return Envelope(
        event_id=event_id,
        key=key,
        occurred_at_ms=at_ms,
        producer="test",
        correlation_id=key,
        seq=order[0],
        index=order[1],
        payload=payload,
    )
