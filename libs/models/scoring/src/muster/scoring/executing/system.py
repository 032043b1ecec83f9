"""The machine's clock."""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """Clock of `muster.scoring.calling` on the machine's time."""

    def now_s(self) -> float:
        """Return seconds since 1970 UTC."""
        return time.time()

    def monotonic_s(self) -> float:
        """Return seconds since an arbitrary moment; never goes back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return when this many seconds have passed."""
        await asyncio.sleep(seconds)
