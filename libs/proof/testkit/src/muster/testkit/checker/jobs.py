"""Jobs: states follow the automaton, commands have their facts, submissions end or wait with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
from muster.events.job_events import (
    AttemptEnded,
    GangBound,
    JobCancelled,
    JobFailed,
    JobPending,
    JobQueued,
    JobRequeued,
    JobResumed,
    JobStarted,
    JobStopping,
    JobSucceeded,
    JobSuspended,
)
from muster.events.operator_commands import (
    ActivateFailureRules,
    ActivatePolicy,
    CancelMaintenance,
    CheckNode,
    CordonNode,
    DrainNode,
    ForgetNode,
    ReclaimNode,
    ScheduleMaintenance,
    SpareNode,
    TagNode,
    UncordonNode,
    UndrainNode,
)
from muster.events.queue_commands import (
    CancelCapacityReservation,
    ConfigureQueue,
    CreateQueue,
    DeleteQueue,
    ReserveCapacity,
)
from muster.events.scheduler_log import Batch, CommandInvalid
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.testkit.checker.breach import Breaches

COMMANDS: Final = (
    SubmitJob, CancelJob, SuspendJob, ResumeJob, CreateQueue, ConfigureQueue, DeleteQueue, ReserveCapacity,
    CancelCapacityReservation, CordonNode, UncordonNode, DrainNode, UndrainNode, TagNode, ScheduleMaintenance,
    CancelMaintenance, ReclaimNode, SpareNode, CheckNode, ForgetNode, ActivatePolicy, ActivateFailureRules,
    CommandInvalid,
)  # fmt: skip

ENDS: Final = ("SUCCEEDED", "FAILED", "CANCELLED")

PLACED: Final = ("BOUND", "RUNNING", "STOPPING")

ALLOWED: Final[dict[type[Any], tuple[tuple[str, ...], str | None]]] = {
    JobPending: (("QUEUED",), None),
    GangBound: (("QUEUED",), "BOUND"),
    JobStarted: (("BOUND",), "RUNNING"),
    JobStopping: (PLACED, "STOPPING"),
    AttemptEnded: (PLACED, "BETWEEN"),
    JobRequeued: (("BETWEEN",), "QUEUED"),
    JobSucceeded: (("BETWEEN",), "SUCCEEDED"),
    JobFailed: (("BETWEEN",), "FAILED"),
    JobCancelled: (("QUEUED", "SUSPENDED", "BETWEEN"), "CANCELLED"),
    JobSuspended: (("QUEUED", "BETWEEN"), "SUSPENDED"),
    JobResumed: (("SUSPENDED",), "QUEUED"),
}
"""Written down again, not imported: the checker must not share the core's table."""


@dataclass(slots=True)
class _Job:
    state: str = "QUEUED"
    attempt: int = 0
    reason: str | None = None


class Jobs:
    """Follows every job.

    Attributes:
        rejected: job_ids of submissions that were rejected.
    """

    def __init__(self, breaches: Breaches) -> None:
        self._breaches = breaches
        self._jobs: dict[str, _Job] = {}
        self.rejected: set[str] = set()

    @property
    def submitted(self) -> list[str]:
        """Jobs that were accepted, in order."""
        return list(self._jobs)

    def states(self) -> dict[str, tuple[str, str | None]]:
        """The state of every accepted job, and why it waits if it does."""
        return {job_id: (job.state, job.reason) for job_id, job in self._jobs.items()}

    def take(self, batch: Batch) -> None:
        """Check one batch."""
        answered = {decision.cause_seq for decision in batch.decisions if _answers(decision.payload)}
        for entry in batch.inputs:
            if isinstance(entry.payload, COMMANDS):
                name = type(entry.payload).__name__
                held = entry.seq in answered
                self._breaches.expect(held, "every command ends in a fact", f"seq {entry.seq}", name)
        for decision in batch.decisions:
            self._follow(decision.event_id, decision.payload)
        for job_id, job in self._jobs.items():
            between = job.state == "BETWEEN"
            self._breaches.expect(not between, "an ended attempt is followed up", job_id, batch.seq_first)

    def finish(self) -> None:
        """Check at the end that every waiting job has a reason."""
        for job_id, job in self._jobs.items():
            told = job.state != "QUEUED" or job.reason is not None
            self._breaches.expect(told, "every waiting job has a reason", job_id, job)

    def _follow(self, at: str, fact: Any) -> None:
        expect = self._breaches.expect
        if isinstance(fact, CommandRejected) and fact.command == SubmitJob.__name__:
            self.rejected.add(fact.subject)
        elif isinstance(fact, JobQueued):
            known = self._jobs.get(fact.job_id)
            expect(known is None or known.state in ENDS, "one job per id", at, fact.job_id)
            self._jobs[fact.job_id] = _Job()
        elif type(fact) in ALLOWED:
            self._move(at, fact)

    def _move(self, at: str, fact: Any) -> None:
        expect, job = self._breaches.expect, self._jobs.get(fact.job_id)
        if not expect(job is not None, "no fact about an unknown job", at, fact) or job is None:
            return
        found, left = ALLOWED[type(fact)]
        expect(job.state in found, "states follow the automaton", at, f"{type(fact).__name__} in {job.state}")
        self._check_attempt(at, fact, job)
        job.state = left or job.state
        if isinstance(fact, JobPending):
            job.reason = fact.code
        elif job.state == "QUEUED":
            job.reason = None

    def _check_attempt(self, at: str, fact: Any, job: _Job) -> None:
        number = getattr(fact, "attempt", None)
        if isinstance(fact, GangBound):
            self._breaches.expect(number == job.attempt + 1, "attempts count up", at, number)
            job.attempt = fact.attempt
        elif number is not None:
            self._breaches.expect(number == job.attempt, "a fact is about the live attempt", at, number)


def _answers(payload: Any) -> bool:
    """Whether a decision may be the answer to a command: any public fact that a sender can read."""
    return isinstance(payload, CommandRejected | CommandRepeated) or not hasattr(payload, "order_seq")
