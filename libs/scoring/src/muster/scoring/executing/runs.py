"""One run: batches in flight, results as they come, stop."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, Generic, TypeVar

from muster.scoring.calling.outcomes import EndpointEnded, Failure
from muster.scoring.executing.items import Item, Outcome, Score
from muster.scoring.executing.workers import score_batch

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
        caller: Actor of the endpoint.
        items: Read as batches are sent.
        score: Scoring function.
        batch: Items of one batch.
        in_flight: Batches under way.
        released: Called once when the run is over.
    """

    def __init__(
        self,
        ray: Any,
        caller: Any,
        items: Iterable[Item[M]],
        score: Score[M, S],
        *,
        batch: int,
        in_flight: int,
        released: Callable[[], None],
    ) -> None:
        self._ray, self._score = ray, score
        self._caller: Any = caller
        self._batch, self._in_flight = batch, in_flight
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
                self._caller.stop.remote(self._id)

    def close(self) -> None:
        """End the run, without the outcomes that are under way; needed if it is not iterated."""
        self._outcomes.close()
        self._end()

    def _end(self) -> None:
        """Stop, and release the endpoint's actor, once."""
        self.stop()
        if not self._is_over:
            self._is_over, self._caller = True, None  # the actor ends with its last reference
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
        replies = self._caller.ask.remote(self._id, [each.prompt for each in items])
        return self._ray.remote(score_batch).remote(self._score, items, replies)
