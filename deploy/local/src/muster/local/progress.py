"""What `up` and `down` tell while they work: nothing, one line per fact, or a live table on a terminal."""

from __future__ import annotations

from typing import Protocol

from rich.console import Console
from rich.progress import Progress as RichProgress
from rich.progress import SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn


class Progress(Protocol):
    """Told what happens, from several threads."""

    def downloading(self, total_bytes: int) -> None:
        """That many bytes will come."""

    def arrived(self, count_bytes: int) -> None:
        """That many more have come."""

    def starting(self, name: str) -> None:
        """A step or a program begins."""

    def ready(self, name: str, seconds: float) -> None:
        """It is ready, so long after it began."""

    def failed(self, name: str) -> None:
        """It will not be ready."""

    def stopped(self, name: str) -> None:
        """It was stopped."""


class _Silent:
    def downloading(self, total_bytes: int) -> None: ...
    def arrived(self, count_bytes: int) -> None: ...
    def starting(self, name: str) -> None: ...
    def ready(self, name: str, seconds: float) -> None: ...
    def failed(self, name: str) -> None: ...
    def stopped(self, name: str) -> None: ...


SILENT: Progress = _Silent()


class Lines:
    """One line per fact, for logs and pipes."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._left_bytes = 0

    def downloading(self, total_bytes: int) -> None:
        """Say how much will come."""
        self._left_bytes = total_bytes
        self._console.print(f"downloading {_mb(total_bytes)} of servers, once")

    def arrived(self, count_bytes: int) -> None:
        """Say when all is here."""
        self._left_bytes -= count_bytes
        if self._left_bytes == 0:
            self._console.print("downloaded")

    def starting(self, name: str) -> None:
        """Say nothing: the line comes when it is ready."""

    def ready(self, name: str, seconds: float) -> None:
        """Say how long it took."""
        self._console.print(f"{name:<20} ready in {seconds:.1f} s")

    def failed(self, name: str) -> None:
        """Say so; the error that follows says why."""
        self._console.print(f"{name:<20} failed")

    def stopped(self, name: str) -> None:
        """Say so."""
        self._console.print(f"{name:<20} stopped")


class LiveTable(Lines):
    """A line per program that moves while it starts; for a terminal. To be used as a context."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        columns = (SpinnerColumn(finished_text="✓"), TextColumn("{task.description:<20}"))
        self._rich = RichProgress(
            *columns, TextColumn("{task.fields[state]:<10}"), TimeElapsedColumn(), console=console
        )
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> LiveTable:
        self._rich.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._rich.stop()

    def downloading(self, total_bytes: int) -> None:
        """Show how much will come."""
        self._tasks["download"] = self._rich.add_task("download", total=total_bytes, state=_mb(total_bytes))

    def arrived(self, count_bytes: int) -> None:
        """Show how much is left."""
        task = self._tasks["download"]
        self._rich.advance(task, count_bytes)
        left = self._rich.tasks[task].remaining or 0
        self._rich.update(task, state=f"{_mb(left)} left" if left else "done")

    def starting(self, name: str) -> None:
        """Show it, with a running clock."""
        self._tasks[name] = self._rich.add_task(name, total=1, state="starting")

    def ready(self, name: str, seconds: float) -> None:
        """Stop its clock."""
        self._rich.update(self._tasks[name], completed=1, state="ready")

    def failed(self, name: str) -> None:
        """Mark it."""
        self._rich.update(self._tasks[name], state="failed")
        self._rich.stop_task(self._tasks[name])


def _mb(count_bytes: float) -> str:
    return f"{count_bytes / 1e6:.0f} MB"
