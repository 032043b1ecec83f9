"""FIFO lock per name: work of the same name runs one at a time, in order of arrival."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class KeyedLocks:
    """Locks by name, for one event loop; unused names are dropped."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, name: str, patience_s: float) -> AsyncGenerator[None]:
        """Run the block while no other block of this name runs.

        Raises:
            TimeoutError: the lock was not free within `patience_s` seconds.
        """
        lock = self._locks.setdefault(name, asyncio.Lock())
        await asyncio.wait_for(lock.acquire(), patience_s)
        try:
            yield
        finally:
            lock.release()
