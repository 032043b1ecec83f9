"""Questions from other threads about the state, answered by the one thread that changes it, between batches.

The state is never read while it changes, and needs no lock. One Explainer answers until the next batch: what
jobs have in common is worked out once, so many questions between two batches cost little more than one.
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
"""Questions that may wait; more are refused at once."""

TURN_MS: Final = 20
"""How long answering may delay the next batch, but for the answer under way."""

REST: Final = 9
"""After answering nobody is answered for so many times as long: it takes a tenth of the thread at most."""

_log = logging.getLogger(__name__)


class TooManyQuestions(Exception):
    """As many wait as may."""


class Questions:
    """Why jobs are where they are.

    Args:
        clock: For how long answering takes.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: deque[tuple[str, Future[Explanation | None]]] = deque()
        self._explainer: Explainer | None = None
        self._explained = -1
        self._rests_until_ms = 0

    def ask(self, job_id: str) -> Future[Explanation | None]:
        """Ask about a job, from any thread; the answer None: it is not remembered.

        Raises:
            TooManyQuestions: Try again later.
        """
        if len(self._waiting) >= WAITING_MAX:
            raise TooManyQuestions
        answer: Future[Explanation | None] = Future()
        self._waiting.append((job_id, answer))
        return answer

    def answer(self, state: State) -> None:
        """Answer what waits, as far as the turn goes; to be called while the state stands still."""
        if self._explained != state.batches:
            self.forget()
        began_ms = now_ms = self._clock.monotonic_ms()
        if not self._waiting or began_ms < self._rests_until_ms:
            return
        while self._waiting and now_ms < began_ms + TURN_MS:
            job_id, answer = self._waiting.popleft()
            if answer.set_running_or_notify_cancel():
                self._answer(state, job_id, answer)
            now_ms = self._clock.monotonic_ms()
        self._rests_until_ms = now_ms + REST * (now_ms - began_ms)

    def forget(self) -> None:
        """The state is another now."""
        self._explainer, self._explained = None, -1

    def _answer(self, state: State, job_id: str, answer: Future[Explanation | None]) -> None:
        if self._explainer is None:
            self._explainer, self._explained = Explainer(state), state.batches
        try:
            answer.set_result(self._explainer.explain(job_id, foresee=True))
        except Exception as error:  # a defect in an answer must not end who decides
            _log.exception("the question why %s is where it is could not be answered", job_id)
            self.forget()
            answer.set_exception(error)
