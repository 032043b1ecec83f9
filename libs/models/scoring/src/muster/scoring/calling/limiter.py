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


class Traffic:
    """Requests to one endpoint of all its clients together; for one event loop.

    Where clients have different limits, the lowest concurrency and the lowest rate hold for all of them.
    Places that become free go to the waiting clients in turn, so that no client waits for all requests of
    another.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._limits: list[Limits] = []
        self._concurrency: float | None = None
        self._interval_s = 0.0
        self._decreases = self._in_flight = 0
        self._waiting: dict[Limiter, deque[asyncio.Future[None]]] = {}
        self._pacing = asyncio.Lock()
        self._next_at_s = self._resume_at_s = clock.monotonic_s()

    @property
    def concurrency(self) -> int:
        """Requests that may be sent at once now."""
        return int(self._concurrency or 0)

    @property
    def is_unused(self) -> bool:
        """Whether it has no client."""
        return not self._limits

    def join(self, limits: Limits) -> None:
        """Add a client."""
        self._limits.append(limits)
        if self._concurrency is None:
            self._concurrency = float(limits.concurrency_start)
        self._rebound()

    def part(self, limits: Limits) -> None:
        """Remove a client; `limits` as it joined with."""
        self._limits.remove(limits)
        if self._limits:
            self._rebound()
            self._admit()

    @property
    def decreases(self) -> int:
        """Decreases of concurrency so far."""
        return self._decreases

    async def take_place(self, client: Limiter) -> None:
        """Wait for a place."""
        if self._waiting or self._in_flight >= self.concurrency:
            await self._queue(client)
        else:
            self._in_flight += 1

    def free_place(self, ticket: Ticket | None, sign: Sign, wait_s: float | None) -> None:
        """Release a place, and adapt; see `Limiter.leave`."""
        if wait_s is not None:
            self._resume_at_s = max(self._resume_at_s, self._clock.monotonic_s() + wait_s)
        concurrency = self._concurrency or 1.0
        if ticket is not None and sign is Sign.OVERLOADED and ticket.decreases == self._decreases:
            self._concurrency = max(1.0, concurrency / 2)
            self._decreases += 1
        elif sign is Sign.ANSWERED and 2 * self._in_flight >= concurrency:
            self._concurrency = concurrency + (1 / concurrency if self._decreases else 1.0)
            self._rebound()
        self._in_flight -= 1
        self._admit()

    def dismiss(self, client: Limiter) -> None:
        """Wake all that wait for a place of a client that has ended."""
        for each in self._waiting.pop(client, ()):
            if not each.done():
                self._in_flight += 1
                each.set_result(None)

    async def pace(self, client: Limiter) -> None:
        """Wait for the end of the pause, and for this request's turn at the stated rate."""
        if not self._interval_s and self._resume_at_s <= self._clock.monotonic_s():
            return
        async with self._pacing:
            while client.failure is None:
                now_s = self._clock.monotonic_s()
                wait_s = max(self._next_at_s, self._resume_at_s) - now_s
                if wait_s <= 0:
                    self._next_at_s = max(self._next_at_s, now_s - _CATCH_UP_S) + self._interval_s
                    return
                await client.pause(wait_s)

    def _rebound(self) -> None:
        """Hold the lowest limits of all clients."""
        rates = [each.requests_per_s for each in self._limits if each.requests_per_s]
        self._interval_s = 1 / min(rates) if rates else 0.0
        highest = min((each.concurrency_max for each in self._limits), default=1)
        self._concurrency = min(self._concurrency or 1.0, float(highest))

    async def _queue(self, client: Limiter) -> None:
        """Wait for a place, first come first served among the requests of a client."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.free_place(None, Sign.NONE, None)
            raise

    def _admit(self) -> None:
        while self._waiting and self._in_flight < self.concurrency:
            client = next(iter(self._waiting))
            places = self._waiting.pop(client)
            place = places.popleft()
            if places:
                self._waiting[client] = places  # behind the others
            if not place.done():
                self._in_flight += 1
                place.set_result(None)


class Limiter:
    """Limits of one endpoint as one of its clients keeps them, until the endpoint ends for this client.

    Args:
        limits: Of this client.
        clock: For pauses.
        traffic: Shared with other clients of the endpoint; None: there are none.
    """

    def __init__(self, limits: Limits, clock: Clock, traffic: Traffic | None = None) -> None:
        self._limits, self._clock = limits, clock
        self._traffic = traffic or Traffic(clock)
        self._ended = asyncio.Event()
        self._failure: Failure | None = None
        self._traffic.join(limits)

    @property
    def concurrency(self) -> int:
        """Requests of all clients that may be sent at once now."""
        return self._traffic.concurrency

    def close(self) -> None:
        """Leave the endpoint to its other clients; requests are over."""
        self._traffic.part(self._limits)

    async def enter(self) -> Ticket:
        """Wait until a request may be sent; `leave` must follow.

        Raises:
            EndpointEnded: The endpoint has ended, before or meanwhile.
        """
        self._require_open()
        await self._traffic.take_place(self)
        try:
            await self._traffic.pace(self)
            self._require_open()
        except BaseException:
            self.leave(None)
            raise
        return Ticket(self._traffic.decreases)

    def leave(self, ticket: Ticket | None, sign: Sign = Sign.NONE, wait_s: float | None = None) -> None:
        """Release the place of a request, and adapt.

        Args:
            ticket: From `enter`; None: it was not sent.
            sign: Sign of load in its result.
            wait_s: Pause for all requests, seconds, as the endpoint asked for.
        """
        self._traffic.free_place(ticket, sign, wait_s)

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
            self._traffic.dismiss(self)

    @property
    def failure(self) -> Failure | None:
        """Reason for the end; None while requests are admitted."""
        return self._failure

    def _require_open(self) -> None:
        if self._failure is not None:
            raise EndpointEnded(self._failure)
