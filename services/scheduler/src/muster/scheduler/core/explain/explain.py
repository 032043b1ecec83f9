"""Why a job is where it is: the answer to `muster explain` (ADR 22). The leaves say how each part is found.

    reason      why it waits: the code that decides says it (reasons, muster.queues.quotas, the kernel)
    standing    its place in the order of starts, and who is ahead (explain.standing)
    start       when it will start, as a range (explain.start)
    requests    what else it could ask for to start now (explain.changes)
    quota       the quota that would have to be higher, and by how much
    placement   where it was put, why, and what the next best placement is

Nothing is changed: two questions between two batches get answers about one state, and the state hash is the
same afterwards. Jobs of a group share what they have in common, so a whole backlog costs little more than its
kinds of jobs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from muster.events.job_commands import JobSpec
from muster.events.job_events import PendingCode
from muster.jobs.lifecycle import JobState
from muster.scheduler.core import reasons
from muster.scheduler.core.explain.changes import Changes, QuotaChange, RequestChange
from muster.scheduler.core.explain.placement import PlacementExplanation, explain_placement
from muster.scheduler.core.explain.standing import Standing, StartOrder
from muster.scheduler.core.explain.start import Start, Starts, start_apart
from muster.scheduler.core.state.job import EndedJob, Job, SchedulingKey
from muster.scheduler.core.state.pending import Reason, SchedulingGroup
from muster.scheduler.core.state.state import State


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where a job is and why, as of one moment of the log.

    Attributes:
        job_id: The job.
        tenant: Whose.
        state: Its state.
        as_of_seq: The last input that is counted in; -1 before the first.
        as_of_ms: The time of the batch it came in.
        epoch: Of the leader that decided it.
        spec: The job, as long as it has not ended.
        queued_at_ms: When it last began to wait.
        reason: Why it waits.
        standing: Whose turn comes before its own; while it waits for a turn.
        start: When it will start, if that was asked.
        requests: Other requests that would start now.
        quota: A bound that would have to be higher.
        placement: Where it is and why.
    """

    job_id: str
    tenant: str
    state: JobState
    as_of_seq: int
    as_of_ms: int
    epoch: int
    spec: JobSpec | None = None
    queued_at_ms: int | None = None
    reason: Reason | None = None
    standing: Standing | None = None
    start: Start | None = None
    requests: tuple[RequestChange, ...] = ()
    quota: QuotaChange | None = None
    placement: PlacementExplanation | None = None


def explain(state: State, job_id: str) -> Explanation | None:
    """Why one job is where it is; None: it is not remembered."""
    return Explainer(state).explain(job_id, foresee=True)


class Explainer:
    """Answers about one state; worthless as soon as that changes.

    Args:
        state: Of which nothing is changed.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._changes = Changes(state)
        self._turns: StartOrder | None = None
        self._starts: Starts | None = None
        self._reasons: dict[SchedulingKey, Reason] = {}

    def explain(self, job_id: str, *, foresee: bool) -> Explanation | None:
        """Why a job is where it is; None: it is not remembered.

        Args:
            job_id: The job.
            foresee: Say when it will start, too: the first question about a kind of jobs looks at the nodes
                one by one.
        """
        job = self._state.jobs.get(job_id)
        if job is None:
            ended = self._state.ended.get(job_id)
            return None if ended is None else self._as_of_now(job_id, ended)
        known = replace(self._as_of_now(job_id, job), spec=job.spec, queued_at_ms=job.queued_at_ms)
        if job.attempt is not None:
            return replace(known, placement=explain_placement(self._state, job, job.attempt))
        group = self._state.pending.group_of(job)
        if group is None:
            return replace(known, reason=_reason_apart(self._state, job), start=start_apart(job))
        return self._waiting(known, job, group, foresee=foresee)

    def _waiting(self, known: Explanation, job: Job, group: SchedulingGroup, *, foresee: bool) -> Explanation:
        """What there is to say of a job that waits for its turn, or for room when its turn comes."""
        if self._turns is None:
            self._turns = StartOrder(self._state)
            self._starts = Starts(self._state, self._turns)
        reason = self._reason(group)
        start = self._starts.of(job, group, reason) if foresee and self._starts else None
        known = replace(known, reason=reason, standing=self._turns.standing(job, group), start=start)
        if not group.blocked:
            return known
        changes = self._changes
        return replace(
            known, requests=changes.requests(job, group, reason.code), quota=changes.quota(job, group)
        )

    def _reason(self, group: SchedulingGroup) -> Reason:
        if not group.blocked:
            return Reason(PendingCode.QUEUED, "its turn comes with the next batch", {}, self._state.now_ms)
        if group.key not in self._reasons:
            self._reasons[group.key] = reasons.reason_now(self._state, group)
        return self._reasons[group.key]

    def _as_of_now(self, job_id: str, job: Job | EndedJob) -> Explanation:
        state = self._state
        return Explanation(job_id, job.tenant, job.state, state.seq_next - 1, state.now_ms, state.epoch)


def _reason_apart(state: State, job: Job) -> Reason:
    """Why a job waits that stands in no line."""
    if job.state is JobState.SUSPENDED:
        return Reason(PendingCode.SUSPENDED, "suspended until someone resumes it", {}, state.now_ms)
    return reasons.backoff(state, job)
