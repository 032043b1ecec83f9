"""Requests of a run to one endpoint, sent in rounds that the run can afford."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from typing import Generic, TypeVar

from muster.eval.core.runs.orders import BATCH
from muster.eval.edge.running.spending import Spending
from muster.eval.edge.running.waiting import Waiting
from muster.events.eval_commands import TokenPrice
from muster.scoring.calling.costs import cost_at_most, worst_attempt
from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.calling.outcomes import Answer, EndpointEnded, Failure
from muster.scoring.calling.prompts import Prompt
from muster.scoring.executing.engine import RETRIES_MAX, Engine
from muster.scoring.executing.items import Item, Outcome, Score
from muster.scoring.executing.local_ray import NotReached
from muster.scoring.executing.runs import EngineFailed

M = TypeVar("M")
S = TypeVar("S")


class Rounds(Generic[M]):
    """Requests to one endpoint: each is sent once its worst case is reserved.

    Args:
        endpoint: The endpoint.
        price: Of its model's tokens; None: none is set.
        spending: Reservations of the run; None: it has no cap.
    """

    def __init__(self, endpoint: Endpoint, price: TokenPrice | None, spending: Spending | None) -> None:
        self._endpoint, self._price, self._spending = endpoint, price, spending
        self._reserved: dict[str, tuple[Item[M], int]] = {}
        # What a dead process of the engine had sent may be charged, so it stays reserved, and what is sent
        # again is reserved again.
        self._retries = RETRIES_MAX if spending is None else 0

    def outcomes(
        self, engine: Callable[[], Engine], waiting: Waiting[M], score: Score[M, S]
    ) -> Iterator[Sequence[Outcome[S]]]:
        """Yield outcomes of what waits; the caller settles them before it takes the next.

        A round ends where the next request is not affordable now; the next begins when all of it is settled.
        What is not affordable then goes on waiting.

        Args:
            engine: Starts the engine, if something is sent.
            waiting: Requests in their order.
            score: Scores an answer.

        Raises:
            EndpointEnded: The endpoint has ended; what it was not asked is released.
            NotReached: There is no engine; nothing was sent.
            EngineFailed: The process that makes the calls died, and died again.
        """
        items, deaths = self._affordable(waiting), 0
        first = next(items, None)
        while first is not None:
            try:
                # Keeps the endpoint's caller, and what it knows of its limits, from round to round.
                with closing(engine().run(self._endpoint, (), score)):
                    while first is not None:
                        requests = chain([first], items)
                        yield from engine().run(
                            self._endpoint, requests, score, batch=BATCH, retries=self._retries
                        )
                        items = self._affordable(waiting)
                        first = next(items, None)
            except (EndpointEnded, NotReached):
                self.settle(list(self._reserved), 0)  # these were not sent: what was sent has an outcome
                raise
            except EngineFailed:
                deaths += 1
                if self._spending is None or deaths > RETRIES_MAX:
                    raise
                waiting.put_back([item for item, _ in self._reserved.values()])
                self._reserved.clear()  # what was sent may be charged, so it stays reserved
                items = self._affordable(waiting)
                first = next(items, None)

    def settle(self, prompt_ids: Sequence[str], used: int) -> None:
        """Replace the reservations of requests by what they have cost, 10^-12 dollars."""
        if self._spending is not None:
            self._spending.settle(sum(self._reserved.pop(each)[1] for each in prompt_ids), used)

    def cost(self, prompt: Prompt, result: Answer | Failure) -> int:
        """Return the most that a request has cost: attempts without an answer count at their worst."""
        return cost_at_most(self._price, prompt, result)

    def _affordable(self, waiting: Waiting[M]) -> Iterator[Item[M]]:
        """Yield requests whose worst cases are reserved, up to the first for which too little is left."""
        while group := waiting.take():
            worst = [self._worst(each.prompt) for each in group]
            count = len(group) if self._spending is None else self._spending.reserve(worst)
            if self._spending is not None:
                reserved = zip(group[:count], worst[:count], strict=True)
                self._reserved.update((item.prompt.id, (item, amount)) for item, amount in reserved)
            waiting.put_back(group[count:])
            yield from group[:count]
            if count < len(group):
                return

    def _worst(self, prompt: Prompt) -> int:
        """Return the most that a request can cost, with all its attempts."""
        return worst_attempt(self._price, prompt) * self._endpoint.limits.attempts_max
