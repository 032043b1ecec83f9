"""Questions about why jobs wait or run where they do, answered by the only thread that changes the state.

One Explainer answers until the next batch and computes what jobs have in common only once, so a hundred
questions between two batches cost little more than one.
"""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from typing import Final

from muster.api import questions
from muster.events.job_commands import JobSpec
from muster.journal import Clock
from muster.scheduler.core.explain.explain import Explainer, Explanation
from muster.scheduler.core.explain.run_times import RunTimes, run_times
from muster.scheduler.core.state.state import State

WAITING_MAX: Final = 1_000
"""Maximum number of pending questions; further ones are rejected immediately."""

ANSWERING_MS: Final = 20
"""Milliseconds that answering may delay the next batch; an answer in progress is finished."""

REST: Final = 9
"""Pause after answering, as a multiple of its duration: answers use at most a tenth of the thread."""


class Questions:
    """Questions about jobs, and their answers.

    Args:
        clock: Measures how long answering takes.
    """

    def __init__(self, clock: Clock) -> None:
        self._asked = questions.Questions[State](
            clock, waiting_max=WAITING_MAX, answering_ms=ANSWERING_MS, rest=REST
        )
        self._explainer: Explainer | None = None
        self._explained = -1

    def ask(self, job_id: str) -> Future[Explanation | None]:
        """Ask about a job, from any thread; the answer is None for a job that the state does not hold.

        Raises:
            TooManyQuestions: Too many questions wait; try again later.
        """
        return self._asked.ask(partial(self._explain, job_id))

    def ask_run_times(self, tenant: str, spec: JobSpec) -> Future[RunTimes]:
        """Ask how long a job would run, from any thread.

        Raises:
            TooManyQuestions: Too many questions wait; try again later.
        """
        return self._asked.ask(lambda state: run_times(state, tenant, spec))

    def answer(self, state: State) -> None:
        """Answer waiting questions for at most ANSWERING_MS; called while the state does not change."""
        if self._explained != state.batches:
            self.forget()
        self._asked.answer(state)

    def forget(self) -> None:
        """Drop cached answers, because the state has changed."""
        self._explainer, self._explained = None, -1

    def _explain(self, job_id: str, state: State) -> Explanation | None:
        if self._explainer is None:
            self._explainer, self._explained = Explainer(state), state.batches
        try:
            return self._explainer.explain(job_id, foresee=True)
        except Exception:
            self.forget()
            raise
