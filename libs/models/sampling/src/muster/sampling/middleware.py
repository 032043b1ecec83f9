"""ASGI middleware: samples requests of an OpenAI-compatible server, and accepts feedback about its answers.

Requests and answers pass through untouched, each chunk as it comes. Of a sampled one a bounded copy is kept,
which is read and redacted in the sender's thread.
"""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, TypeAlias

from muster.events.inference_samples import FeedbackGiven
from muster.events.refusal import must_be
from muster.events.subjects import subject_of
from muster.journal import Clock, SystemClock
from muster.sampling.choosing import Choice, Chooser
from muster.sampling.exchanges import Exchange, name_of, sample_of
from muster.sampling.feedback import FEEDBACK_BYTES_MAX, feedback_in
from muster.sampling.policies import SamplingPolicy
from muster.sampling.polling import PolicyPoller
from muster.sampling.sending import Sender

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

COPY_BYTES_MAX: Final = 1024 * 1024
"""Most bytes of a body that are kept; the same for request and answer."""

ARRIVALS_MAX: Final = 64
"""Chunks of an answer whose time is noted: the first token comes with one of the first."""

SAMPLED_PATHS: Final = ("/chat/completions", "/completions")
FEEDBACK_PATH: Final = "/v1/feedback"

TASK: Final = b"x-muster-task"
SEGMENT: Final = b"x-muster-segment"
USER: Final = b"x-muster-user"
NO_SAMPLE: Final = b"x-muster-no-sample"
SAMPLE: Final = b"x-muster-sample"


class SampledInference:
    """The middleware. Starts and closes the sender and the poller with the server's lifespan.

    Args:
        app: The server.
        repository: Model that it serves: NAMESPACE/NAME.
        commit: Version that it serves; empty: unknown.
        sender: Sends samples to the log.
        policy: How much is sampled; a poller follows the model's monitor.
        user_key: Key of the hash of users; empty: users are not recorded.
        clock: Time.
        new_id: Makes ids of requests; 32 hexadecimal digits.
    """

    def __init__(
        self,
        app: App,
        *,
        repository: str,
        commit: str = "",
        sender: Sender,
        policy: SamplingPolicy | PolicyPoller | None = None,
        user_key: bytes = b"",
        clock: Clock | None = None,
        new_id: Callable[[], str] = lambda: uuid.uuid4().hex,  # noqa: TID251  (ids of requests are minted here)
    ) -> None:
        self._app = app
        self._repository, self._commit = repository, commit
        self._sender = sender
        self._poller = policy if isinstance(policy, PolicyPoller) else None
        self._policy = SamplingPolicy() if policy is None or isinstance(policy, PolicyPoller) else policy
        self._chooser = Chooser(self._policy)
        self._user_key = user_key
        self._clock = clock or SystemClock()
        self._new_id = new_id
        self._traffic = sender.traffic(repository, commit)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
        elif scope["path"].endswith(FEEDBACK_PATH):
            self._start()
            await self._take_feedback(scope, receive, send)
        elif scope["path"].endswith(SAMPLED_PATHS):
            self._start()
            await self._serve(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def closing(message: Message) -> None:
            if message["type"].startswith("lifespan.shutdown."):
                if self._poller is not None:
                    self._poller.close()
                await asyncio.to_thread(self._sender.close)
            await send(message)

        self._start()
        await self._app(scope, receive, closing)

    def _start(self) -> None:
        self._sender.start()
        if self._poller is not None:
            self._poller.start()

    def _policy_now(self) -> SamplingPolicy:
        return self._policy if self._poller is None else self._poller.policy

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers_of(scope)
        series = (name_of(headers.get(TASK, "")), name_of(headers.get(SEGMENT, "")))
        request = self._new_id()
        policy = self._policy_now()
        if policy is not self._policy:
            self._policy = policy
            self._chooser.set_policy(policy)
        choice = self._chooser.choose(request, series, self._clock.monotonic_ms())
        self._traffic.add(seen=1, sampled=int(choice.sampled), dropped=int(choice.over_limit))
        if not choice.sampled:
            await self._app(scope, receive, send)
            return
        copy = _Copy(request, receive, send, self._clock)
        try:
            await self._app(scope, copy.receive, copy.send)
        finally:
            exchange = self._exchange(copy, choice, series, headers)
            self._sender.offer(
                # Texts need the consent of both policies: that of the request, and the one in force now.
                lambda: sample_of(exchange, bodies=policy.bodies and self._policy_now().bodies),
                self._traffic,
                len(exchange.request) + len(exchange.reply),
            )

    def _exchange(
        self, copy: _Copy, choice: Choice, series: tuple[str, str], headers: dict[bytes, str]
    ) -> Exchange:
        return Exchange(
            sample=copy.sample,
            repository=self._repository,
            commit=self._commit,
            task=series[0],
            segment=series[1],
            subject=self._subject(headers),
            one_in=choice.one_in,
            request=bytes(copy.request),
            request_bytes=copy.request_bytes,
            reply=bytes(copy.reply),
            reply_bytes=copy.reply_bytes,
            status=copy.status,
            streamed=copy.streamed,
            latency_ms=copy.latency_ms,
            arrivals=tuple(copy.arrivals),
            opted_out=NO_SAMPLE in headers,
        )

    def _subject(self, headers: dict[bytes, str]) -> str:
        return subject_of(headers.get(USER, ""), self._user_key)

    async def _take_feedback(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _body_of(receive)
        if body is None:
            allowed = f"at most {FEEDBACK_BYTES_MAX} bytes"
            await _answer(send, 422, {"errors": [must_be("body", "larger", allowed)]})
            return
        subject = self._subject(_headers_of(scope))
        report = feedback_in(body, repository=self._repository, commit=self._commit, subject=subject)
        if not isinstance(report, FeedbackGiven):
            await _answer(send, 422, {"errors": report})
        elif self._sender.offer(lambda: report, self._traffic, len(body)):
            await _answer(send, 202, {"sample": report.sample})
        else:
            await _answer(send, 503, {"errors": ["feedback cannot be sent at the moment; retry later"]})


class _Copy:
    """One request on its way through, and the beginnings of its bodies."""

    def __init__(self, sample: str, receive: Receive, send: Send, clock: Clock) -> None:
        self.sample = sample
        self.request, self.reply = bytearray(), bytearray()
        self.request_bytes = self.reply_bytes = 0
        self.status = 500  # if the server fails before it answers
        self.streamed = False
        self.arrivals: list[tuple[int, int]] = []
        self._receive, self._send, self._clock = receive, send, clock
        self._began_ms = clock.monotonic_ms()
        self.latency_ms = 0

    async def receive(self) -> Message:
        """Pass on a message of the client."""
        message = await self._receive()
        if message["type"] == "http.request":
            chunk = message.get("body", b"")
            self.request_bytes += len(chunk)
            self.request += chunk[: COPY_BYTES_MAX - len(self.request)]
        return message

    async def send(self, message: Message) -> None:
        """Pass on a message of the server."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [(bytes(name).lower(), bytes(value)) for name, value in message.get("headers", ())]
            self.streamed = dict(headers).get(b"content-type", b"").startswith(b"text/event-stream")
            message = {**message, "headers": [*message.get("headers", ()), (SAMPLE, self.sample.encode())]}
        elif message["type"] == "http.response.body":
            chunk = message.get("body", b"")
            self.reply_bytes += len(chunk)
            self.reply += chunk[: COPY_BYTES_MAX - len(self.reply)]
            self.latency_ms = self._clock.monotonic_ms() - self._began_ms
            if chunk and len(self.arrivals) < ARRIVALS_MAX:
                self.arrivals.append((self.reply_bytes, self.latency_ms))
        await self._send(message)


def _headers_of(scope: Scope) -> dict[bytes, str]:
    return {bytes(name).lower(): bytes(value).decode("utf-8", "replace") for name, value in scope["headers"]}


async def _body_of(receive: Receive) -> bytes | None:
    """Return the body of a request; None: it is too large."""
    body = bytearray()
    while len(body) <= FEEDBACK_BYTES_MAX:
        message = await receive()
        body += message.get("body", b"")
        if message["type"] != "http.request" or not message.get("more_body", False):
            break
    return bytes(body) if len(body) <= FEEDBACK_BYTES_MAX else None


async def _answer(send: Send, status: int, answer: dict[str, Any]) -> None:
    body = json.dumps(answer).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
