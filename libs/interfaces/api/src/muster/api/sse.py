"""Server-sent events (WHATWG HTML, section 9.2) whose id is a log position.

A client that lost its connection sends the last id back as Last-Event-ID, to this or any other instance of
the service, and resumes after it: no state is kept here between requests.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Final

import anyio
from fastapi.responses import StreamingResponse
from muster.api.problems import Problem, unavailable
from muster.views.view import Unavailable
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

MEDIA_TYPE: Final = "text/event-stream"
KEEP_ALIVE_S: Final = 15.0
RETRY_MS: Final = 1000

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """Event of a stream.

    Attributes:
        data: Payload, sent as one line of JSON.
        event: Type of the event; absent: "message".
        id: Log position to resume after. Absent if a reader cannot resume from here.
    """

    data: Mapping[str, Any]
    event: str | None = None
    id: str | None = None

    def encode(self) -> bytes:
        """Return the event in wire format."""
        lines = [f"event: {self.event}"] if self.event else []
        if self.id is not None:
            lines.append(f"id: {self.id}")
        lines.append(f"data: {json.dumps(self.data, ensure_ascii=False, separators=(',', ':'))}")
        return ("\n".join(lines) + "\n\n").encode("utf-8", "replace")


class EventStream(StreamingResponse):
    """Response that sends events as they arrive, and closes their source when the client disconnects.

    Silence is broken by a comment every keep_alive_s seconds: this keeps proxies from closing the connection,
    and detects clients that went away. A problem during the stream is sent as an `error` event. When the
    service shuts down, the stream ends at once. In all these cases the client reconnects and resumes.
    """

    def __init__(self, events: AsyncGenerator[ServerEvent, None], keep_alive_s: float = KEEP_ALIVE_S) -> None:
        self._events = events
        self._keep_alive_s = keep_alive_s
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__((), media_type=MEDIA_TYPE, headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the events end, the client disconnects or the service stops."""
        heard = _with_silences(self._events, self._keep_alive_s, draining_of(scope["app"]))
        async with aclosing(_encoded(heard)) as self.body_iterator:
            await super().__call__(scope, receive, send)


def draining_of(app: Starlette) -> asyncio.Event:
    """Return the event that is set when the application shuts down: open streams would delay it."""
    return app.state.draining


async def _encoded(heard: AsyncGenerator[ServerEvent | None, None]) -> AsyncGenerator[bytes, None]:
    yield f"retry: {RETRY_MS}\n\n".encode()
    async with aclosing(heard):
        try:
            async for event in heard:
                yield b": keep-alive\n\n" if event is None else event.encode()
        except Problem as problem:
            yield ServerEvent(problem.body(), "error").encode()
        except Unavailable as error:
            yield ServerEvent(unavailable(str(error)).body(), "error").encode()
        except Exception:
            logger.exception("an event stream failed")
            failed = Problem(500, "internal-error", "Internal error", "the stream failed; reconnect to go on")
            yield ServerEvent(failed.body(), "error").encode()


async def _with_silences(
    events: AsyncGenerator[ServerEvent, None], keep_alive_s: float, draining: asyncio.Event
) -> AsyncGenerator[ServerEvent | None, None]:
    """Yield the events, and None after each silence of keep_alive_s, until draining; finally close them."""
    following = asyncio.ensure_future(anext(events))
    stopping = asyncio.ensure_future(draining.wait())
    try:
        while True:
            done, _ = await asyncio.wait(
                (following, stopping), timeout=keep_alive_s, return_when=asyncio.FIRST_COMPLETED
            )
            if stopping in done:
                return
            if not done:
                yield None
                continue
            try:
                event = following.result()
            except StopAsyncIteration:
                return
            yield event
            following = asyncio.ensure_future(anext(events))
    finally:
        following.cancel()
        stopping.cancel()
        with anyio.CancelScope(shield=True):  # the server cancels every await of an ended request
            await asyncio.wait((following, stopping))
            await events.aclose()
