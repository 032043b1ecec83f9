"""Questions from other threads about the state, answered by the one thread that changes it, between batches.

The state is never read while it changes, and needs no lock. One Explainer answers until the next batch and
computes what jobs have in common once, so many questions between two batches cost little more than one.
"""

from __future__ import annotations

import logging
from collections import deque
from concurrent.futures import Future
from typing import Final

from muster.journal import Clock
from muster.scheduler.core.explain.explain import Explainer, Explanation
from muster.scheduler.core.state.state import State

WAITING_MAX: Final = 1_000
"""Most questions that may wait; more are refused at once."""

ANSWERING_MS: Final = 20
"""How long answering may delay the next batch; an answer under way is finished."""

REST: Final = 9
"""Pause after answering, as a multiple of the time it took: answers take at most a tenth of the thread."""

_log = logging.getLogger(__name__)


class TooManyQuestions(Exception):
    """The most questions that may wait are waiting already."""


class Questions:
    """Questions why jobs wait or run where they do, and their answers.

    Args:
        clock: Measures how long answering takes.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: deque[tuple[str, Future[Explanation | None]]] = deque()
        self._explainer: Explainer | None = None
        self._explained = -1
        self._rests_until_ms = 0

    def ask(self, job_id: str) -> Future[Explanation | None]:
        """Ask about a job, from any thread; the answer is None for a job that the state does not hold.

        Raises:
            TooManyQuestions: Too many questions wait; try again later.
        """
        if len(self._waiting) >= WAITING_MAX:
            raise TooManyQuestions
        answer: Future[Explanation | None] = Future()
        self._waiting.append((job_id, answer))
        return answer

    def answer(self, state: State) -> None:
        """Answer waiting questions for at most ANSWERING_MS; called while the state does not change."""
        if self._explained != state.batches:
            self.forget()
        began_ms = now_ms = self._clock.monotonic_ms()
        if not self._waiting or began_ms < self._rests_until_ms:
            return
        while self._waiting and now_ms < began_ms + ANSWERING_MS:
            job_id, answer = self._waiting.popleft()
            if answer.set_running_or_notify_cancel():
                self._answer(state, job_id, answer)
            now_ms = self._clock.monotonic_ms()
        self._rests_until_ms = now_ms + REST * (now_ms - began_ms)

    def forget(self) -> None:
        """Drop what was computed: the state has changed."""
        self._explainer, self._explained = None, -1

    def _answer(self, state: State, job_id: str, answer: Future[Explanation | None]) -> None:
        if self._explainer is None:
            self._explainer, self._explained = Explainer(state), state.batches
        try:
            answer.set_result(self._explainer.explain(job_id, foresee=True))
        except Exception as error:  # a defect in an answer must not stop the deciding thread
            _log.exception("job %s could not be explained", job_id)
            self.forget()
            answer.set_exception(error)
