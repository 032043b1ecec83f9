"""Which ranks lag in their collectives, read from the lines of PyTorch's NCCL watchdog.

When a collective runs into its timeout, the watchdog of each rank writes which operation it had last enqueued
and completed. A rank that enqueued fewer than its peers never came to the collective: the others waited for
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

_LAST_WORK: Final = re.compile(rb"last enqueued NCCL work: (\d{1,18}), last completed NCCL work: (\d{1,18})")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a rank came in the collectives of its process group.

    Attributes:
        enqueued: Number of the last operation that it enqueued.
        completed: Number of the last that it completed.
    """

    enqueued: int
    completed: int


def progress_in(line: bytes) -> Progress | None:
    """What a watchdog's line says; None: it is no such line."""
    found = _LAST_WORK.search(line)
    return Progress(int(found[1]), int(found[2])) if found else None


def lagging(progress: Mapping[int, Progress], ranks: Iterable[int]) -> tuple[int, ...]:
    """The ranks that others waited for: those that enqueued least, or that said nothing where others did.

    Args:
        progress: By rank.
        ranks: All of the gang.

    Returns:
        Ranks in order; none, when nothing was said or all came equally far.
    """
    if not progress:
        return ()
    silent = {rank for rank in ranks if rank not in progress}
    most = max(each.enqueued for each in progress.values())
    behind = {rank for rank, each in progress.items() if each.enqueued < most}
    least = min((progress[rank].enqueued for rank in behind), default=most)
    return tuple(sorted(silent or {rank for rank in behind if progress[rank].enqueued == least}))
