"""Threads for calls that block on the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Final, ParamSpec, TypeVar

from muster.api.problems import unavailable
from muster.store import NoSuchObject, StoreUnavailable

T = TypeVar("T")
P = ParamSpec("P")

_THREADS: Final = ThreadPoolExecutor(32, "store")
"""Threads for store calls, so that proving a large upload does not block other requests."""


async def in_thread(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Run blocking work that uses the store in a thread.

    Raises:
        Problem: 503 the store does not answer, or has lost an object.
    """
    return await in_thread_of(_THREADS, work, *arguments, **named)


async def in_thread_of(
    threads: ThreadPoolExecutor, work: Callable[P, T], *arguments: P.args, **named: P.kwargs
) -> T:
    """Run blocking work that uses the store in one of these threads.

    Raises:
        Problem: 503 the store does not answer, or has lost an object.
    """
    try:
        called = partial(copy_context().run, partial(work, *arguments, **named))
        return await asyncio.get_running_loop().run_in_executor(threads, called)
    except (StoreUnavailable, NoSuchObject) as error:
        raise unavailable(f"the store: {error}") from error
