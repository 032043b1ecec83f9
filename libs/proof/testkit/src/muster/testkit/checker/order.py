"""One order: seq gapless, epochs and time never fall, no input is taken twice or skipped."""

from __future__ import annotations

from muster.events.scheduler_log import Batch, LeaderElected
from muster.testkit.checker.breach import Breaches


class Order:
    """Follows the sequence of batches."""

    def __init__(self, breaches: Breaches) -> None:
        self._breaches = breaches
        self._seq_next = 0
        self._epoch = 0
        self._now_ms = 0
        self._positions: dict[tuple[str, int], int] = {}
        self._event_ids: set[str] = set()

    def take(self, batch: Batch) -> None:
        """Check one batch."""
        expect, at = self._breaches.expect, f"batch {batch.seq_first}"
        expect(batch.seq_first == self._seq_next, "seq gapless", at, f"the next is {self._seq_next}")
        expect(bool(batch.inputs), "no empty batch", at, "no inputs")
        expect(batch.observed_at_ms >= self._now_ms, "time never goes back", at, batch.observed_at_ms)
        self._check_epoch(batch)
        for place, entry in enumerate(batch.inputs, batch.seq_first):
            expect(entry.seq == place, "seq gapless", f"seq {entry.seq}", f"expected {place}")
        self._check_positions(batch)
        self._check_decisions(batch)
        self._seq_next = batch.seq_first + len(batch.inputs)
        self._now_ms = batch.observed_at_ms

    def _check_epoch(self, batch: Batch) -> None:
        elected = [entry.payload.epoch for entry in batch.inputs if isinstance(entry.payload, LeaderElected)]
        expected = [self._epoch + 1] if elected else []
        at = f"batch {batch.seq_first}"
        self._breaches.expect(elected == expected, "epochs rise by one", at, f"{elected} after {self._epoch}")
        self._epoch = elected[-1] if elected else self._epoch
        self._breaches.expect(batch.epoch == self._epoch, "epoch is the leader's", at, batch.epoch)

    def _check_positions(self, batch: Batch) -> None:
        after = {(p.topic, p.partition): p.next_offset for p in batch.positions}
        for entry in batch.inputs:
            source = entry.source
            if source is None:
                continue
            partition = source.topic, source.partition
            at, next_offset = f"seq {entry.seq}", self._positions.get(partition, 0)
            self._breaches.expect(source.offset >= next_offset, "no input twice", at, f"{source}")
            self._positions[partition] = source.offset + 1
        for partition, offset in self._positions.items():
            found = after.get(partition, 0)
            at = f"batch {batch.seq_first}"
            self._breaches.expect(found >= offset, "positions cover inputs", at, f"{partition}: {found}")
        self._positions = (
            after  # unreadable records may have been passed, and nothing before them comes later
        )

    def _check_decisions(self, batch: Batch) -> None:
        seqs = range(batch.seq_first, batch.seq_first + len(batch.inputs))
        cause_before = batch.seq_first
        for decision in batch.decisions:
            at, cause = decision.event_id, decision.cause_seq
            self._breaches.expect(cause in seqs, "a decision has its cause beside it", at, cause)
            self._breaches.expect(cause >= cause_before, "decisions follow inputs in order", at, cause)
            self._breaches.expect(at not in self._event_ids, "event ids are unique", at, "seen before")
            self._event_ids.add(at)
            cause_before = cause
