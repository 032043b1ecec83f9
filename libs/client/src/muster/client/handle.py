"""JobHandle: one submitted job, like a future whose work is on the cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from muster.backoff import Backoff, Pauses
from muster.client.errors import Unavailable, WaitTimeout
from muster.client.resources import Job, JobEvent, LogLine, Receipt
from muster.client.transport import PATIENCE_S

if TYPE_CHECKING:
    from muster.client.client import Client

_POLLS = Backoff(first_ms=200, longest_ms=2_000)


class JobHandle:
    """A job by its id."""

    def __init__(self, client: Client, job_id: str, *, after: str | None = None) -> None:
        self.client = client
        self.job_id = job_id
        self._after = after

    def __repr__(self) -> str:
        return f"JobHandle({self.job_id!r})"

    def status(self) -> Job:
        """The job as it is now."""
        job = self.client.job(self.job_id, after=self._after)
        self._after = None
        return job

    def wait(self, timeout_s: float | None = None, *, on_change: Callable[[Job], None] | None = None) -> Job:
        """The job once it is over, however it ended.

        Args:
            timeout_s: how long to wait; None for as long as it takes.
            on_change: told the job as it is now, then each time its state, reason or attempt changes.

        Raises:
            WaitTimeout: it is not over in time; it goes on.
        """
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        for job in self.changes(deadline):
            if on_change is not None:
                on_change(job)
            if job.over:
                return job
        raise WaitTimeout(f"job {self.job_id} is not over after {timeout_s:g} s; it goes on")

    def result(self, timeout_s: float | None = None) -> Job:
        """The job once it has succeeded.

        Raises:
            JobDidNotSucceed: it ended in another way.
            WaitTimeout: it is not over in time.
        """
        return self.wait(timeout_s).raise_unless_succeeded()

    def changes(self, deadline: float | None = None) -> Iterator[Job]:
        """The job now, then whenever it has changed, until it is over or time.monotonic() says deadline."""
        seen: tuple[Any, ...] | None = None
        pauses = Pauses(_POLLS)
        while True:
            job = self.status() if seen is None else self._status_through_outages()
            reason = (job.reason.code, job.reason.message) if job.reason else None
            mark = (job.state, job.attempt, reason)
            if mark != seen:
                seen = mark
                pauses.reset()
                yield job
            if job.over:
                return
            left_s = float("inf") if deadline is None else deadline - time.monotonic()
            if left_s <= 0:
                return
            time.sleep(min(pauses.next_ms() / 1000, left_s))

    def _wait_until_known(self) -> None:
        """A job just submitted is not there for reads yet: the first of them waits until it is."""
        if self._after is not None:
            self.status()

    def _status_through_outages(self) -> Job:
        """The job as it is now; a service that was there is waited for while it restarts."""
        give_up_at = time.monotonic() + PATIENCE_S
        while True:
            try:
                return self.status()
            except Unavailable:
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(_POLLS.longest_ms / 1000)

    def logs(self, *, follow: bool = False, **which: Any) -> Iterator[LogLine]:
        """The lines its ranks wrote; see `Client.logs`."""
        self._wait_until_known()
        return self.client.logs(self.job_id, follow=follow, **which)

    def events(self, *, follow: bool = False, after: str = "") -> Iterator[JobEvent]:
        """What happened to it; see `Client.events`."""
        self._wait_until_known()
        return self.client.events(self.job_id, follow=follow, after=after)

    def cancel(self, reason: str = "") -> Receipt:
        """Stop it for good."""
        return self.client.cancel(self.job_id, reason=reason)
