"""What `up` tells while it works: a live table on a terminal, one line per fact elsewhere. All to stderr."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told what happens, from several threads."""

    def note(self, text: str) -> None:
        """Something worth a line."""
        ...

    def downloading(self, total_bytes: int) -> None:
        """That many bytes will come."""
        ...

    def arrived(self, count_bytes: int) -> None:
        """That many more have come."""
        ...

    def starting(self, name: str) -> None:
        """A program was started."""
        ...

    def ready(self, name: str, seconds: float) -> None:
        """It is ready, so long after its start."""
        ...

    def failed(self, name: str, reason: str) -> None:
        """It will not be ready."""
        ...


class Quiet:
    """Tells nothing: for tests and for programs that call `up`."""

    def note(self, text: str) -> None:
        """Say nothing."""

    def downloading(self, total_bytes: int) -> None:
        """Say nothing."""

    def arrived(self, count_bytes: int) -> None:
        """Say nothing."""

    def starting(self, name: str) -> None:
        """Say nothing."""

    def ready(self, name: str, seconds: float) -> None:
        """Say nothing."""

    def failed(self, name: str, reason: str) -> None:
        """Say nothing."""
