"""Writing to a memory log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future

from muster.journal.errors import CommitUnknown, Fenced
from muster.journal.journal import Outgoing
from muster.journal.memory.faults import CommitFate, MemoryFaults
from muster.journal.memory.log import Addressed, MemoryLog
from muster.journal.position import Position
from muster.journal.wire.codec import Codec


class MemoryProducer:
    """Appends at once; every future is done when `send` returns."""

    def __init__(self, log: MemoryLog, codec: Codec, faults: MemoryFaults, counts: Iterator[int]) -> None:
        self._log = log
        self._codec = codec
        self._faults = faults
        self._counts = counts

    def send(self, outgoing: Outgoing) -> Future[Position]:
        """Append; twice if the faults demand it."""
        value = self._codec.encode(outgoing.topic, outgoing.envelope)
        record = addressed(outgoing, value)
        answer: Future[Position] = Future()
        if next(self._counts) in self._faults.duplicated:
            self._log.append_keyed(record)
        answer.set_result(self._log.append_keyed(record))
        return answer

    def flush(self, timeout_s: float) -> None:
        """Do nothing: every record is appended at once."""

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class MemorySequencer:
    """Commits under an epoch that the log checks."""

    def __init__(
        self, log: MemoryLog, codec: Codec, faults: MemoryFaults, counts: Iterator[int], transactional_id: str
    ) -> None:
        self._log = log
        self._codec = codec
        self._faults = faults
        self._counts = counts
        self._id = transactional_id
        self._epoch: int | None = None
        self._over = False

    def fence(self) -> None:
        """End every earlier sequencer of this id."""
        self._epoch = self._log.fence(self._id)

    def commit(self, batch: Sequence[Outgoing]) -> None:
        """Append all records or none, or fail as the faults demand."""
        if self._epoch is None or self._over:
            raise CommitUnknown(f"{self._id}: not fenced, closed, or an earlier commit's outcome is unknown")
        values = self._codec.encode_all(batch)
        records = [addressed(o, value) for o, value in zip(batch, values, strict=True)]
        fate = self._faults.of_commit(next(self._counts))
        try:
            if fate is CommitFate.UNKNOWN_LOST:
                self._log.check_epoch(self._id, self._epoch)
            else:
                self._log.commit(self._id, self._epoch, records)
        except Fenced:
            self._over = True
            raise
        if fate is not CommitFate.COMMITTED:
            self._over = True
            raise CommitUnknown(f"{self._id}: epoch {self._epoch}: {fate.value}")

    def close(self) -> None:
        """Close; commits fail afterwards."""
        self._over = True


def addressed(outgoing: Outgoing, value: bytes | None) -> Addressed:
    """A record in the form that the log stores."""
    return Addressed(
        outgoing.topic.name,
        outgoing.partition,
        outgoing.envelope.key,
        value,
        outgoing.trace,
        outgoing.authorization,
    )
