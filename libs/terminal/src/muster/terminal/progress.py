"""How far long work is: a bar on a terminal, elsewhere a line now and then. All on stderr."""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from muster.terminal.messages import interactive, say

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

_LINES = 10
"""Of one piece of work, where there is no terminal."""


class Progress(Protocol):
    """Who is told how far it is. May be told by several threads."""

    def begin(self, text: str, total_bytes: int) -> None:
        """So many bytes are to be done."""
        ...

    def advance(self, done_bytes: int) -> None:
        """So many more are done."""
        ...


@contextmanager
def bytes_done() -> Generator[Progress]:
    """Shows how many bytes are done while the block runs: with speed and time that is left, on a terminal."""
    if not interactive(sys.stderr):
        yield _Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn, TransferSpeedColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(binary_units=True),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(stderr=True)) as bars:
        yield _Bar(bars)


class _Bar:
    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._task: TaskID | None = None

    def begin(self, text: str, total_bytes: int) -> None:
        self._task = self._bars.add_task(text, total=total_bytes)

    def advance(self, done_bytes: int) -> None:
        if self._task is not None:
            self._bars.advance(self._task, done_bytes)


class _Lines:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._text, self._total, self._done, self._said = "", 0, 0, 0

    def begin(self, text: str, total_bytes: int) -> None:
        self._text, self._total, self._done, self._said = text, total_bytes, 0, 0

    def advance(self, done_bytes: int) -> None:
        with self._lock:
            self._done += done_bytes
            tenths = min(_LINES, self._done * _LINES // self._total) if self._total else 0
            if tenths > self._said:
                self._said = tenths
                say(f"{self._text}: {tenths * 100 // _LINES} % of {self._total / 1e6:.1f} MB")
