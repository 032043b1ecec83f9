"""Code that runs in Ray's worker processes; knows nothing of Ray."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from muster.scoring.calling.client import Client
from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.calling.outcomes import Answer, EndpointEnded, Failure
from muster.scoring.calling.prompts import Prompt
from muster.scoring.executing.items import Item, Outcome, Score
from muster.scoring.executing.system import SystemClock

S = TypeVar("S")
ERROR_CHARACTERS_MAX: Final = 500
_LOOK_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Replies:
    """Results of one batch.

    Attributes:
        results: In the order of the prompts; None: not sent, since the endpoint has ended or the run stopped.
        ended: Reason for the end of the endpoint; None: it goes on.
    """

    results: tuple[Answer | Failure | None, ...]
    ended: Failure | None


class Caller:
    """Makes all calls to one endpoint; an async actor."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._client: Client | None = None
        self._tasks: defaultdict[str, set[asyncio.Task[Answer | Failure | None]]] = defaultdict(set)
        self._stopped: set[str] = set()

    async def ask(self, run: str, prompts: Sequence[Prompt]) -> Replies:
        """Ask all prompts of a batch, as the endpoint's limits allow."""
        client = self._client = self._client or Client(
            self._endpoint, SystemClock(), random.SystemRandom().random
        )
        tasks = [asyncio.ensure_future(self._ask_one(client, run, each)) for each in prompts]
        self._tasks[run].update(tasks)
        try:
            results = await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            self._tasks[run].difference_update(tasks)
        return Replies(tuple(self._result(run, each) for each in results), client.ended)

    async def stop(self, run: str) -> None:
        """Send no more prompts of a run; requests in flight are still read."""
        self._stopped.add(run)
        while waiting := self._tasks[run]:
            for each in waiting:
                if self._client is None or not self._client.is_sending(each):
                    each.cancel()
            await asyncio.wait(waiting, timeout=_LOOK_S)  # a request in flight may fail, and is not repeated

    async def _ask_one(self, client: Client, run: str, prompt: Prompt) -> Answer | Failure | None:
        if run in self._stopped:
            return None
        try:
            return await client.ask(prompt)
        except EndpointEnded as end:
            return end.failure if end.failure.attempts else None

    def _result(self, run: str, result: Answer | Failure | BaseException | None) -> Answer | Failure | None:
        if isinstance(result, asyncio.CancelledError) and run in self._stopped:
            return None
        if isinstance(result, BaseException):
            raise result
        return result


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
        told = f"{type(error).__name__}: {error}"[:ERROR_CHARACTERS_MAX]
        return Outcome(item.prompt.id, result, scorer_error=told)
