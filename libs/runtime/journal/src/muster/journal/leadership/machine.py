"""The interface of the state machine that the leader's runner drives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from muster.events.wire.datum import Record
from muster.journal.journal import Delivery, Outgoing
from muster.journal.position import TopicPartition


class Machine(Protocol):
    """A deterministic machine around a pure core; one thread calls it.

    The runner guarantees: each `step` and `lead` is followed by exactly one of `committed` (the batch is in
    the log) and `discard` (the outcome is unknown), unless it returned nothing to commit.
    """

    def restore(self) -> int | None:
        """Drop the state, load the newest snapshot.

        Returns:
            Next offset of the log to fold; None for the beginning.
        """
        ...

    def fold(self, batch: Delivery[Record]) -> None:
        """Re-step one committed batch.

        Raises:
            Diverged: the recomputed decisions differ from the recorded ones.
            OtherVersion: likewise, and another version of the rules recorded them.
        """
        ...

    def input_positions(self) -> Mapping[TopicPartition, int]:
        """Return the next offset of every input partition, after the last folded or committed batch."""
        ...

    def lead(self, leader_id: str, now_ms: int) -> list[Outgoing]:
        """Make the first batch of a new epoch, including the log's record."""
        ...

    def pass_over(self, positions: Mapping[TopicPartition, int]) -> None:
        """Move inputs on to these offsets with the next `step`, which has to return a batch.

        What lies before them is unreadable, was given to `step`, or comes with the next one.
        """
        ...

    def step(self, deliveries: Sequence[Delivery[Record]], now_ms: int) -> list[Outgoing]:
        """Decide; empty when there is nothing to commit. The state is tentative until `committed`."""
        ...

    def next_deadline_ms(self) -> int | None:
        """Return when to call `step` even if nothing arrives, milliseconds since 1970 UTC; None: never."""
        ...

    def between_batches(self) -> None:
        """Use the state while no batch is under way. Called after every poll, also idle ones.

        For work that reads the state and does not change it, such as answering questions; it delays the next
        batch.
        """
        ...

    def committed(self) -> None:
        """Accept the state: the records that the last step returned are in the log."""
        ...

    def discard(self) -> None:
        """Drop the state: it is unknown whether they are in the log. `restore` and `fold` follow."""
        ...
