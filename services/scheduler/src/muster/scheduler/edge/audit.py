"""Run the whole log through the core again, and compare every decision and hash."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from typing import Any, Final, cast

from muster.events.scheduler_log import Batch
from muster.events.topics import SCHEDULER_LOG
from muster.events.wire.datum import to_json
from muster.journal import Journal, OtherVersion, Position, Start
from muster.scheduler.core.replay.hashing import StateHash, is_comparable
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay
from muster.scheduler.edge.snapshots import BadSnapshot, SnapshotStore, snapshot_store
from muster.service import S3Settings
from muster.service.audit import Audit, Unrepeated, audit_journal
from muster.store import NoSuchObject, StoreUnavailable


class SchedulerLog:
    """The scheduler's log, for `muster audit`."""

    def audited(self, settings: S3Settings, *, from_snapshot: bool) -> Iterator[Audit]:
        """See AuditedLog."""
        with audit_journal(settings, [SCHEDULER_LOG]) as journal:
            yield from audited(journal, settings.cell, snapshot_store(settings), from_snapshot=from_snapshot)

    def batch_with(self, settings: S3Settings, seq: int) -> Mapping[str, Any] | None:
        """See AuditedLog; the number is an input's, as in an event_id CELL:SEQ.N."""
        with audit_journal(settings, [SCHEDULER_LOG]) as journal:
            for _, batch in batches(journal, Start.BEGINNING):
                if batch.seq_first <= seq < batch.seq_first + len(batch.inputs):
                    return cast("Mapping[str, Any]", to_json(batch.to_datum()))
        return None


LOG: Final = SchedulerLog()


def audited(
    journal: Journal, cell: str, snapshots: SnapshotStore, *, from_snapshot: bool = False
) -> Iterator[Audit]:
    """Re-step the log to its end; yield the counts so far after each batch, and at least once.

    If another version of the rules decided differently, continues from the state that was saved when the next
    version took over; if no other version followed, ends there.

    Raises:
        Diverged: A decision or hash differs from the record.
        OtherVersion: Likewise, with other rules, and the state saved after them cannot be read.
    """
    newest = snapshots.newest() if from_snapshot else None
    state, digest = (newest.state, newest.digest) if newest else (State(cell=cell), StateHash())
    start: Start | int | None = newest.snapshot.log_offset if newest else Start.BEGINNING
    audit = Audit(state_hash=digest.refresh(state), epoch=state.epoch)
    yield audit
    while start is not None:
        read, start = batches(journal, start), None
        with closing(read):
            for position, batch in read:
                try:
                    repeated = replay.refold(state, digest, batch)
                except OtherVersion as error:
                    kept = _behind(snapshots, position, error)
                    if kept is not None:
                        start, state, digest = kept
                    audit.unrepeated.append(
                        Unrepeated(position.offset, start, batch.decisions_version, replay.DECISIONS_VERSION)
                    )
                    break
                if repeated:
                    audit.batches += 1
                    audit.inputs += len(batch.inputs)
                    audit.decisions += len(batch.decisions)
                    audit.hashes += is_comparable(batch)
                    audit.first_offset = position.offset if audit.first_offset is None else audit.first_offset
                    audit.last_offset, audit.epoch = position.offset, state.epoch
                    yield audit
    audit.state_hash = digest.refresh(state) if audit.reached_end else ""
    yield audit


def _behind(
    snapshots: SnapshotStore, position: Position, error: OtherVersion
) -> tuple[int, State, StateHash] | None:
    """Return the first state that was saved after this batch, and the log offset at which it continues.

    None: no other rules followed those that decided the batch.

    Raises:
        OtherVersion: The given error, with the reason why the state cannot be read.
    """
    try:
        for handover in snapshots.handovers():
            if handover.log_offset > position.offset:
                return handover.log_offset, *handover.load()
    except (BadSnapshot, NoSuchObject, StoreUnavailable) as unreadable:
        raise OtherVersion(f"{error}; what was kept behind it cannot be read: {unreadable}") from unreadable
    return None


def batches(journal: Journal, start: Start | int) -> Generator[tuple[Position, Batch]]:
    """Yield every batch from an offset to the current end of the log; only a part is in memory at a time."""
    at: Any = start if isinstance(start, Start) else {(SCHEDULER_LOG.name, 0): start}
    with closing(journal.reader((SCHEDULER_LOG,), start=at, name="audit", on_poison="stop")) as reader:
        for delivery in reader.read_to_end():
            payload = delivery.envelope.payload
            if isinstance(payload, Batch):
                yield delivery.position, payload
