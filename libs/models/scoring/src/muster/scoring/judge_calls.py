"""I/O. Verdicts of a judge on many answers, asked for in one event loop, without Ray.

    async with Client(endpoint, clock, random) as client:
        calls = JudgeCalls(judge, client, run="drift-7", replies=replies, allowance=allowance, price=price)
        async for subject, judged in calls.judged(answers):
            ...                         # judged.score, judged.unread, judged.code, judged.cost_picos
        calls.capped                    # some answers were not affordable: they have no result

Each answer has as many samples as `judging.judgements.needed` says, and each of them one attempt more if its
reply cannot be read. Replies are found in `replies` before they are asked for, and kept as they come: a run
that is killed and begins again pays at most for what was under way.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from muster.scoring.calling.client import Client
from muster.scoring.calling.costs import Price, cost_at_most, worst_attempt
from muster.scoring.calling.outcomes import EndpointEnded, Failure
from muster.scoring.calling.paid_answer import PaidAnswer, paid_answer
from muster.scoring.calling.prompts import Prompt
from muster.scoring.judging.judges import Judge, judge_hash
from muster.scoring.judging.progress import Judged, Progress, begun, readable, reply_key
from muster.scoring.judging.prompts import Material, sample_prompt

T = TypeVar("T")


class Replies(Protocol):
    """Replies that were paid for. Called in threads, one call at a time."""

    def find(self, keys: Sequence[str]) -> Mapping[str, PaidAnswer]:
        """Return those with these keys that exist."""
        ...

    def keep(self, replies: Iterable[PaidAnswer], /) -> None:
        """Store replies; an existing one is not replaced."""
        ...


class Allowance(Protocol):
    """Spending limit of a run, 10^-12 dollars. Called in threads, one call at a time."""

    def reserve(self, worst: Sequence[int]) -> int:
        """Reserve the worst cases of requests, from the first on; return how many could be reserved."""
        ...

    def settle(self, amount: int, used: int) -> None:
        """Replace reservations by the actual use."""
        ...


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer to be judged.

    Attributes:
        subject: Id of what it answers, unique in a run; replies are kept by it.
        material: The answer, and what the judge sees with it.
    """

    subject: str
    material: Material


@dataclass(frozen=True, slots=True)
class _Request:
    """One request for a sample."""

    sample: int
    key: str
    prompt: Prompt


@dataclass(frozen=True, slots=True)
class _Reply:
    """Outcome of a request; without answer and failure, the endpoint has ended."""

    cost: int
    kept: PaidAnswer | None = None
    failure: Failure | None = None


class JudgeCalls:
    """Calls of one judge for one run.

    Args:
        judge: The judge.
        client: Client of its endpoint, with its limits and retries.
        run: The run; answers that it has paid for are not paid for again.
        replies: Replies that were paid for.
        allowance: Worst cases of requests are reserved there before they are sent; None: no cap.
        price: Price of the judge's tokens; None: it costs nothing.
        fresh: Whether to ignore replies of other runs.
    """

    def __init__(
        self,
        judge: Judge,
        client: Client,
        *,
        run: str,
        replies: Replies,
        allowance: Allowance | None = None,
        price: Price | None = None,
        fresh: bool = False,
    ) -> None:
        self._judge, self._hash, self._client = judge, judge_hash(judge), client
        self._run, self._replies, self._fresh = run, replies, fresh
        self._price, self._allowance = price, allowance
        self._calling = asyncio.Lock()
        self._affordable = asyncio.Condition()
        self._keeping: set[asyncio.Task[None]] = set()
        self._waiting: list[int] = []
        self._reserved = 0
        self._capped = False
        self._ended: Failure | None = None

    @property
    def capped(self) -> bool:
        """Whether some answers have no result since the next request could cost more than is left."""
        return self._capped

    async def judged(self, answers: Iterable[JudgedAnswer]) -> AsyncGenerator[tuple[str, Judged]]:
        """Yield subject and result of each answer as it is known; none of those that are not affordable.

        Answers are begun in their order, as many at once as the endpoint takes requests. If one is not
        affordable, no later one is begun. Of those under way by then, the ones that the judge is unsure of
        lack a verdict more often: a sample without bias ends at the first answer that has no result.

        Raises:
            EndpointEnded: The endpoint has ended; some answers have no result. It comes last.
        """
        waiting = enumerate(answers)
        tasks: set[asyncio.Task[tuple[str, Judged] | None]] = set()
        try:
            while True:
                for place, answer in self._next(waiting, len(tasks)):
                    tasks.add(asyncio.create_task(self._one(place, answer)))
                if not tasks:
                    break
                done, tasks = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for each in done:
                    if (found := each.result()) is not None:
                        yield found
        finally:
            for each in tasks:
                each.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*self._keeping)
        if self._ended is not None:
            raise EndpointEnded(self._ended)

    def _next(
        self, waiting: Iterator[tuple[int, JudgedAnswer]], under_way: int
    ) -> Iterator[tuple[int, JudgedAnswer]]:
        """Yield as many answers as may be begun now."""
        for _ in range(self._client.endpoint.limits.concurrency_max - under_way):
            if self._capped or self._ended is not None:
                return
            if (following := next(waiting, None)) is None:
                return
            yield following

    async def _one(self, place: int, answer: JudgedAnswer) -> tuple[str, Judged] | None:
        """Return the result of an answer; None: it is not affordable, or the endpoint has ended."""
        progress = begun(self._judge.samples, self._run)
        while needed := progress.needed():
            requests = [self._request(answer, sample, progress.attempt(sample)) for sample in needed]
            known = await self._call(self._replies.find, [each.key for each in requests])
            for each in requests:
                if (reply := known.get(each.key)) is not None:
                    progress.take(each.sample, reply, reply.text)
            asked = [each for each in requests if each.key not in known]
            if asked and not await self._ask(place, progress, asked):
                return None
        return answer.subject, progress.judged()

    def _request(self, answer: JudgedAnswer, sample: int, attempt: int) -> _Request:
        prompt = sample_prompt(
            self._judge, answer.material, f"{self._run}/{answer.subject}", sample=sample, attempt=attempt
        )
        run = self._run if self._fresh else ""
        key = reply_key(self._hash, prompt, answer.subject, sample=sample, attempt=attempt, run=run)
        return _Request(sample, key, prompt)

    async def _ask(self, place: int, progress: Progress, requests: Sequence[_Request]) -> bool:
        """Ask, keep and take replies; return False if that is not affordable, or the endpoint has ended."""
        attempts = self._client.endpoint.limits.attempts_max
        worst = [worst_attempt(self._price, each.prompt) * attempts for each in requests]
        async with self._reservation(place, worst) as reservation:
            if reservation is None:
                return False
            replies = await asyncio.gather(*(self._reply(each) for each in requests))
            reservation.used = sum(each.cost for each in replies)
        for request, reply in zip(requests, replies, strict=True):
            if reply.kept is not None:
                progress.take(request.sample, reply.kept, reply.kept.text)
            elif reply.failure is not None:
                progress.fail(reply.failure, reply.cost)
        return self._ended is None or not progress.needed()

    async def _reply(self, request: _Request) -> _Reply:
        """Ask for one reply, and keep it as it comes."""
        try:
            result = await self._client.ask(request.prompt)
        except EndpointEnded as end:
            self._ended = self._ended or end.failure
            return _Reply(cost_at_most(self._price, request.prompt, end.failure))
        cost = cost_at_most(self._price, request.prompt, result)
        if (text := readable(result)) is not None:
            reply = paid_answer(request.key, self._run, text, result, cost_picos=cost)
            await self._keep(reply)
            return _Reply(cost, kept=reply)
        return _Reply(cost, failure=result if isinstance(result, Failure) else None)

    async def _keep(self, reply: PaidAnswer) -> None:
        """Keep a reply, also if nobody waits for it any more: it is paid for."""
        keeping = asyncio.create_task(self._call(self._replies.keep, [reply]))
        self._keeping.add(keeping)
        keeping.add_done_callback(self._keeping.discard)
        await asyncio.shield(keeping)

    @asynccontextmanager
    async def _reservation(self, place: int, worst: Sequence[int]) -> AsyncGenerator[_Reservation | None]:
        """Hold the worst cases of requests until the block ends; None: they are not affordable any more.

        What is cancelled or fails within the block stays reserved: it may have been charged.
        """
        reservation = _Reservation()
        if self._allowance is None:
            yield reservation
            return
        if not await self._reserve(self._allowance, place, worst):
            yield None
            return
        yield reservation
        await self._call(self._allowance.settle, sum(worst), reservation.used)
        async with self._affordable:
            self._reserved -= 1
            self._affordable.notify_all()

    async def _reserve(self, allowance: Allowance, place: int, worst: Sequence[int]) -> bool:
        """Reserve in the order of the answers; wait for what is under way if too little is left."""
        async with self._affordable:
            insort(self._waiting, place)
            try:
                while not self._capped:
                    if self._waiting[0] == place:
                        if await self._enough(allowance, worst):
                            self._reserved += 1
                            return True
                        if not self._reserved:
                            self._capped = True
                            break
                    await self._affordable.wait()
                return False
            finally:
                self._waiting.remove(place)
                self._affordable.notify_all()

    async def _enough(self, allowance: Allowance, worst: Sequence[int]) -> bool:
        """Reserve all of these, or nothing."""
        count = await self._call(allowance.reserve, worst)
        if 0 < count < len(worst):
            await self._call(allowance.settle, sum(worst[:count]), 0)
        return count == len(worst)

    async def _call(self, function: Callable[..., T], *arguments: object) -> T:
        """Call what may block, in a thread, one call at a time."""
        async with self._calling:
            return await asyncio.to_thread(function, *arguments)


@dataclass(slots=True)
class _Reservation:
    """Worst cases that are held; `used` replaces them."""

    used: int = 0
