"""Memory that a task's processes use together, where no control group counts it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def used_bytes(root: int, enough: int) -> int:
    """Memory of the processes below `root`, in bytes.

    Pages that processes share count once for each of them, which is cheap to measure. Only if that sum
    exceeds `enough` are they counted proportionally.

    Args:
        root: A process, itself not counted.
        enough: Bytes; below it the figure may be too high.
    """
    pids = list(below(root))
    resident = sum(map(resident_bytes, pids))
    return resident if resident <= enough else sum(map(_share, pids))


def below(pid: int) -> Iterator[int]:
    """The processes below one, parents before their children."""
    with suppress(OSError):  # it ended meanwhile
        for thread in os.listdir(f"/proc/{pid}/task"):
            for child in map(int, Path(f"/proc/{pid}/task/{thread}/children").read_text().split()):
                yield child
                yield from below(child)


def resident_bytes(pid: int) -> int:
    """Resident memory of a process; 0 once it has ended."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES
    return 0


def _share(pid: int) -> int:
    """Own pages plus the share of shared ones; all resident memory if the kernel does not report that."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return resident_bytes(pid)
