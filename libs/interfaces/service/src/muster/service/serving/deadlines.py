"""Deadlines for requests: a connection that sends one only in part is closed.

A request's head must be there HEAD_S after its first byte (or after the connection), its body BODY_S after
the head or, if it is large, at BODY_BYTES_PER_S. A body that is not read here is not late. What is late gets
a 408 if no answer has begun, and the end of the connection. Answers have no deadline: streams last.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Final

from muster.api.problems import MEDIA_TYPE, Problem
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_S: Final = 10.0
BODY_S: Final = 20.0
BODY_BYTES_PER_S: Final = 16 * 1024
"""Slowest upload: 64 MiB in 69 minutes."""


class DeadlineProtocol(HttpToolsProtocol):
    """uvicorn's HTTP/1.1 protocol with deadlines."""

    head_s = HEAD_S
    body_s = BODY_S

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._deadline: asyncio.TimerHandle | None = None
        self._body_s = 0.0
        self._body_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]  (as uvicorn's)
        """A client connects."""
        super().connection_made(transport)
        self._arm(self.head_s, self._head_is_late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is lost."""
        self._disarm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes; between two requests they begin the next one."""
        if self._deadline is None:
            self._arm(self.head_s, self._head_is_late)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._arm(self.head_s, self._head_is_late)

    def on_headers_complete(self) -> None:
        """Note that its head is complete."""
        super().on_headers_complete()
        self._body_s, self._body_bytes = self.body_s, 0
        self._arm(self.body_s, self._body_may_be_late)

    def on_body(self, body: bytes) -> None:
        """Note a piece of its body."""
        super().on_body(body)
        self._body_bytes += len(body)

    def on_message_complete(self) -> None:
        """Note that the request is complete."""
        self._disarm()
        super().on_message_complete()

    def _head_is_late(self) -> None:
        self._end(f"the head of a request must be sent within {self.head_s:g} s", self._is_answering())

    def _body_may_be_late(self) -> None:
        """Allow more time for the bytes that have come, and for those that we have not read."""
        allowed_s = self.body_s + self._body_bytes / BODY_BYTES_PER_S
        if self.flow.read_paused:
            self._body_s += self.body_s
            self._arm(self.body_s, self._body_may_be_late)
        elif allowed_s > self._body_s:
            wait_s = allowed_s - self._body_s
            self._body_s = allowed_s
            self._arm(wait_s, self._body_may_be_late)
        else:
            text = f"a body must be sent within {self.body_s:g} s, a larger one at {BODY_BYTES_PER_S} bytes/s"
            self._end(text, self.cycle.response_started)

    def _is_answering(self) -> bool:
        cycle: Any = self.cycle  # None before the first request, whatever uvicorn declares
        return cycle is not None and not cycle.response_complete

    def _end(self, detail: str, answering: bool) -> None:
        """Close the connection; say why, unless an answer is under way."""
        self._deadline = None
        if self.transport.is_closing():
            return
        if not answering:
            self.transport.write(_late(detail))
        self.transport.close()

    def _arm(self, seconds: float, late: Callable[[], None]) -> None:
        self._disarm()
        self._deadline = self.loop.call_later(seconds, late)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _late(detail: str) -> bytes:
    """Return the 408 response as bytes: without a complete request no application can answer."""
    body = json.dumps(Problem(408, "request-timeout", "Request timeout", detail).body()).encode()
    head = (
        "HTTP/1.1 408 Request Timeout\r\n"
        f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body
