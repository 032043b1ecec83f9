"""The end of a log file, and what is added to it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

from muster.client.errors import NotFound

_POLL_S: Final = 0.25


def tail_file(path: Path, *, lines: int | None, follow: bool) -> Iterator[str]:
    """The last `lines` lines of a file (all when None); with `follow`, then what is added, without end.

    Raises:
        NotFound: there is no such file.
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
    """What is appended; from the start again when the file was emptied or replaced by a shorter one."""
    while True:
        if line := handle.readline():
            yield line
            continue
        if path.exists() and path.stat().st_size < handle.tell():
            handle.seek(0)
        time.sleep(_POLL_S)
