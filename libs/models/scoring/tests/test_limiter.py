"""The limiter in virtual time: concurrency, rate, pauses, the end."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Awaitable, Callable

import pytest
from muster.scoring.calling.endpoints import Limits
from muster.scoring.calling.limiter import Limiter, Sign, Traffic
from muster.scoring.calling.outcomes import EndpointEnded, Failure, FailureCode

GONE = Failure(FailureCode.QUOTA_GONE, "no credit")


class VirtualClock:
    """Time that passes only when every task waits."""

    def __init__(self) -> None:
        self.at_s = 1_000.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    def now_s(self) -> float:
        return self.at_s

    def monotonic_s(self) -> float:
        return self.at_s

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.at_s + seconds, next(self._numbers), future))
        await future

    def run(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run work to its end, moving time on whenever nothing else can happen."""

        async def main() -> None:
            task = asyncio.ensure_future(work())
            while not task.done():
                for _ in range(20):
                    await asyncio.sleep(0)
                if not task.done() and self._sleepers:
                    self.at_s, _, future = heapq.heappop(self._sleepers)
                    if not future.done():
                        future.set_result(None)
            await task

        asyncio.run(main())


def answered_rounds(
    clock: VirtualClock, limiter: Limiter, prompts: int, sign: Sign
) -> Callable[[], Awaitable[None]]:
    async def one() -> None:
        ticket = await limiter.enter()
        await clock.sleep(1)
        limiter.leave(ticket, sign)

    async def all_of_them() -> None:
        await asyncio.gather(*(one() for _ in range(prompts)))

    return all_of_them


def test_concurrency_starts_low_and_doubles_with_each_round_of_answers() -> None:
    clock = VirtualClock()
    limiter = Limiter(Limits(concurrency_start=2, concurrency_max=16), clock)
    clock.run(answered_rounds(clock, limiter, 2 + 4 + 8 + 16 + 16, Sign.ANSWERED))
    assert (limiter.concurrency, clock.at_s) == (16, 1_005.0)


def test_one_overloaded_round_halves_concurrency_once_and_growth_is_slow_afterwards() -> None:
    clock = VirtualClock()
    limiter = Limiter(Limits(concurrency_start=16, concurrency_max=64), clock)
    clock.run(answered_rounds(clock, limiter, 16, Sign.OVERLOADED))
    assert limiter.concurrency == 8
    clock.run(answered_rounds(clock, limiter, 3 * 8, Sign.ANSWERED))
    assert limiter.concurrency in {9, 10}  # a round that is not full proves less


def test_concurrency_never_falls_below_one() -> None:
    clock = VirtualClock()
    limiter = Limiter(Limits(concurrency_start=2), clock)
    clock.run(answered_rounds(clock, limiter, 12, Sign.OVERLOADED))
    assert limiter.concurrency == 1


def test_idle_endpoints_gain_no_concurrency() -> None:
    clock = VirtualClock()
    limiter = Limiter(Limits(concurrency_start=8), clock)

    async def one_after_the_other() -> None:
        for _ in range(50):
            limiter.leave(await limiter.enter(), Sign.ANSWERED)

    clock.run(one_after_the_other)
    assert limiter.concurrency == 8


@pytest.mark.parametrize("concurrency", [1, 7, 50])
def test_request_rate_holds_in_every_window_under_any_concurrency(concurrency: int) -> None:
    clock = VirtualClock()
    limits = Limits(concurrency_start=concurrency, concurrency_max=concurrency, requests_per_s=20)
    limiter = Limiter(limits, clock)
    sent: list[float] = []

    async def one() -> None:
        ticket = await limiter.enter()
        sent.append(clock.at_s)
        limiter.leave(ticket, Sign.ANSWERED)

    async def all_of_them() -> None:
        await asyncio.gather(*(one() for _ in range(100)))

    clock.run(all_of_them)
    gaps = [later - earlier for earlier, later in itertools.pairwise(sent)]
    assert min(gaps) == pytest.approx(0.05)
    assert sent[-1] - sent[0] == pytest.approx(99 / 20)


def test_pauses_hold_for_every_caller_and_the_longest_counts() -> None:
    clock = VirtualClock()
    limiter = Limiter(Limits(concurrency_start=10), clock)
    sent: list[float] = []

    async def one() -> None:
        ticket = await limiter.enter()
        sent.append(clock.at_s)
        limiter.leave(ticket)

    async def all_of_them() -> None:
        first, second = await limiter.enter(), await limiter.enter()
        limiter.leave(first, Sign.OVERLOADED, wait_s=7)
        limiter.leave(second, Sign.NONE, wait_s=2)
        await asyncio.gather(*(one() for _ in range(30)))

    clock.run(all_of_them)
    assert set(sent) == {1_007.0}


def test_the_end_wakes_every_caller_at_once() -> None:
    clock = VirtualClock()
    limiter = Limiter(Limits(concurrency_start=2, requests_per_s=0.01), clock)
    ended: list[Failure] = []

    async def one() -> None:
        try:
            limiter.leave(await limiter.enter())
        except EndpointEnded as end:
            ended.append(end.failure)

    async def all_of_them() -> None:
        callers = [asyncio.ensure_future(one()) for _ in range(10)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        limiter.end(GONE)
        limiter.end(Failure(FailureCode.UNAUTHORISED, "later"))
        await asyncio.gather(*callers)

    clock.run(all_of_them)
    assert (ended, clock.at_s) == ([GONE] * 9, 1_000.0)


def test_cancelled_callers_give_their_places_back() -> None:
    clock = VirtualClock()
    limiter = Limiter(Limits(concurrency_start=1, concurrency_max=1), clock)

    async def cancelled_between() -> None:
        first = await limiter.enter()
        second, third = (asyncio.ensure_future(limiter.enter()) for _ in range(2))
        await asyncio.sleep(0)
        limiter.leave(first)  # the second has a place, and is cancelled before it knows
        second.cancel()
        limiter.leave(await third)
        limiter.leave(await limiter.enter())

    clock.run(cancelled_between)


def test_clients_of_one_endpoint_share_its_rate_and_concurrency_by_the_lowest_limits() -> None:
    clock = VirtualClock()
    traffic = Traffic(clock)
    quick = Limiter(Limits(concurrency_start=8, requests_per_s=100), clock, traffic)
    careful = Limiter(Limits(concurrency_start=8, concurrency_max=3, requests_per_s=10), clock, traffic)
    sent: list[float] = []
    in_flight: list[int] = [0]

    async def one(limiter: Limiter) -> None:
        ticket = await limiter.enter()
        sent.append(clock.at_s)
        in_flight.append(in_flight[-1] + 1)
        await clock.sleep(1)
        in_flight.append(in_flight[-1] - 1)
        limiter.leave(ticket, Sign.ANSWERED)

    async def all_of_them() -> None:
        await asyncio.gather(*(one(limiter) for limiter in (quick, careful) for _ in range(20)))
        gaps = [later - earlier for earlier, later in itertools.pairwise(sent)]
        assert min(gaps) == pytest.approx(0.1)
        assert max(in_flight) == 3
        careful.close()
        sent.clear()
        await asyncio.gather(*(one(quick) for _ in range(20)))

    clock.run(all_of_them)
    assert min(later - earlier for earlier, later in itertools.pairwise(sent)) < 0.011
    assert max(in_flight) > 3


def test_clients_take_turns_and_do_not_wait_for_all_requests_of_another() -> None:
    clock = VirtualClock()
    traffic = Traffic(clock)
    night, gate = (Limiter(Limits(concurrency_start=2, concurrency_max=2), clock, traffic) for _ in range(2))
    order: list[str] = []

    async def one(limiter: Limiter, name: str) -> None:
        ticket = await limiter.enter()
        await clock.sleep(1)
        order.append(name)
        limiter.leave(ticket)

    async def both() -> None:
        many = [asyncio.ensure_future(one(night, "night")) for _ in range(100)]
        await asyncio.sleep(0)
        await asyncio.gather(*(one(gate, "gate") for _ in range(10)))
        assert order.count("night") <= 2 + 10 + 2
        await asyncio.gather(*many)

    clock.run(both)
    assert len(order) == 110


def test_the_end_of_a_client_is_not_that_of_others() -> None:
    clock = VirtualClock()
    traffic = Traffic(clock)
    first, second = (
        Limiter(Limits(concurrency_start=1, concurrency_max=1), clock, traffic) for _ in range(2)
    )

    async def ended() -> None:
        ticket = await first.enter()
        waiting = [asyncio.ensure_future(each.enter()) for each in (first, second)]
        await asyncio.sleep(0)
        first.end(GONE)
        with pytest.raises(EndpointEnded):
            await waiting[0]
        first.leave(ticket)
        first.close()
        second.leave(await waiting[1])
        second.close()

    clock.run(ended)
    assert traffic.is_unused
