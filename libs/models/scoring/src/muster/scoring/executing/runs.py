"""One run: batches in flight, results as they come, stop."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, Generic, TypeVar

from muster.scoring.calling.outcomes import EndpointEnded, Failure
from muster.scoring.executing.callers import Membership
from muster.scoring.executing.items import Item, Outcome, Score
from muster.scoring.executing.workers import Sender, score_batch

M = TypeVar("M")
S = TypeVar("S")


class EngineFailed(RuntimeError):
    """Ray lost a batch for good: its worker died too often, or the cluster is gone."""


class Run(Generic[S]):
    """Outcomes of a run, one batch at a time, as they come; iterate once.

    At most `in_flight` batches are under way or waiting for the iteration, so memory stays bounded whatever
    the number of items. A prompt that was not sent has no outcome.

    Args:
        ray: The module, connected.
        callers: Make the calls.
        sender: Sends to the endpoint.
        items: Read as batches are sent.
        score: Scoring function.
        batch: Items of one batch.
        in_flight: Batches under way.
        retries: Deaths of the process that makes the calls that a batch survives.
        released: Called once when the run is over.
    """

    def __init__(
        self,
        ray: Any,
        callers: Membership,
        sender: Sender,
        items: Iterable[Item[M]],
        score: Score[M, S],
        *,
        batch: int,
        in_flight: int,
        retries: int,
        released: Callable[[], None],
    ) -> None:
        self._ray, self._score = ray, score
        self._callers, self._sender = callers, sender
        self._batch, self._in_flight, self._retries = batch, in_flight, retries
        self._id = secrets.token_hex(8)
        self._stopped = self._is_over = False
        self._released = released
        self._outcomes = self._run(iter(items))

    def __iter__(self) -> Iterator[tuple[Outcome[S], ...]]:
        """Yield outcomes of one batch at a time, in the order in which batches end.

        Raises:
            EndpointEnded: After the last outcome: the endpoint has ended, further prompts were not sent.
            EngineFailed: Ray lost a batch for good.
        """
        return self._outcomes

    def stop(self) -> None:
        """Send no more prompts. The iteration goes on with the outcomes of those that were sent."""
        if not self._stopped and not self._is_over:
            self._stopped = True
            if self._ray.is_initialized():
                self._callers.stop(self._sender, self._id)

    def close(self) -> None:
        """End the run, without the outcomes that are under way; needed if it is not iterated."""
        self._outcomes.close()
        self._end()

    def _end(self) -> None:
        """Stop, and release the endpoint, once."""
        self.stop()
        if not self._is_over:
            self._is_over = True
            self._released()

    def _run(self, items: Iterator[Item[Any]]) -> Generator[tuple[Outcome[S], ...]]:
        errors = self._ray.exceptions
        pending: list[Any] = []
        ended: Failure | None = None
        try:
            while True:
                while len(pending) < self._in_flight and not self._stopped and ended is None:
                    several = tuple(itertools.islice(items, self._batch))
                    if not several:
                        break
                    pending.append(self._sent(several))
                if not pending:
                    break
                (done,), pending = self._ray.wait(pending, num_returns=1)
                outcomes, batch_ended = self._ray.get(done)
                ended = ended or batch_ended
                if outcomes:
                    yield outcomes
        except errors.RayError as error:
            raise EngineFailed(f"{type(error).__name__}: {error}") from error
        finally:
            self._end()
        if ended is not None:
            raise EndpointEnded(ended)

    def _sent(self, items: tuple[Item[Any], ...]) -> Any:
        prompts = [each.prompt for each in items]
        replies = self._callers.ask(self._sender, self._id, prompts, self._retries)
        return self._ray.remote(score_batch).remote(self._score, items, replies)
