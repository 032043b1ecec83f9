"""The scheduler's present state, read from its snapshot and its log, without asking the scheduler."""

from __future__ import annotations

from contextlib import closing

from muster.events.topics import SCHEDULER_LOG
from muster.journal import Start
from muster.journal.kafka import KafkaJournal
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay
from muster.scheduler.edge.audit import batches
from muster.scheduler.edge.snapshots import snapshot_store
from muster.service import S3Settings


def live_state(settings: S3Settings) -> State:
    """The state as of the end of the log.

    Raises:
        JournalError: The log does not answer, or does not replay with this version.
    """
    state, digest, start = State(cell=settings.cell), StateHash(), Start.BEGINNING
    newest = snapshot_store(settings).newest()
    if newest is not None:
        state, digest = newest.load()
        start = newest.log_offset
    journal = KafkaJournal(
        settings.kafka_bootstrap, settings.schema_registry_url, "muster-capacity", topics=[SCHEDULER_LOG]
    )
    with closing(journal):
        for _, batch in batches(journal, start):
            replay.refold(state, digest, batch)
    return state
