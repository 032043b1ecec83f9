"""Print the end of a log file and follow it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

from muster.client.errors import NotFound

_POLL_S: Final = 0.25


def tail_file(path: Path, *, lines: int | None, follow: bool) -> Iterator[str]:
    """Yield the last `lines` lines of a file (all if None); with `follow`, then new lines without end.

    Raises:
        NotFound: the file does not exist.
    """
    try:
        handle = path.open(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        raise NotFound(
            f"{path} does not exist yet", hint="`muster up` starts the servers that write it"
        ) from None
    with handle:
        yield from (handle if lines is None else deque(handle, maxlen=lines))
        if follow:
            yield from _added(handle, path)


def _added(handle: TextIO, path: Path) -> Iterator[str]:
    """Yield appended lines; start again if the file was truncated or replaced by a shorter one."""
    while True:
        if line := handle.readline():
            yield line
            continue
        if path.exists() and path.stat().st_size < handle.tell():
            handle.seek(0)
        time.sleep(_POLL_S)
