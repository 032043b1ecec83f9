"""Jobs that start after others: none starts before these ended as required, and none outlives its chance."""

from __future__ import annotations

from typing import Any, Final

from muster.events.job_commands import RequiredEnd
from muster.events.job_events import GangBound, JobCancelled, JobFailed, JobQueued, JobSucceeded
from muster.events.scheduler_log import Batch
from muster.testkit.checker.breach import Breaches

MEETS: Final[dict[type[Any], tuple[RequiredEnd, ...]]] = {
    JobSucceeded: (RequiredEnd.OK, RequiredEnd.ANY),
    JobFailed: (RequiredEnd.FAILED, RequiredEnd.ANY),
    JobCancelled: (RequiredEnd.ANY,),
}
"""Written down again, not imported: the checker must not share the core's table."""


class Dependencies:
    """Follows which jobs each job still waits for."""

    def __init__(self, breaches: Breaches) -> None:
        self._breaches = breaches
        self._ended: dict[str, type[Any]] = {}
        self._awaits: dict[str, dict[str, RequiredEnd]] = {}
        self._awaited_by: dict[str, list[str]] = {}

    def take(self, batch: Batch) -> None:
        """Check one batch."""
        hopeless: list[str] = []
        for decision in batch.decisions:
            fact: Any = decision.payload
            if isinstance(fact, JobQueued):
                self._ended.pop(fact.job_id, None)
                awaits = {
                    o: required for o, required in fact.spec.after.items() if not self._met(o, required)
                }
                hopeless += [fact.job_id] if awaits.keys() & self._ended.keys() else []
                self._awaits[fact.job_id] = awaits
                for other in awaits:
                    self._awaited_by.setdefault(other, []).append(fact.job_id)
            elif isinstance(fact, GangBound):
                awaits = self._awaits.get(fact.job_id)
                self._breaches.expect(not awaits, "jobs start after others", decision.event_id, awaits)
            elif type(fact) in MEETS:
                hopeless += self._end(fact)
        for job_id in hopeless:
            ended = job_id not in self._awaits
            self._breaches.expect(ended, "jobs that can never start end", job_id, batch.seq_first)

    def _end(self, fact: Any) -> list[str]:
        """Record the end of a job; returns those that can never start because of it."""
        self._ended[fact.job_id] = type(fact)
        self._awaits.pop(fact.job_id, None)
        hopeless: list[str] = []
        for job_id in self._awaited_by.pop(fact.job_id, ()):
            awaits = self._awaits.get(job_id, {})
            if fact.job_id in awaits and self._met(fact.job_id, awaits[fact.job_id]):
                del awaits[fact.job_id]
            elif fact.job_id in awaits:
                hopeless.append(job_id)
        return hopeless

    def _met(self, job_id: str, required: RequiredEnd) -> bool:
        return job_id in self._ended and required in MEETS[self._ended[job_id]]
