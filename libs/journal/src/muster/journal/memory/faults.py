"""What goes wrong in a memory journal, ordered beforehand so that a run can be repeated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class CommitFate(Enum):
    """How one commit ends."""

    COMMITTED = "committed"
    UNKNOWN_COMMITTED = "in the log, but the sequencer is told CommitUnknown"
    UNKNOWN_LOST = "not in the log, and the sequencer is told CommitUnknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFaults:
    """Faults by count; commits and sends are counted over the whole journal, from 1 on.

    Attributes:
        unknown_committed: These commits are in the log but look unknown.
        unknown_lost: These are not, and look unknown.
        duplicated: These sends are appended twice, as when a producer's process dies before the answer.
        fate: Decides for the others, by count; a seeded simulation gives its own.
    """

    unknown_committed: frozenset[int] = frozenset()
    unknown_lost: frozenset[int] = frozenset()
    duplicated: frozenset[int] = frozenset()
    fate: Callable[[int], CommitFate] = lambda _: CommitFate.COMMITTED

    def of_commit(self, count: int) -> CommitFate:
        """How the commit with this count ends."""
        if count in self.unknown_committed:
            return CommitFate.UNKNOWN_COMMITTED
        if count in self.unknown_lost:
            return CommitFate.UNKNOWN_LOST
        return self.fate(count)
