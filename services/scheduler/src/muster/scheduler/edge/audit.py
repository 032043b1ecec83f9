"""Run the whole log through the core again, and compare every decision and hash."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from muster.events.scheduler_log import Batch
from muster.events.topics import SCHEDULER_LOG
from muster.journal import Journal, Position, Start
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay
from muster.scheduler.edge.snapshots import SnapshotStore


@dataclass(slots=True)
class Audit:
    """What has been compared so far.

    Attributes:
        batches: Number of batches re-stepped.
        inputs: Number of inputs in them.
        decisions: Number of decisions that matched the record.
        hashes: Number of state hashes that matched the record.
        first_offset: Offset of the first batch; None: there was none.
        last_offset: Offset of the last batch; None: there was none.
        state_hash: Hash of the state after the last batch.
        epoch: Epoch of the last batch.
    """

    batches: int = 0
    inputs: int = 0
    decisions: int = 0
    hashes: int = 0
    first_offset: int | None = None
    last_offset: int | None = None
    state_hash: str = ""
    epoch: int = 0


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
            audit.hashes += batch.state_hash is not None
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
