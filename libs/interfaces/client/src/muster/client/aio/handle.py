"""AsyncJobHandle: one submitted job, like a future whose work runs on the cluster."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from time import monotonic
from typing import Any

from muster.backoff import Backoff, Pauses
from muster.client.aio.operations import AsyncOperations
from muster.client.errors import Unavailable, WaitTimeout
from muster.client.exchange import PATIENCE_S
from muster.client.resources import Checkpoint, Job, JobEvent, LogLine, RankProgress, Receipt

_POLLS = Backoff(first_ms=200, longest_ms=2_000)


class AsyncJobHandle:
    """Handle of a job, by its id."""

    def __init__(self, client: AsyncOperations, job_id: str, *, after: str | None = None) -> None:
        self.client = client
        self.job_id = job_id
        self._after = after

    def __repr__(self) -> str:
        return f"AsyncJobHandle({self.job_id!r})"

    async def status(self) -> Job:
        """Return the job in its current state."""
        job = await self.client.job(self.job_id, after=self._after)
        self._after = None
        return job

    async def progress(self) -> list[RankProgress]:
        """Return the progress its ranks report; see `AsyncOperations.progress`."""
        await self._wait_until_known()
        return await self.client.progress(self.job_id)

    async def checkpoints(self) -> list[Checkpoint]:
        """Return its checkpoints, oldest first; see `AsyncOperations.checkpoints`."""
        await self._wait_until_known()
        return await self.client.checkpoints(self.job_id)

    async def wait(
        self, timeout_s: float | None = None, *, on_change: Callable[[Job], None] | None = None
    ) -> Job:
        """Wait until the job has ended, in whatever way, and return it.

        Args:
            timeout_s: maximum seconds to wait; None: no limit.
            on_change: called with the current job, then whenever its state, reason or attempt changes.

        Raises:
            WaitTimeout: it has not ended in time; it keeps running.
        """
        deadline = None if timeout_s is None else monotonic() + timeout_s
        async with aclosing(self.changes(deadline)) as changes:
            async for job in changes:
                if on_change is not None:
                    on_change(job)
                if job.over:
                    return job
        raise WaitTimeout(f"{self.job_id} has not finished after {timeout_s:g} s; it keeps running")

    async def result(self, timeout_s: float | None = None) -> Job:
        """Wait until the job has succeeded, and return it.

        Raises:
            JobDidNotSucceed: it ended in another way.
            WaitTimeout: it has not ended in time.
        """
        return (await self.wait(timeout_s)).raise_unless_succeeded()

    async def changes(self, deadline: float | None = None) -> AsyncGenerator[Job]:
        """Yield the job now and after each change, until it has ended or monotonic() reaches `deadline`."""
        seen: tuple[Any, ...] | None = None
        pauses = Pauses(_POLLS)
        while True:
            job = await (self.status() if seen is None else self._status_through_outages())
            reason = (job.reason.code, job.reason.message) if job.reason else None
            mark = (job.state, job.attempt, reason)
            if mark != seen:
                seen = mark
                pauses.reset()
                yield job
            if job.over:
                return
            left_s = float("inf") if deadline is None else deadline - monotonic()
            if left_s <= 0:
                return
            await sleep(min(pauses.next_ms() / 1000, left_s))

    async def _wait_until_known(self) -> None:
        """Wait before the first read until a job that was just submitted is visible."""
        if self._after is not None:
            await self.status()

    async def _status_through_outages(self) -> Job:
        """Return the current job, waiting for a service that was available while it restarts."""
        give_up_at = monotonic() + PATIENCE_S
        while True:
            try:
                return await self.status()
            except Unavailable:
                if monotonic() > give_up_at:
                    raise
                await sleep(_POLLS.longest_ms / 1000)

    async def logs(self, *, follow: bool = False, **which: Any) -> AsyncGenerator[LogLine]:
        """Yield the lines its ranks wrote; see `AsyncOperations.logs`."""
        await self._wait_until_known()
        async with aclosing(self.client.logs(self.job_id, follow=follow, **which)) as lines:
            async for line in lines:
                yield line

    async def events(self, *, follow: bool = False, after: str = "") -> AsyncGenerator[JobEvent]:
        """Yield its events; see `AsyncOperations.events`."""
        await self._wait_until_known()
        async with aclosing(self.client.events(self.job_id, follow=follow, after=after)) as events:
            async for event in events:
                yield event

    async def cancel(self, reason: str = "") -> Receipt:
        """Stop it for good."""
        return await self.client.cancel(self.job_id, reason=reason)
