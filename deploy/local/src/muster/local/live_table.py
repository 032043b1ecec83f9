"""Progress of `up` and `down` on a terminal: a line per program, animated while it starts."""

from __future__ import annotations

from muster.local.progress import Lines, megabytes
from rich.console import Console
from rich.progress import Progress as RichProgress
from rich.progress import SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn


class LiveTable(Lines):
    """Progress on a terminal: a line per program, animated while it starts. A context manager."""

    def __init__(self, console: Console) -> None:
        super().__init__()
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
        """Show the size of the download."""
        self._tasks["download"] = self._rich.add_task(
            "download", total=total_bytes, state=megabytes(total_bytes)
        )

    def arrived(self, count_bytes: int) -> None:
        """Show the size of the rest."""
        task = self._tasks["download"]
        self._rich.advance(task, count_bytes)
        left = self._rich.tasks[task].remaining or 0
        self._rich.update(task, state=f"{megabytes(left)} left" if left else "done")

    def starting(self, name: str) -> None:
        """Show the program with a running clock."""
        self._tasks[name] = self._rich.add_task(name, total=1, state="starting")

    def ready(self, name: str, seconds: float) -> None:
        """Stop the program's clock."""
        self._rich.update(self._tasks[name], completed=1, state="ready")

    def moving(self, name: str, lacks: str) -> None:
        """Show what the program still lacks."""
        self._rich.update(self._tasks[name], state=lacks)

    def failed(self, name: str) -> None:
        """Mark the program as failed."""
        self._rich.update(self._tasks[name], state="failed")
        self._rich.stop_task(self._tasks[name])
