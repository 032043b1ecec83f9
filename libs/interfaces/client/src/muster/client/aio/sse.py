"""Server-sent events that survive restarts of the service.

Every event's id is its position in the log, so a reader that lost its connection asks for the events after
the last id it has seen and misses nothing. httpx-sse parses; this module reconnects.
"""

from __future__ import annotations

import json
from asyncio import sleep
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from time import monotonic
from typing import Any, Final

import httpx
from httpx_sse import EventSource, ServerSentEvent
from muster.client.aio.transport import AsyncTransport
from muster.client.errors import MusterError, Unavailable, from_problem
from muster.client.exchange import PATIENCE_S, error_of, pause_s, unreachable

SILENCE_S: Final = 45.0
PATIENCE_FIRST_S: Final = 3.0


async def parse(response: httpx.Response) -> AsyncGenerator[ServerSentEvent]:
    """Yield the events of a response; drop a last event without its blank line, which is incomplete.

    Raises:
        httpx.TransportError: the connection broke, or the response is not an event stream.
    """
    async for event in EventSource(response).aiter_sse():
        if event.data:  # by the standard, a blank line after a comment dispatches no event
            yield event


class AsyncStream:
    """Reader of one event stream, which resumes after the last event seen if the connection is lost."""

    def __init__(
        self,
        transport: AsyncTransport,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        last_id: str = "",
        reconnect: bool = True,
        on_lost: Callable[[str], None] | None = None,
    ) -> None:
        """Prepare the stream; nothing is sent before events() is read.

        Args:
            transport: connection to the service.
            path: path of the resource.
            query: query parameters.
            last_id: start after this event; empty for all.
            reconnect: whether to reconnect when the stream ends.
            on_lost: called with the reason each time the connection is lost.
        """
        self._transport = transport
        self._path = path
        self._query = dict(query or {})
        self._last_id = last_id
        self._reconnect = reconnect
        self._on_lost = on_lost
        self._heard_at = monotonic()
        self._connected = self._connected_ever = False

    async def events(self) -> AsyncGenerator[ServerSentEvent]:
        """Yield each event once, in order, until the caller stops (or the stream ends, without reconnect).

        Raises:
            Unavailable: silent for PATIENCE_S seconds (PATIENCE_FIRST_S if it was never reached).
            MusterError: the service refused the request.
        """
        failures = 0
        while True:
            failure = "the service closed the stream"
            try:
                async with aclosing(self._connection()) as connection:
                    async for event in connection:
                        failures = 0
                        self._last_id = event.id or self._last_id
                        yield event
            except (httpx.TransportError, Unavailable) as error:
                failure = str(error) or type(error).__name__
                self._give_up_if_silent(error)
            else:
                if not self._reconnect:
                    return
            if self._connected and self._on_lost is not None:
                self._on_lost(failure)
            self._connected = False
            failures += 1
            await sleep(pause_s(failures))

    async def _connection(self) -> AsyncGenerator[ServerSentEvent]:
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
        if self._last_id:
            headers["Last-Event-ID"] = self._last_id
        response = await self._transport.stream(
            self._path, query=self._query, headers=headers, silence_s=SILENCE_S
        )
        try:
            if not response.is_success:
                await response.aread()
                raise error_of(response)
            self._connected = self._connected_ever = True
            self._heard_at = monotonic()
            async for event in parse(response):
                self._heard_at = monotonic()
                if event.event == "error":
                    raise _refusal(event)
                yield event
        finally:
            await response.aclose()

    def _give_up_if_silent(self, error: Exception) -> None:
        patience_s = PATIENCE_S if self._connected_ever else PATIENCE_FIRST_S
        if monotonic() - self._heard_at > patience_s:
            if isinstance(error, Unavailable):
                raise error
            raise unreachable(self._transport.url, error) from None


def _refusal(event: ServerSentEvent) -> MusterError:
    """Convert the error a service sends when its stream breaks; its internal errors count as retryable."""
    problem = json.loads(event.data)
    status = int(problem.get("status") or 500)
    return from_problem(503 if status >= 500 else status, problem)
