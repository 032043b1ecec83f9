"""Audits of deciding services: `muster audit` replays their logs and compares everything.

A service declares its log with one line in its pyproject.toml, a DecidingService or an AuditedLog of its own:

    [project.entry-points."muster.audits"]
    quotas = "muster.quotas.edge.roles:DECIDING"
"""

from __future__ import annotations

import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final, Protocol, cast

from muster.deciding import DecidingService, LocalStore, Snapshots, Verified, state_hash, verified
from muster.events.wire.datum import to_json
from muster.events.wire.deciding_log import DecidedBatch
from muster.events.wire.envelope import Topic
from muster.journal import Diverged, Journal
from muster.journal.kafka import KafkaJournal
from muster.service.settings import S3Settings
from muster.store import ObjectStore

GROUP: Final = "muster.audits"


@dataclass(frozen=True, slots=True)
class Unrepeated:
    """A stretch of the log that another version of the rules decided differently.

    Attributes:
        first_offset: Offset of the first batch that came out differently, or left another state.
        next_offset: Offset at which comparing continued, from the state kept when the rules changed, or from
            the recorded facts; None: they did not change again, so nothing after it was compared.
        version: The rules that decided it.
        program_version: The rules of this program.
    """

    first_offset: int
    next_offset: int | None
    version: int
    program_version: int


@dataclass(slots=True)
class Audit:
    """Progress of an audit.

    Attributes:
        batches: Batches decided again.
        inputs: Inputs in them.
        decisions: Decisions or facts that match the record.
        hashes: State hashes that match the record.
        first_offset: Offset of the first of them; None: there was none.
        last_offset: Offset of the last batch.
        state_hash: Hash of the state after the last batch; empty unless `reached_end`.
        epoch: Epoch of the last batch.
        unrepeated: Stretches that were not compared, because another version of the rules decided them.
    """

    batches: int = 0
    inputs: int = 0
    decisions: int = 0
    hashes: int = 0
    first_offset: int | None = None
    last_offset: int | None = None
    state_hash: str = ""
    epoch: int = 0
    unrepeated: list[Unrepeated] = field(default_factory=list[Unrepeated])

    @property
    def reached_end(self) -> bool:
        """Whether the end of the log was compared; else other rules decided it."""
        return all(stretch.next_offset is not None for stretch in self.unrepeated)

    def add(self, batch: Verified, *, same: bool, program_version: int) -> None:
        """Count a batch of a deciding service that came out as recorded; else begin or extend a stretch."""
        version = batch.reached.decisions_version
        if self.unrepeated and self.unrepeated[-1].next_offset is None:
            if not same and self.unrepeated[-1].version == version:
                return
            self.unrepeated[-1] = replace(self.unrepeated[-1], next_offset=batch.offset)
        if not same:
            self.unrepeated.append(Unrepeated(batch.offset, None, version, program_version))
            return
        self.batches += 1
        self.inputs += batch.inputs
        self.decisions += batch.facts
        self.first_offset = batch.offset if self.first_offset is None else self.first_offset
        self.last_offset, self.epoch = batch.offset, batch.reached.epoch


class AuditedLog(Protocol):
    """The log of a service that decides."""

    def audited(self, settings: S3Settings, *, from_snapshot: bool) -> Iterator[Audit]:
        """Replay it to its end; the counts so far after each batch, and at least once.

        Args:
            settings: Addresses of log and snapshots, and the cell.
            from_snapshot: Begin at the newest snapshot, not at the beginning.

        Raises:
            Diverged: something came out other than recorded.
            OtherVersion: likewise, by other rules than these, and the state after them cannot be read.
            PositionLost: log or inputs do not reach back so far.
        """
        ...

    def batch_with(self, settings: S3Settings, seq: int) -> Mapping[str, Any] | None:
        """The batch in which this number is, as JSON; None: it is not on the log."""
        ...


def names() -> Sequence[str]:
    """Services whose log can be audited, sorted; nothing is imported."""
    return sorted(point.name for point in entry_points(group=GROUP))


def audited_log(service: str) -> AuditedLog:
    """The log of a service.

    Raises:
        LookupError: the service has none; names those that have.
    """
    for point in entry_points(group=GROUP):
        if point.name == service:
            found = point.load()
            return DecidingLog(found) if isinstance(found, DecidingService) else cast("AuditedLog", found)
    raise LookupError(f"service is {service!r}; must be one of {', '.join(names())}")


@contextmanager
def audit_journal(settings: S3Settings, topics: Sequence[Topic]) -> Generator[KafkaJournal]:
    """The log on Kafka, for an audit."""
    journal = KafkaJournal(
        settings.kafka_bootstrap, settings.schema_registry_url, "muster-audit", topics=topics
    )
    with closing(journal):
        yield journal


@dataclass(frozen=True, slots=True)
class DecidingLog:
    """The log of a deciding service: inputs are read again, decided again, and facts compared.

    The state is compared with every snapshot that is kept. Where another version of the rules decided
    otherwise, facts are folded. If the next version began with another state than that, its state is used.
    """

    service: DecidingService

    def audited(self, settings: S3Settings, *, from_snapshot: bool) -> Iterator[Audit]:
        """See AuditedLog."""
        snapshots = Snapshots(ObjectStore(settings.store()), self.service.name, settings.cell)
        with audit_journal(settings, self.service.topics) as journal:
            yield from self.audited_on(journal, settings.cell, snapshots, from_snapshot=from_snapshot)

    def audited_on(
        self, journal: Journal, cell: str, snapshots: Snapshots, *, from_snapshot: bool = False
    ) -> Iterator[Audit]:
        """Likewise, on this journal."""
        hashes, handovers = snapshots.hashes(), snapshots.handover_hashes()
        with (
            tempfile.TemporaryDirectory(prefix="audit-") as folder,
            closing(LocalStore(Path(folder) / "state.db")) as store,
        ):
            audit = Audit()
            if from_snapshot:
                audit.epoch = snapshots.open_into(store).epoch
            yield audit
            for batch in verified(self.service, journal, cell=cell, store=store):
                batches, same = batch.reached.batches, not batch.difference
                ours = batch.reached.decisions_version == self.service.decisions_version
                kept = (hashes if ours else hashes | handovers).get(batches)
                replayed = None if kept is None else _hash_of(store)
                if replayed != kept and ours:
                    raise Diverged(
                        f"{self.service.name}: the snapshot after {batches} batches has state hash {kept}, "
                        f"replayed it is {replayed}"
                    )
                if replayed != kept:
                    same = False
                    snapshots.open_handover_into(store, batches)
                elif kept is not None:
                    audit.hashes += 1
                audit.add(batch, same=same, program_version=self.service.decisions_version)
                yield audit
            audit.state_hash = _hash_of(store) if audit.reached_end else ""
            yield audit

    def batch_with(self, settings: S3Settings, seq: int) -> Mapping[str, Any] | None:
        """See AuditedLog; the number is a fact's."""
        log = self.service.log
        with (
            audit_journal(settings, [log]) as journal,
            closing(journal.reader((log,), name="audit", on_poison="stop")) as reader,
        ):
            for delivery in reader.read_to_end():
                batch = cast("DecidedBatch", delivery.envelope.payload)
                if batch.seq_first <= seq < batch.seq_first + len(batch.facts):
                    return cast("Mapping[str, Any]", to_json(batch.to_datum()))
        return None


def _hash_of(store: LocalStore) -> str:
    with store.dump() as entries:
        return state_hash(entries)
