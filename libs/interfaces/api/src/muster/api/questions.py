"""Queries to the deciding thread: they wait until it is idle between batches.

Its state is never read while it changes, so that it needs no lock.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from muster.api.problems import Problem, unavailable
from muster.journal.clock import Clock

S = TypeVar("S")
T = TypeVar("T")

_log = logging.getLogger(__name__)


class TooManyQuestions(Exception):
    """The maximum number of queries is already waiting."""


class Questions(Generic[S]):
    """Queue of waiting queries.

    Args:
        clock: Measures how long answering takes.
        waiting_max: Maximum number of waiting queries; more are rejected at once.
        answering_ms: Longest delay of the next batch by answering, milliseconds; an answer in progress is
            finished.
        rest: Pause after answering, as a multiple of the time it took; 0: none.
    """

    def __init__(self, clock: Clock, *, waiting_max: int, answering_ms: int, rest: int = 0) -> None:
        self._clock = clock
        self._waiting_max = waiting_max
        self._answering_ms = answering_ms
        self._rest = rest
        self._rests_until_ms = 0
        self._waiting: deque[tuple[Callable[[S], Any], Future[Any]]] = deque()

    def ask(self, question: Callable[[S], T]) -> Future[T]:
        """Enqueue a query, from any thread; the deciding thread calls it.

        Raises:
            TooManyQuestions: Too many queries are waiting; retry later.
        """
        if len(self._waiting) >= self._waiting_max:
            raise TooManyQuestions
        answer: Future[T] = Future()
        self._waiting.append((question, answer))
        return answer

    def answer(self, about: S) -> None:
        """Answer waiting queries for at most answering_ms; called while `about` does not change."""
        began_ms = now_ms = self._clock.monotonic_ms()
        if not self._waiting or began_ms < self._rests_until_ms:
            return
        while self._waiting and now_ms < began_ms + self._answering_ms:
            question, answer = self._waiting.popleft()
            if answer.set_running_or_notify_cancel():
                _answer(question, about, answer)
            now_ms = self._clock.monotonic_ms()
        self._rests_until_ms = now_ms + self._rest * (now_ms - began_ms)


async def answered(asked: Callable[[], Future[T]], *, within_s: float, who: str) -> T:
    """Return the answer to a query.

    Args:
        asked: Enqueues the query.
        within_s: Longest wait, seconds.
        who: Name of the process, in a word, for the problem.

    Raises:
        Problem: 429, too many queries are waiting; 503, no answer in time.
    """
    try:
        return await asyncio.wait_for(asyncio.wrap_future(asked()), within_s)
    except TooManyQuestions:
        raise Problem(429, "too-many-requests", "Too many requests", "too many questions wait") from None
    except TimeoutError:
        raise unavailable(f"this {who} is too busy to answer, or does not reach its log") from None


def _answer(question: Callable[[S], T], about: S, answer: Future[T]) -> None:
    try:
        answer.set_result(question(about))
    except Exception as error:  # a defect in an answer must not stop the deciding thread
        _log.exception("a question could not be answered")
        answer.set_exception(error)
