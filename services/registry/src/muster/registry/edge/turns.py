"""Work of the same name is done one after the other, in the order in which it came."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Turns:
    """Used by one event loop; a name that nobody waits for is forgotten."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, name: str, patience_s: float) -> AsyncGenerator[None]:
        """The block runs while no other of this name does.

        Raises:
            TimeoutError: Others took longer than `patience_s` seconds.
        """
        lock = self._locks.setdefault(name, asyncio.Lock())
        await asyncio.wait_for(lock.acquire(), patience_s)
        try:
            yield
        finally:
            lock.release()
