"""Questions that only the thread that decides can answer: they wait until it has nothing under way.

What they are about is never read while it changes, and needs no lock.
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
    """The most questions that may wait are waiting already."""


class Questions(Generic[S]):
    """Questions that wait.

    Args:
        clock: Measures how long answering takes.
        waiting_max: Most questions that may wait; more are refused at once.
        answering_ms: How long answering may delay the next batch, in milliseconds; an answer under way is
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
        """Ask, from any thread; the question is called by the thread that decides.

        Raises:
            TooManyQuestions: Too many questions wait; try again later.
        """
        if len(self._waiting) >= self._waiting_max:
            raise TooManyQuestions
        answer: Future[T] = Future()
        self._waiting.append((question, answer))
        return answer

    def answer(self, about: S) -> None:
        """Answer what waits, for at most answering_ms; called while what it is about does not change."""
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
    """What a question is answered.

    Args:
        asked: Asks it.
        within_s: How long to wait, in seconds.
        who: The process, in a word, for the problem.

    Raises:
        Problem: 429, too many questions wait; 503, no answer in time.
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
