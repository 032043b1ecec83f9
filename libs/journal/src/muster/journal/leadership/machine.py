"""What the leader's runner drives: a state machine that lives in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from muster.events.wire.datum import Record
from muster.journal.journal import Delivery, Outgoing
from muster.journal.position import TopicPartition


class Machine(Protocol):
    """A deterministic machine around a pure core; one thread calls it.

    The runner's promise: `step` and `lead` are each followed by exactly one of `committed` (their batch is in
    the log) and `discard` (nobody knows), unless they returned nothing to commit.
    """

    def restore(self) -> int | None:
        """Forget everything, load the newest snapshot.

        Returns:
            Next offset of the log to fold; None for the beginning.
        """
        ...

    def fold(self, batch: Delivery[Record]) -> None:
        """Re-step one committed batch.

        Raises:
            Diverged: the recomputed decisions differ from the recorded ones.
        """
        ...

    def input_positions(self) -> Mapping[TopicPartition, int]:
        """Where every input stands after what was folded or committed."""
        ...

    def lead(self, leader_id: str, now_ms: int) -> list[Outgoing]:
        """The first batch of a new epoch; the log's record is among it."""
        ...

    def step(self, deliveries: Sequence[Delivery[Record]], now_ms: int) -> list[Outgoing]:
        """Decide; empty when there is nothing to commit. Tentative until `committed`."""
        ...

    def next_deadline_ms(self) -> int | None:
        """When `step` wants to be called though nothing arrives; milliseconds since 1970 UTC."""
        ...

    def between_batches(self) -> None:
        """The state stands still and counts: nothing is under way. Called after every poll, also idle ones.

        For what looks at the state and changes nothing, such as answers to questions; it delays the next
        batch.
        """
        ...

    def committed(self) -> None:
        """What the last step returned is in the log: now the state counts."""
        ...

    def discard(self) -> None:
        """Nobody knows whether it is: forget the state. `restore` and `fold` follow."""
        ...
