"""Questions from other threads, answered by the one thread that decides, between batches.

State and world are never read while they change, and need no lock.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from muster.deciding import Entities
from muster.journal import Clock
from muster.preemption.core.world import World

T = TypeVar("T")

Question = Callable[[Entities, World, int], T]
"""(state, world, time in milliseconds since 1970 UTC) -> answer."""

WAITING_MAX: Final = 100
"""Most questions that may wait; more are refused at once."""

ANSWERING_MS: Final = 50
"""How long answering may delay the next batch; an answer under way is finished."""

_log = logging.getLogger(__name__)


class TooManyQuestions(Exception):
    """The most questions that may wait are waiting already."""


class Questions:
    """Questions that wait.

    Args:
        clock: What time it is.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: deque[tuple[Question[Any], Future[Any]]] = deque()

    def ask(self, question: Question[T]) -> Future[T]:
        """Ask, from any thread.

        Raises:
            TooManyQuestions: Too many questions wait; try again later.
        """
        if len(self._waiting) >= WAITING_MAX:
            raise TooManyQuestions
        answer: Future[T] = Future()
        self._waiting.append((question, answer))
        return answer

    def answer(self, state: Entities, world: World) -> None:
        """Answer what waits, for at most ANSWERING_MS."""
        until_ms = self._clock.monotonic_ms() + ANSWERING_MS
        while self._waiting and self._clock.monotonic_ms() < until_ms:
            question, answer = self._waiting.popleft()
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                answer.set_result(question(state, world, self._clock.now_ms()))
            except Exception as error:  # a defect in an answer must not stop the deciding thread
                _log.exception("a question could not be answered")
                answer.set_exception(error)
