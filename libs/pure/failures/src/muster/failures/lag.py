"""Ranks that lag in their collectives, found in the lines of PyTorch's NCCL watchdog.

When a collective times out, the watchdog of each rank logs which operations it last enqueued and completed. A
rank that enqueued fewer than its peers never reached the collective: the others waited for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

_LAST_WORK: Final = re.compile(rb"last enqueued NCCL work: (\d{1,18}), last completed NCCL work: (\d{1,18})")


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a rank in the collectives of its process group.

    Attributes:
        enqueued: Number of the last operation that it enqueued.
        completed: Number of the last that it completed.
    """

    enqueued: int
    completed: int


def progress_in(line: bytes) -> Progress | None:
    """Parse a watchdog's line; None: it is another line."""
    found = _LAST_WORK.search(line)
    return Progress(int(found[1]), int(found[2])) if found else None


def lagging(progress: Mapping[int, Progress], ranks: Iterable[int]) -> tuple[int, ...]:
    """Return the ranks that others waited for: those that enqueued least, or were silent unlike others.

    Args:
        progress: Progress by rank.
        ranks: All ranks of the gang.

    Returns:
        Ranks in order; none if all were silent or got equally far.
    """
    if not progress:
        return ()
    silent = {rank for rank in ranks if rank not in progress}
    most = max(each.enqueued for each in progress.values())
    behind = {rank for rank, each in progress.items() if each.enqueued < most}
    least = min((progress[rank].enqueued for rank in behind), default=most)
    return tuple(sorted(silent or {rank for rank in behind if progress[rank].enqueued == least}))
