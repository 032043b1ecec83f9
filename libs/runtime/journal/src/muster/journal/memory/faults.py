"""Faults of a memory journal, planned beforehand so that a run can be repeated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class CommitFate(Enum):
    """Outcome of one commit."""

    COMMITTED = "committed"
    UNKNOWN_COMMITTED = "in the log, but the sequencer gets CommitUnknown"
    UNKNOWN_LOST = "not in the log, and the sequencer gets CommitUnknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFaults:
    """Faults by count; commits and sends are counted over the whole journal, from 1.

    Attributes:
        fates: Returns the outcome of the n-th commit; None: success. A dict's `get`, or a seeded choice.
        duplicated: Sends that are appended twice, as when a producer's process dies before the answer.
    """

    fates: Callable[[int], CommitFate | None] = lambda _: None
    duplicated: frozenset[int] = frozenset()

    def of_commit(self, count: int) -> CommitFate:
        """Return the outcome of the commit with this count."""
        return self.fates(count) or CommitFate.COMMITTED
