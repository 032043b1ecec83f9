"""The clock that the caller provides."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    """Wall-clock time, monotonic time, and sleep that agrees with both."""

    def now_s(self) -> float:
        """Return seconds since 1970 UTC."""
        ...

    def monotonic_s(self) -> float:
        """Return seconds since an arbitrary moment; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return when this many seconds have passed."""
        ...
