"""ChatServer: a scripted endpoint of the OpenAI-compatible chat completions API, on 127.0.0.1.

A script decides the reply to each request: a completion, an error, garbage, a slow or cut reply, or silence.
By itself it answers every prompt with the text of its last message.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

MODEL = "model-a"


@dataclass(frozen=True)
class Received:
    """One request as it arrived.

    Attributes:
        number: Count of requests, from 1.
        path: Path of the address.
        headers: Values by name in lower case.
        body: Decoded JSON.
        at_s: Monotonic time of arrival.
    """

    number: int
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    at_s: float

    @property
    def text(self) -> str:
        """Content of the last message."""
        return self.body["messages"][-1]["content"]


@dataclass(frozen=True)
class Reply:
    """One reply.

    Attributes:
        body: Sent as it is.
        status: HTTP status.
        headers: Further headers.
        delay_s: Pause before the first byte.
        cut_after: Bytes of the body after which the connection closes; None: the body is complete; -1: not
            even a status is sent.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delay_s: float = 0.0
    cut_after: int | None = None


Script = Callable[[Received], Reply]


def completion(
    text: str | None, *, model: str = MODEL, delay_s: float = 0.0, finish_reason: str = "stop"
) -> Reply:
    """Return a reply with one choice, 7 prompt tokens and 3 generated ones."""
    message = {"role": "assistant", "content": text}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
    }
    return Reply(json.dumps(body).encode(), delay_s=delay_s)


def error(status: int, message: str = "no", *, code: str | None = None, retry_after: str = "") -> Reply:
    """Return an error in OpenAI's form."""
    body = {"error": {"message": message, "type": code or "error", "code": code}}
    headers = {"Retry-After": retry_after} if retry_after else {}
    return Reply(json.dumps(body).encode(), status, headers)


def echo(request: Received) -> Reply:
    """Return a completion with the text of the last message."""
    return completion(request.text, model=request.body["model"])


def always(reply: Reply) -> Script:
    """Return a script that sends the same reply to every request."""
    return lambda _: reply


def echo_after(delay_s: float) -> Script:
    """Return a script that answers as `echo` after a pause."""
    return lambda request: completion(request.text, model=request.body["model"], delay_s=delay_s)


class ChatServer:
    """The server; runs in a thread of its own.

    Attributes:
        script: Replies to requests from now on.
        received: Requests in the order of arrival.
        in_flight_max: Maximum concurrent requests so far.
    """

    def __init__(self, script: Script = echo) -> None:
        self.script = script
        self.received: list[Received] = []
        self.in_flight_max = self._in_flight = 0
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def url(self) -> str:
        """Base address, for clients."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"

    def start(self) -> None:
        """Listen."""
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        """Stop, and cut open connections."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        listening = asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=1024)
        self._server = self._loop.run_until_complete(listening)
        self._ready.set()
        self._loop.run_forever()
        self._server.close()
        self._loop.run_until_complete(asyncio.sleep(0))  # connections just accepted get their tasks
        open_ones = asyncio.all_tasks(self._loop)
        for each in open_ones:
            each.cancel()
        self._loop.run_until_complete(asyncio.gather(*open_ones, return_exceptions=True))
        self._loop.run_until_complete(asyncio.sleep(0))  # what was aborted closes its sockets now
        self._loop.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._exchange(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the client has closed the connection
        except asyncio.CancelledError:
            writer.transport.abort()  # the server is closing
        finally:
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; False when the connection is to close."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        content = await reader.readexactly(int(headers.get("content-length", "0")))
        number = len(self.received) + 1
        request = Received(number, first.split()[1], headers, json.loads(content or b"{}"), time.monotonic())
        self.received.append(request)
        self._in_flight += 1
        self.in_flight_max = max(self.in_flight_max, self._in_flight)
        try:
            reply = self.script(request)
            if reply.delay_s:
                await asyncio.sleep(reply.delay_s)
        finally:
            self._in_flight -= 1
        if reply.cut_after == -1:
            return False
        headers = {
            "Content-Type": "application/json",
            "Content-Length": str(len(reply.body)),
            **reply.headers,
        }
        shown = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        start = f"HTTP/1.1 {reply.status} {HTTPStatus(reply.status).phrase}\r\n{shown}\r\n".encode()
        writer.write(start + reply.body[: reply.cut_after])
        await writer.drain()
        return reply.cut_after is None


@contextmanager
def chat_server(script: Script = echo) -> Generator[ChatServer]:
    """Serve for the length of the block."""
    server = ChatServer(script)
    server.start()
    try:
        yield server
    finally:
        server.close()
