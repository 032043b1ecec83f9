"""Code that runs in Ray's worker processes; knows nothing of Ray."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from muster.scoring.calling.client import Client
from muster.scoring.calling.endpoints import Endpoint, Secret
from muster.scoring.calling.limiter import Traffic
from muster.scoring.calling.outcomes import Answer, EndpointEnded, Failure
from muster.scoring.calling.prompts import Prompt
from muster.scoring.executing.items import Item, Outcome, Score
from muster.scoring.executing.system import SystemClock

S = TypeVar("S")
ERROR_CHARACTERS_MAX: Final = 500
_LOOK_S: Final = 0.05

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Replies:
    """Results of one batch.

    Attributes:
        results: In the order of the prompts; None: not sent, since the endpoint has ended or the run stopped.
        ended: Reason for the end of the endpoint; None: it goes on.
    """

    results: tuple[Answer | Failure | None, ...]
    ended: Failure | None


@dataclass(frozen=True, slots=True)
class Sender:
    """Sender of prompts to one endpoint: a client of a process.

    Attributes:
        process: The process.
        held: What `Callers.hold` returns to it, in a tuple, so that it is not waited for.
        client: The client, which is made with its first prompts.
        endpoint: Asked by this client.
    """

    process: str
    held: tuple[Awaitable[None], ...]
    client: str
    endpoint: Endpoint


@dataclass(slots=True)
class _Client:
    """A client of an endpoint, with its calls under way.

    Attributes:
        sender: Its sender.
        client: Sends requests.
        tasks: Calls under way, by run.
        stopped: Runs that send no more.
    """

    sender: Sender
    client: Client
    tasks: defaultdict[str, set[asyncio.Task[Answer | Failure | None]]]
    stopped: set[str]


class Callers:
    """Makes all calls of all processes that use a Ray; an async actor.

    Clients of one address, model and key share their traffic, so its limits hold for all of them together.
    What a process has under way ends with it.
    """

    def __init__(self) -> None:
        self._processes: dict[str, asyncio.Task[None]] = {}
        self._held: dict[str, asyncio.Event] = {}
        self._clients: dict[str, _Client] = {}
        self._traffic: dict[tuple[str, str, Secret | None], Traffic] = {}
        self._is_retired = False

    async def hold(self, process: str) -> None:
        """Return when a process has left. It owns the result, which is lost when it dies."""
        self._held[process] = over = asyncio.Event()
        await over.wait()

    async def join(self, process: str, held: tuple[Awaitable[None], ...]) -> bool:
        """Note a process, until it leaves or dies; return False if this actor is retired."""
        if not self._is_retired and process not in self._processes:
            self._processes[process] = asyncio.ensure_future(self._watch(process, held))
        return not self._is_retired

    async def leave(self, process: str) -> bool:
        """End what a process has under way; return whether it was the last, which retires this actor."""
        self._let_go(process)
        if watching := self._processes.get(process):
            await watching
        self._is_retired = not self._held
        return self._is_retired

    async def ask(self, sender: Sender, run: str, prompts: Sequence[Prompt]) -> Replies:
        """Ask all prompts of a batch, as the endpoint's limits allow."""
        own = self._clients.get(sender.client)
        if own is None:
            await self.join(sender.process, sender.held)  # again, if this actor has died meanwhile
            own = self._clients[sender.client] = self._opened(sender)
        tasks = [asyncio.ensure_future(self._ask_one(own, run, each)) for each in prompts]
        own.tasks[run].update(tasks)
        try:
            results = await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            own.tasks[run].difference_update(tasks)
        return Replies(tuple(self._result(own, run, each) for each in results), own.client.ended)

    async def stop(self, sender: Sender, run: str) -> None:
        """Send no more prompts of a run; requests in flight are still read."""
        own = self._clients.get(sender.client)
        if own is None:
            return  # it has sent nothing
        own.stopped.add(run)
        while waiting := own.tasks[run]:
            for each in waiting:
                if not own.client.is_sending(each):
                    each.cancel()
            await asyncio.wait(waiting, timeout=_LOOK_S)  # a request in flight may fail, and is not repeated

    async def release(self, sender: Sender) -> None:
        """End a client, with what it has under way."""
        if own := self._clients.pop(sender.client, None):
            await self._close(own)

    def _opened(self, sender: Sender) -> _Client:
        clock, place = SystemClock(), _place(sender.endpoint)
        traffic = self._traffic.get(place) or self._traffic.setdefault(place, Traffic(clock))
        client = Client(sender.endpoint, clock, random.SystemRandom().random, traffic)
        return _Client(sender, client, defaultdict(set), set())

    async def _close(self, own: _Client) -> None:
        tasks = [task for several in own.tasks.values() for task in several]
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await own.client.aclose()
        place = _place(own.sender.endpoint)
        if self._traffic[place].is_unused:
            del self._traffic[place]

    async def _watch(self, process: str, held: tuple[Awaitable[None], ...]) -> None:
        """End what a process has under way when it has left or died: nobody reads the answers."""
        try:
            await held[0]
        except Exception as error:  # Ray's own: the owner of the result has died
            _log.info("process %s has died: %s", process, type(error).__name__)
            self._let_go(process)
        for own in [each for each in self._clients.values() if each.sender.process == process]:
            await self.release(own.sender)
        del self._processes[process]

    def _let_go(self, process: str) -> None:
        if over := self._held.pop(process, None):
            over.set()

    async def _ask_one(self, own: _Client, run: str, prompt: Prompt) -> Answer | Failure | None:
        if run in own.stopped:
            return None
        try:
            return await own.client.ask(prompt)
        except EndpointEnded as end:
            return end.failure if end.failure.attempts else None

    def _result(
        self, own: _Client, run: str, result: Answer | Failure | BaseException | None
    ) -> Answer | Failure | None:
        if isinstance(result, asyncio.CancelledError) and run in own.stopped:
            return None
        if isinstance(result, BaseException):
            raise result
        return result


def _place(endpoint: Endpoint) -> tuple[str, str, Secret | None]:
    """Return what limits hold for: one model behind one address, as one key may use it."""
    return endpoint.url, endpoint.model, endpoint.key


def score_batch(
    score: Score[Any, S], items: Sequence[Item[Any]], replies: Replies
) -> tuple[tuple[Outcome[S], ...], Failure | None]:
    """Score the answers of a batch; failures are passed on.

    Returns:
        Outcomes of all prompts that were sent, in order; the reason for the end of the endpoint.
    """
    outcomes = tuple(
        _outcome(score, item, result)
        for item, result in zip(items, replies.results, strict=True)
        if result is not None
    )
    return outcomes, replies.ended


def _outcome(score: Score[Any, S], item: Item[Any], result: Answer | Failure) -> Outcome[S]:
    if isinstance(result, Failure):
        return Outcome(item.prompt.id, result)
    try:
        return Outcome(item.prompt.id, result, score(item.material, result))
    except Exception as error:  # one scorer's mistake does not cost the batch its answers
        return Outcome(item.prompt.id, result, scorer_error=scorer_error(error))


def scorer_error(error: Exception) -> str:
    """Return the sentence that tells why a scoring function gave no score."""
    return f"{type(error).__name__}: {error}"[:ERROR_CHARACTERS_MAX]
