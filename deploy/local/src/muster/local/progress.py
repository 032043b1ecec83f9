"""Progress of `up` and `down`: silent, or a line per step. On a terminal: `live_table`."""

from __future__ import annotations

from typing import Protocol

from muster.terminal.messages import say


class Progress(Protocol):
    """Receiver of progress; called from several threads."""

    def downloading(self, total_bytes: int) -> None:
        """Start a download of `total_bytes` bytes."""

    def arrived(self, count_bytes: int) -> None:
        """Report `count_bytes` more bytes downloaded."""

    def starting(self, name: str) -> None:
        """Report that a step or a program starts."""

    def ready(self, name: str, seconds: float) -> None:
        """Report that it is ready, `seconds` after it started."""

    def moving(self, name: str, lacks: str) -> None:
        """Report that it is not ready yet but has progressed, with what it still lacks in its own words."""

    def failed(self, name: str) -> None:
        """Report that it failed to start."""

    def stopped(self, name: str) -> None:
        """Report that it was stopped."""


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
    """Progress as one line per step, for logs and pipes."""

    def __init__(self) -> None:
        self._left_bytes = 0

    def downloading(self, total_bytes: int) -> None:
        """Print the size of the download."""
        self._left_bytes = total_bytes
        say(f"downloading the servers, {megabytes(total_bytes)} (only once)")

    def arrived(self, count_bytes: int) -> None:
        """Print a line when the download is complete."""
        self._left_bytes -= count_bytes
        if self._left_bytes == 0:
            say("downloaded")

    def starting(self, name: str) -> None:
        """Print nothing until it is ready."""

    def ready(self, name: str, seconds: float) -> None:
        """Print the start-up time."""
        say(f"{name:<20} ready in {seconds:.1f} s")

    def moving(self, name: str, lacks: str) -> None:
        """Print nothing until it is ready."""

    def failed(self, name: str) -> None:
        """Print the failure; the error that follows gives the reason."""
        say(f"{name:<20} failed")

    def stopped(self, name: str) -> None:
        """Print that it was stopped."""
        say(f"{name:<20} stopped")


def megabytes(count_bytes: float) -> str:
    """Format a size for people."""
    return f"{count_bytes / 1e6:.0f} MB"
