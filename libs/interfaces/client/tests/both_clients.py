"""Both clients behind one face, so that one suite judges them: the asynchronous one, driven call by call."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, cast

from muster.client.aio.client import AsyncClient
from muster.client.aio.handle import AsyncJobHandle
from muster.client.aio.schedulers import AsyncSchedulers
from muster.client.aio.sse import AsyncStream
from muster.client.settings import Settings
from muster.client.sync.client import Client
from muster.client.sync.schedulers import Schedulers
from muster.client.sync.sse import Stream

KINDS: Final = ("sync", "async")
_END: Final = object()


@dataclass(frozen=True)
class Sdk:
    """One of the two clients: how its objects are made."""

    client: Callable[[Settings], Client]
    stream: Callable[..., Stream]
    schedulers: Callable[..., Schedulers]


@contextmanager
def sdk(kind: str) -> Generator[Sdk]:
    """The synchronous client as it is, or the asynchronous one on an event loop of its own."""
    if kind == "sync":
        yield Sdk(Client, Stream, Schedulers)
        return
    with asyncio.Runner() as runner:

        def driven(kind: type) -> Callable[..., Any]:
            return lambda *given, **named: Driven(runner, kind(*given, **named))

        yield Sdk(driven(AsyncClient), driven(AsyncStream), driven(AsyncSchedulers))


class Driven:
    """An asynchronous object whose methods wait for what they return."""

    def __init__(self, runner: asyncio.Runner, target: Any) -> None:
        self._runner = runner
        self._target = target

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._target, name)
        return self._waiting(found) if inspect.isroutine(found) else found

    def close(self) -> None:
        self._runner.run(self._target.aclose())

    def _waiting(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            answer = method(*given, **named)
            if inspect.iscoroutine(answer):
                answer = self._runner.run(answer)
            if inspect.isasyncgen(answer):
                return self._steps(cast("AsyncGenerator[Any]", answer))
            return Driven(self._runner, answer) if isinstance(answer, AsyncJobHandle) else answer

        return call

    def _steps(self, items: AsyncGenerator[Any]) -> Generator[Any]:
        async def step() -> Any:
            return await anext(items, _END)

        try:
            while (item := self._runner.run(step())) is not _END:
                yield item
        finally:
            self._runner.run(items.aclose())
