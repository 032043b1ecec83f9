"""Run the whole log through the core again, and compare every decision and hash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, Final, cast

from muster.events.scheduler_log import Batch
from muster.events.topics import SCHEDULER_LOG
from muster.events.wire.datum import to_json
from muster.journal import Journal, Position, Start
from muster.scheduler.core.replay.hashing import StateHash, is_comparable
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay
from muster.scheduler.edge.snapshots import SnapshotStore, snapshot_store
from muster.service import S3Settings
from muster.service.audit import Audit, audit_journal


class SchedulerLog:
    """What `muster audit` asks of the scheduler."""

    def audited(self, settings: S3Settings, *, from_snapshot: bool) -> Iterator[Audit]:
        """See AuditedLog."""
        snapshots = snapshot_store(settings) if from_snapshot else None
        with audit_journal(settings, [SCHEDULER_LOG]) as journal:
            yield from audited(journal, settings.cell, snapshots)

    def batch_with(self, settings: S3Settings, seq: int) -> Mapping[str, Any] | None:
        """See AuditedLog; the number is an input's, as in an event_id CELL:SEQ.N."""
        with audit_journal(settings, [SCHEDULER_LOG]) as journal:
            for _, batch in batches(journal, Start.BEGINNING):
                if batch.seq_first <= seq < batch.seq_first + len(batch.inputs):
                    return cast("Mapping[str, Any]", to_json(batch.to_datum()))
        return None


LOG: Final = SchedulerLog()


def audited(journal: Journal, cell: str, snapshots: SnapshotStore | None = None) -> Iterator[Audit]:
    """Re-step the log to its end; yields the counts so far after each batch, and at least once.

    Raises:
        Diverged: A decision or hash differs from the record.
    """
    state, digest, start = State(cell=cell), StateHash(), Start.BEGINNING
    newest = snapshots.newest() if snapshots else None
    if newest is not None:
        state, digest = newest.load()
        start = newest.log_offset
    audit = Audit(state_hash=digest.refresh(state), epoch=state.epoch)
    yield audit
    for position, batch in batches(journal, start):
        if replay.refold(state, digest, batch):
            audit.batches += 1
            audit.inputs += len(batch.inputs)
            audit.decisions += len(batch.decisions)
            audit.hashes += is_comparable(batch)
            audit.first_offset = position.offset if audit.first_offset is None else audit.first_offset
            audit.last_offset, audit.epoch = position.offset, state.epoch
            yield audit
    audit.state_hash = digest.refresh(state)
    yield audit


def batches(journal: Journal, start: Start | int) -> Iterator[tuple[Position, Batch]]:
    """Every batch from an offset to the current end of the log; only a part is in memory at a time."""
    at: Any = start if isinstance(start, Start) else {(SCHEDULER_LOG.name, 0): start}
    with closing(journal.reader((SCHEDULER_LOG,), start=at, name="audit", on_poison="stop")) as reader:
        for delivery in reader.read_to_end():
            payload = delivery.envelope.payload
            if isinstance(payload, Batch):
                yield delivery.position, payload
