"""The only clocks. A pure core never uses one: its time comes with the events.

Monotonic times restart with each boot of the machine, so this module also identifies the boot.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final, Protocol

_MACHINE_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


class Clock(Protocol):
    """Wall-clock time and monotonic time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970 UTC; may jump when the machine's clock is set."""
        ...

    def monotonic_ms(self) -> int:
        """Milliseconds since an arbitrary moment; never goes back. For durations and time-outs."""
        ...


class SystemClock:
    """The machine's clock."""

    def now_ms(self) -> int:
        """Milliseconds since 1970 UTC."""
        return time.time_ns() // 1_000_000  # noqa: TID251  (this is where time enters)

    def monotonic_ms(self) -> int:
        """Milliseconds since the machine started."""
        return time.monotonic_ns() // 1_000_000


def thread_cpu_ms() -> int:
    """Return the CPU time of the calling thread, milliseconds. For measurements, never for decisions."""
    return time.thread_time_ns() // 1_000_000


def machine_boot_id() -> str:
    """Return the kernel's id of this boot of the machine; the same in all its containers.

    Raises:
        OSError: The kernel does not provide it.
    """
    return _MACHINE_BOOT_ID.read_text().strip()


class ManualClock:
    """A clock that only moves when advanced; for tests and simulations."""

    def __init__(self, now_ms: int = 1_700_000_000_000) -> None:
        self._start_ms = now_ms
        self._elapsed_ms = 0

    def advance(self, ms: int) -> None:
        """Move the clock forward.

        Raises:
            ValueError: ms is negative.
        """
        if ms < 0:
            raise ValueError(f"ms is {ms}; must be 0 or more")
        self._elapsed_ms += ms

    def now_ms(self) -> int:
        """Milliseconds since 1970 UTC."""
        return self._start_ms + self._elapsed_ms

    def monotonic_ms(self) -> int:
        """Milliseconds since the clock was made."""
        return self._elapsed_ms
