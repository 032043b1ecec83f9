"""Progress of long work: a bar on a terminal, elsewhere a line now and then. All on stderr."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

from muster.terminal.messages import interactive, say

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

_LINES = 10
"""Lines per piece of work where there is no terminal."""

_FILES_MANY: Final = 1_000
"""Fewer files are read so quickly that no progress is shown."""

_REFRESH_S: Final = 0.1


class Progress(Protocol):
    """Receiver of progress; may be called from several threads."""

    def begin(self, text: str, total_bytes: int) -> None:
        """Start work of `total_bytes` bytes."""
        ...

    def advance(self, done_bytes: int) -> None:
        """Advance the progress by `done_bytes` bytes."""
        ...


@contextmanager
def bytes_done() -> Generator[Progress]:
    """Show how many bytes are done while the block runs; on a terminal also the speed and the time left."""
    if not interactive(sys.stderr):
        yield _Lines(_size)
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


@contextmanager
def files_done(text: str, files: int) -> Generator[Callable[[], None]]:
    """Show how many files are done while the block runs, if there are many; call the yielded after each file.

    No thread draws: processes forked in the block would inherit its locks.
    """
    if files < _FILES_MANY:
        yield lambda: None
        return
    with items_done(text, files, "files") as done:
        yield lambda: done(1)


@contextmanager
def items_done(text: str, total: int, unit: str) -> Generator[Callable[[int], None]]:
    """Show how many items are done while the block runs; call the yielded with the number of new ones.

    Args:
        text: Name of the work.
        total: Number of items.
        unit: Name of the items, used where there is no terminal.
    """
    if not interactive(sys.stderr):
        lines = _Lines(lambda done: f"{done:,} {unit}")
        lines.begin(text, total)
        yield lines.advance
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bars(*columns, console=Console(stderr=True), auto_refresh=False) as bars:
        task, drawn_s = bars.add_task(text, total=total), 0.0

        def done(more: int) -> None:
            nonlocal drawn_s
            is_due = time.monotonic() - drawn_s >= _REFRESH_S
            bars.update(task, advance=more, refresh=is_due)
            drawn_s = time.monotonic() if is_due else drawn_s

        yield done
        bars.refresh()


class _Bar:
    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._task: TaskID | None = None

    def begin(self, text: str, total_bytes: int) -> None:
        self._task = self._bars.add_task(text, total=total_bytes)

    def advance(self, done_bytes: int) -> None:
        if self._task is not None:
            self._bars.advance(self._task, done_bytes)


def _size(total_bytes: int) -> str:
    return f"{total_bytes / 1e6:.1f} MB" if total_bytes >= 100_000 else f"{total_bytes:,} bytes"


class _Lines:
    def __init__(self, shown: Callable[[int], str]) -> None:
        self._lock, self._shown = threading.Lock(), shown
        self._text, self._total, self._done, self._said = "", 0, 0, 0

    def begin(self, text: str, total_bytes: int) -> None:
        self._text, self._total, self._done, self._said = text, total_bytes, 0, 0

    def advance(self, done_bytes: int) -> None:
        with self._lock:
            self._done += done_bytes
            tenths = min(_LINES, self._done * _LINES // self._total) if self._total else 0
            if tenths > self._said:
                self._said = tenths
                say(f"{self._text}: {tenths * 100 // _LINES} % of {self._shown(self._total)}")
