"""Progress of a state on the log: stored with every batch, and at the beginning of a snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from muster.events.wire.deciding_log import DecidedBatch, InputPosition
from muster.journal import Diverged, PositionLost, TopicPartition
from pydantic import TypeAdapter, ValidationError


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """A place on the log of one service and cell.

    Attributes:
        origin: "service:cell".
        log_offset: The log's next offset is this or larger; folding skips what is there already.
        batches: Batches in the state: the number of the next one.
        seq_next: seq of the next fact.
        epoch: Newest epoch, 0 before the first election.
        led_since_ms: Start of its leadership, milliseconds since 1970 UTC.
        at_ms: Time of the last batch, milliseconds since 1970 UTC.
        positions: Next offset of every input partition.
        decisions_version: Version of the rules that decided the last batch; 0: none did, or not recorded.
    """

    origin: str
    log_offset: int = 0
    batches: int = 0
    seq_next: int = 0
    epoch: int = 0
    led_since_ms: int = 0
    at_ms: int = 0
    positions: tuple[tuple[str, int, int], ...] = ()
    decisions_version: int = 0

    @property
    def input_positions(self) -> dict[TopicPartition, int]:
        """Next offset of every input partition."""
        return {(topic, partition): offset for topic, partition, offset in self.positions}

    def dump(self) -> bytes:
        """Return its bytes for stores and snapshots."""
        return _ADAPTER.dump_json(self)

    @classmethod
    def load(cls, data: bytes | None) -> Reached | None:
        """Parse those bytes; None: there are none, or an older program wrote another form."""
        if data is None:
            return None
        try:
            return _ADAPTER.validate_json(data)
        except ValidationError:
            return None

    def recorded_positions(self) -> tuple[InputPosition, ...]:
        """Return the positions as a batch records them."""
        return tuple(
            InputPosition(topic=topic, partition=partition, next_offset=offset)
            for topic, partition, offset in self.positions
        )

    def with_positions(self, taken: Mapping[TopicPartition, int]) -> Reached:
        """Return the progress after these positions of the inputs."""
        merged = self.input_positions | dict(taken)
        return replace(self, positions=tuple((t, p, offset) for (t, p), offset in sorted(merged.items())))

    def after(self, batch: DecidedBatch, log_offset: int) -> Reached:
        """Further by one batch.

        Raises:
            PositionLost: the log begins behind this place: what lies between is gone.
            Diverged: the batch is not the next one, or an epoch or the time fell.
        """
        if self.batches == 0 and batch.number > 0:
            raise PositionLost(
                f"{self.origin}: the log begins with batch {batch.number}, no snapshot is there"
            )
        if batch.number != self.batches or batch.seq_first != self.seq_next:
            raise Diverged(
                f"{self.origin}: batch {batch.number} with seq {batch.seq_first} follows batch "
                f"{self.batches - 1}; must be batch {self.batches} with seq {self.seq_next}"
            )
        if batch.epoch < self.epoch or batch.at_ms < self.at_ms:
            raise Diverged(
                f"{self.origin}: batch {batch.number} is of epoch {batch.epoch} at {batch.at_ms} ms, "
                f"after epoch {self.epoch} at {self.at_ms} ms"
            )
        return Reached(
            origin=self.origin,
            log_offset=log_offset,
            batches=batch.number + 1,
            seq_next=batch.seq_first + len(batch.facts),
            epoch=batch.epoch,
            led_since_ms=self.led_since_ms if batch.elected is None else batch.at_ms,
            at_ms=batch.at_ms,
            positions=tuple((p.topic, p.partition, p.next_offset) for p in batch.positions),
            decisions_version=batch.decisions_version,
        )


_ADAPTER: Final = TypeAdapter(Reached)
