"""The scheduler's present state, read from its snapshot and its log, without asking the scheduler."""

from __future__ import annotations

from muster.journal import Journal, Start
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay
from muster.scheduler.edge.audit import batches
from muster.scheduler.edge.snapshots import SnapshotStore


def live_state(journal: Journal, snapshots: SnapshotStore, cell: str) -> State:
    """The state as of the end of the log.

    Raises:
        JournalError: The log does not answer, or does not replay with this version.
    """
    state, digest, start = State(cell=cell), StateHash(), Start.BEGINNING
    newest = snapshots.newest()
    if newest is not None:
        state, digest, start = newest.state, newest.digest, newest.snapshot.log_offset
    for _, batch in batches(journal, start):
        replay.refold(state, digest, batch)
    return state
