"""What `up` and `down` report while they work: nothing, or a line per fact. On a terminal: `live_table`."""

from __future__ import annotations

from typing import Protocol

from muster.terminal.messages import say


class Progress(Protocol):
    """Receives what happens, from several threads."""

    def downloading(self, total_bytes: int) -> None:
        """That many bytes will come."""

    def arrived(self, count_bytes: int) -> None:
        """That many more have come."""

    def starting(self, name: str) -> None:
        """A step or a program begins."""

    def ready(self, name: str, seconds: float) -> None:
        """It is ready, so long after it began."""

    def moving(self, name: str, lacks: str) -> None:
        """It is not ready yet and came further: what it lacks now, in its own words."""

    def failed(self, name: str) -> None:
        """It will not be ready."""

    def stopped(self, name: str) -> None:
        """It was stopped."""


class _Silent:
    def downloading(self, total_bytes: int) -> None: ...
    def arrived(self, count_bytes: int) -> None: ...
    def starting(self, name: str) -> None: ...
    def ready(self, name: str, seconds: float) -> None: ...
    def moving(self, name: str, lacks: str) -> None: ...
    def failed(self, name: str) -> None: ...
    def stopped(self, name: str) -> None: ...


SILENT: Progress = _Silent()


class Lines:
    """One line per fact, for logs and pipes."""

    def __init__(self) -> None:
        self._left_bytes = 0

    def downloading(self, total_bytes: int) -> None:
        """Say how much will come."""
        self._left_bytes = total_bytes
        say(f"downloading {megabytes(total_bytes)} of servers, once")

    def arrived(self, count_bytes: int) -> None:
        """Say when all is here."""
        self._left_bytes -= count_bytes
        if self._left_bytes == 0:
            say("downloaded")

    def starting(self, name: str) -> None:
        """Say nothing: the line comes when it is ready."""

    def ready(self, name: str, seconds: float) -> None:
        """Say how long it took."""
        say(f"{name:<20} ready in {seconds:.1f} s")

    def moving(self, name: str, lacks: str) -> None:
        """Say nothing: the line comes when it is ready."""

    def failed(self, name: str) -> None:
        """Say so; the error that follows says why."""
        say(f"{name:<20} failed")

    def stopped(self, name: str) -> None:
        """Say so."""
        say(f"{name:<20} stopped")


def megabytes(count_bytes: float) -> str:
    """A size for people."""
    return f"{count_bytes / 1e6:.0f} MB"
