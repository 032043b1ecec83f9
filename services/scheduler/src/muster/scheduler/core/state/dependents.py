"""Jobs that wait for others to end (ADR 176), by the job that they wait for. Derived from the jobs.

The end of a job touches its dependents only, and a pass touches none of them.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import Final

from muster.events.job_commands import RequiredEnd
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.state.job import Job

_MET: Final = {RequiredEnd.OK: JobState.SUCCEEDED, RequiredEnd.FAILED: JobState.FAILED}


def is_met(required: RequiredEnd, ended: JobState) -> bool:
    """Whether a job that ended in this state ended as required."""
    return required is RequiredEnd.ANY or _MET[required] is ended


class Dependents:
    """Live jobs that wait for others, suspended ones included.

    Attributes:
        unmet: Jobs for which another ended otherwise than required: (arrival_seq, job_id), ascending.
    """

    def __init__(self) -> None:
        self.unmet: list[tuple[int, str]] = []
        self._by_awaited: dict[str, dict[str, None]] = {}

    def add(self, job: Job) -> None:
        """Add a job that is new to the state; without others to wait for, it is ignored."""
        for awaited, ended in job.awaits.items():
            if ended is None:
                self._by_awaited.setdefault(awaited, {})[job.job_id] = None
        if job.unmet:
            insort(self.unmet, (job.arrival_seq, job.job_id))

    def remove(self, job: Job) -> None:
        """Remove a job that has ended."""
        for awaited, ended in job.awaits.items():
            if ended is None:
                del self._by_awaited[awaited][job.job_id]
        if job.unmet:
            del self.unmet[bisect_left(self.unmet, (job.arrival_seq, job.job_id))]

    def pop(self, ended: Job) -> Iterable[str]:
        """The jobs that waited for one that has ended, in an order that no decision may depend on."""
        return self._by_awaited.pop(ended.job_id, ())

    def end(self, job: Job, awaited: Job) -> bool:
        """Record the end of a job that was awaited; returns whether the job waits for no other now."""
        if is_met(job.spec.after[awaited.job_id], awaited.state):
            del job.awaits[awaited.job_id]
            return not job.awaits
        if not job.unmet:
            insort(self.unmet, (job.arrival_seq, job.job_id))
        job.awaits[awaited.job_id] = awaited.state
        return False
