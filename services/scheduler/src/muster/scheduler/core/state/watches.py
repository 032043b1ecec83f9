"""When running jobs are next to be looked at by a watchdog, by time. Derived from the jobs and the policy."""

from __future__ import annotations

from bisect import bisect_left, insort


class Watches:
    """Due times of jobs, sorted."""

    def __init__(self) -> None:
        self._due: list[tuple[int, str]] = []
        self._of: dict[str, int] = {}

    def put(self, job_id: str, due_ms: int | None) -> None:
        """Look at a job at this time, ms since 1970 UTC; None: no more."""
        before = self._of.pop(job_id, None)
        if before is not None:
            del self._due[bisect_left(self._due, (before, job_id))]
        if due_ms is not None:
            self._of[job_id] = due_ms
            insort(self._due, (due_ms, job_id))

    @property
    def next_ms(self) -> int | None:
        """The earliest due time, ms since 1970 UTC; None when there is none."""
        return self._due[0][0] if self._due else None

    def due(self, now_ms: int) -> list[str]:
        """Jobs that are due at `now_ms`, the earliest first."""
        return [job_id for _, job_id in self._due[: bisect_left(self._due, (now_ms + 1,))]]
