"""Client of one endpoint: attempts, retries, the end of the endpoint."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Any, Final, Self

import httpx
from muster.backoff import Backoff
from muster.scoring.calling.clocks import Clock
from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.calling.limiter import Limiter, Sign, Traffic
from muster.scoring.calling.outcomes import MAY_BE_CHARGED, Answer, EndpointEnded, Failure, FailureCode
from muster.scoring.calling.prompts import Prompt, idempotency_key, request_body
from muster.scoring.calling.replies import Completion, Remedy, Trouble, read_reply, trouble

_KEPT_ALIVE_S: Final = 30.0


class Client:
    """Asks one endpoint, for one event loop; its limits hold over all clients that share its traffic.

    Redirects are not followed, proxies and other settings of the environment are ignored. Requests carry an
    `Idempotency-Key`, the same for each attempt at a prompt.

    Args:
        endpoint: Address, model, key, limits.
        clock: For durations, pauses and dates.
        random: Number from 0 to 1, for the jitter of pauses.
        traffic: Shared with other clients of the endpoint; None: there are none.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        clock: Clock,
        random: Callable[[], float],
        traffic: Traffic | None = None,
    ) -> None:
        self._endpoint, self._clock, self._random = endpoint, clock, random
        limits = endpoint.limits
        self._limiter = Limiter(limits, clock, traffic)
        self._backoff = Backoff(limits.first_pause_ms, limits.longest_pause_ms)
        self._sending: set[asyncio.Task[Any] | None] = set()
        self._failed_in_row = 0
        self._limited_since_s: float | None = None
        self._headers = {"Content-Type": "application/json", "Accept": "application/json"}
        self._headers["Accept-Encoding"] = "identity"
        if endpoint.key is not None:
            self._headers["Authorization"] = f"Bearer {endpoint.key.reveal()}"
        self._tls = ssl.create_default_context() if endpoint.base_url.startswith("https") else False
        self._idle: list[httpx.AsyncHTTPTransport] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close its connections, when its calls are over, and leave the endpoint to other clients."""
        self._limiter.close()
        while self._idle:
            await self._idle.pop().aclose()

    @property
    def endpoint(self) -> Endpoint:
        """The endpoint that it asks."""
        return self._endpoint

    @property
    def ended(self) -> Failure | None:
        """Reason for the end of the endpoint; None while it accepts prompts."""
        return self._limiter.failure

    @property
    def concurrency(self) -> int:
        """Requests that may be sent at once now."""
        return self._limiter.concurrency

    def is_sending(self, task: asyncio.Task[Any]) -> bool:
        """Return whether a task's call of `ask` has a request in flight; to cancel it would waste that."""
        return task in self._sending

    async def ask(self, prompt: Prompt) -> Answer | Failure:
        """Ask for one answer, with as many attempts as the limits allow.

        A cancelled call sends no more; the endpoint may have charged for what it sent.

        Raises:
            EndpointEnded: The endpoint has ended and this prompt was not answered: no quota, no permission,
                another model, or too many failures one after the other.
            ValueError: The prompt holds a number that JSON cannot carry.
        """
        body = request_body(self._endpoint.model, prompt)
        headers = {"Idempotency-Key": idempotency_key(prompt.id)}
        attempts = errors = limited = unanswered = 0
        while True:
            try:
                result, took_ms = await self._attempt(body, headers)
            except EndpointEnded as end:
                ended = replace(end.failure, attempts=attempts, unanswered=unanswered)
                raise EndpointEnded(ended) from None
            attempts += 1
            if isinstance(result, Completion):
                return replace(self._answered(result, took_ms, attempts), unanswered=unanswered)
            if result.code is FailureCode.RATE_LIMITED:
                limited += 1
            else:
                errors += 1
            unanswered += result.code in MAY_BE_CHARGED
            failure = Failure(result.code, result.text, attempts, unanswered)
            self._judge(result)
            if result.remedy is Remedy.END:
                raise EndpointEnded(failure)
            limits = self._endpoint.limits
            if result.remedy is Remedy.FAIL:
                self._failed_in_row = 0
                return failure
            if errors >= limits.attempts_max or limited >= limits.rate_limited_max:
                self._exhausted(failure)
                return failure
            if not result.wait_s:
                pause_ms = self._backoff.pause_ms(max(errors, limited), jitter=self._random() / 2)
                await self._limiter.pause(pause_ms / 1000)

    async def _attempt(self, body: bytes, headers: dict[str, str]) -> tuple[Completion | Trouble, int]:
        """Send one request when the limits allow; its result and duration in milliseconds."""
        ticket = await self._limiter.enter()
        sign, wait_s, task = Sign.NONE, None, asyncio.current_task()
        try:
            self._sending.add(task)
            began_s = self._clock.monotonic_s()
            result = await self._send(body, headers)
            if isinstance(result, Completion):
                sign = Sign.ANSWERED
            else:
                sign, wait_s = Sign.OVERLOADED if result.overload else Sign.NONE, result.wait_s
                if result.remedy is Remedy.END:
                    self._limiter.end(Failure(result.code, result.text))
            return result, round((self._clock.monotonic_s() - began_s) * 1000)
        finally:
            self._sending.discard(task)
            self._limiter.leave(ticket, sign, wait_s)

    async def _send(self, body: bytes, headers: dict[str, str]) -> Completion | Trouble:
        endpoint, limits = self._endpoint, self._endpoint.limits
        connection = self._idle.pop() if self._idle else self._connection()
        try:
            async with asyncio.timeout(limits.timeout_s):
                request = httpx.Request("POST", endpoint.url, content=body, headers=self._headers | headers)
                response = await connection.handle_async_request(request)
                try:
                    content = await _content(response, limits.reply_bytes_max)
                finally:
                    await response.aclose()
        except (TimeoutError, httpx.TimeoutException):
            text = f"no complete reply in {limits.timeout_s:g} s"
            return trouble(endpoint, FailureCode.TIMED_OUT, text)
        except httpx.ConnectError as error:
            return trouble(endpoint, FailureCode.UNREACHABLE, f"{type(error).__name__}: {error}")
        except httpx.DecodingError as error:
            return trouble(endpoint, FailureCode.UNREADABLE, f"{type(error).__name__}: {error}")
        except httpx.TransportError as error:
            return trouble(endpoint, FailureCode.CUT_OFF, f"{type(error).__name__}: {error}")
        finally:
            self._idle.append(connection)
        if content is None:
            text = f"the reply is larger than {limits.reply_bytes_max} bytes"
            return trouble(endpoint, FailureCode.TOO_LARGE, text, Remedy.FAIL)
        return read_reply(endpoint, response.status_code, response.headers, content, self._clock.now_s())

    def _connection(self) -> httpx.AsyncHTTPTransport:
        """Return a transport with one connection.

        A pool of many looks at each of them for every request: with 50 that is most of the CPU of a call.
        """
        limits = httpx.Limits(max_connections=1, keepalive_expiry=_KEPT_ALIVE_S)
        return httpx.AsyncHTTPTransport(verify=self._tls, trust_env=False, limits=limits)

    def _answered(self, completion: Completion, took_ms: int, attempts: int) -> Answer:
        self._failed_in_row, self._limited_since_s = 0, None
        return Answer(
            text=completion.text,
            model=completion.model,
            tokens_in=completion.tokens_in,
            tokens_out=completion.tokens_out,
            finish_reason=completion.finish_reason,
            latency_ms=took_ms,
            attempts=attempts,
            tokens_in_cached=completion.tokens_in_cached,
        )

    def _judge(self, result: Trouble) -> None:
        """End an endpoint that has answered nothing but 429 for too long.

        One time-out more than the longest wait, so that a slow request in flight may still be answered.
        """
        if result.code is not FailureCode.RATE_LIMITED:
            return
        now_s, limits = self._clock.monotonic_s(), self._endpoint.limits
        if self._limited_since_s is None:
            self._limited_since_s = now_s
        elif now_s - self._limited_since_s > limits.wait_max_s + limits.timeout_s:
            text = f"nothing but HTTP 429 for {now_s - self._limited_since_s:.0f} s: {result.text}"
            self._limiter.end(Failure(FailureCode.QUOTA_GONE, text))

    def _exhausted(self, failure: Failure) -> None:
        """Count a prompt that failed after all its attempts."""
        self._failed_in_row += 1
        if self._failed_in_row >= self._endpoint.limits.failures_in_row_max:
            text = f"{self._failed_in_row} prompts failed one after the other; the last: {failure.text}"
            self._limiter.end(Failure(failure.code, text))


async def _content(response: httpx.Response, bytes_max: int) -> bytes | None:
    """Body of a reply; None if it is larger than allowed."""
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_bytes():
        size += len(part)
        if size > bytes_max:
            return None
        parts.append(part)
    return b"".join(parts)
