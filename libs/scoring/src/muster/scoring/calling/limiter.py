"""Limiter: concurrency that adapts, request rate, pauses that the server asks for.

Concurrency follows additive increase, multiplicative decrease (Chiu and Jain 1989), as TCP does (RFC 5681):
it starts low and doubles with each round of answers; the first sign of overload halves it, and from then on
it grows by one a round. Requests that were sent before a decrease cannot cause another one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from muster.scoring.calling.clocks import Clock
from muster.scoring.calling.endpoints import Limits
from muster.scoring.calling.outcomes import EndpointEnded, Failure

_CATCH_UP_S: Final = 0.005
"""Lateness of timers that the request rate catches up with."""


class Sign(Enum):
    """Sign of the endpoint's load in the result of an attempt."""

    ANSWERED = auto()
    OVERLOADED = auto()
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Ticket:
    """Permission to send one request.

    Attributes:
        decreases: Decreases of concurrency before it was issued.
    """

    decreases: int


class Limiter:
    """Limits of one endpoint; for one event loop."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits, self._clock = limits, clock
        self._concurrency = float(min(limits.concurrency_start, limits.concurrency_max))
        self._interval_s = 1 / limits.requests_per_s if limits.requests_per_s else 0.0
        self._decreases = self._in_flight = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._pacing = asyncio.Lock()
        self._next_at_s = self._resume_at_s = clock.monotonic_s()
        self._ended = asyncio.Event()
        self._failure: Failure | None = None

    @property
    def concurrency(self) -> int:
        """Requests that may be sent at once now."""
        return int(self._concurrency)

    async def enter(self) -> Ticket:
        """Wait until a request may be sent; `leave` must follow.

        Raises:
            EndpointEnded: The endpoint has ended, before or meanwhile.
        """
        self._require_open()
        if self._waiting or self._in_flight >= self.concurrency:
            await self._queue()
        else:
            self._in_flight += 1
        try:
            await self._pace()
            self._require_open()
        except BaseException:
            self.leave(None)
            raise
        return Ticket(self._decreases)

    def leave(self, ticket: Ticket | None, sign: Sign = Sign.NONE, wait_s: float | None = None) -> None:
        """Release the place of a request, and adapt.

        Args:
            ticket: From `enter`; None: it was not sent.
            sign: Sign of load in its result.
            wait_s: Pause for all requests, seconds, as the endpoint asked for.
        """
        if wait_s is not None:
            self._resume_at_s = max(self._resume_at_s, self._clock.monotonic_s() + wait_s)
        if ticket is not None and sign is Sign.OVERLOADED and ticket.decreases == self._decreases:
            self._concurrency = max(1.0, self._concurrency / 2)
            self._decreases += 1
        elif sign is Sign.ANSWERED and 2 * self._in_flight >= self._concurrency:
            step = 1 / self._concurrency if self._decreases else 1.0
            self._concurrency = min(float(self._limits.concurrency_max), self._concurrency + step)
        self._in_flight -= 1
        self._admit()

    async def pause(self, seconds: float) -> None:
        """Sleep without a place; return early when the endpoint ends."""
        tasks = [
            asyncio.ensure_future(self._clock.sleep(seconds)),
            asyncio.ensure_future(self._ended.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in tasks:
                each.cancel()

    def end(self, failure: Failure) -> None:
        """Admit no more requests; all that wait raise `EndpointEnded`. The first reason stays."""
        if self._failure is None:
            self._failure = failure
            self._ended.set()
            for each in self._waiting:
                if not each.done():
                    self._in_flight += 1
                    each.set_result(None)
            self._waiting.clear()

    @property
    def failure(self) -> Failure | None:
        """Reason for the end; None while requests are admitted."""
        return self._failure

    def _require_open(self) -> None:
        if self._failure is not None:
            raise EndpointEnded(self._failure)

    async def _queue(self) -> None:
        """Wait for a place, first come first served."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave(None)
            raise

    def _admit(self) -> None:
        while self._waiting and self._in_flight < self.concurrency:
            place = self._waiting.popleft()
            if not place.done():
                self._in_flight += 1
                place.set_result(None)

    async def _pace(self) -> None:
        """Wait for the end of the pause, and for this request's turn at the stated rate."""
        if not self._interval_s and self._resume_at_s <= self._clock.monotonic_s():
            return
        async with self._pacing:
            while self._failure is None:
                now_s = self._clock.monotonic_s()
                wait_s = max(self._next_at_s, self._resume_at_s) - now_s
                if wait_s <= 0:
                    self._next_at_s = max(self._next_at_s, now_s - _CATCH_UP_S) + self._interval_s
                    return
                await self.pause(wait_s)
