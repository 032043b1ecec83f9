"""The answer to `muster explain` (ADR 22): why a job waits or runs where it does.

    reason      why it waits, from the code that decides (reasons, muster.queues.quotas, the kernel)
    standing    its position in the scheduling order, and which jobs are ahead (explain.standing)
    start       its estimated start, as a range (explain.start)
    requests    other requests with which it would start now (explain.changes)
    quota       the quota that would have to be raised, and by how much
    placement   where it is placed, why, and the next best placement
    asked       the preemption request for it, and when it is repeated
    making      the jobs that yield to it
    scattered   whether moves are planned for it
    filling     the backfill window that it fills
    filled      the jobs that fill nodes kept for it
    turn        its position among the jobs that wait to save and leave their nodes
    yielded     the job that it yielded to, and the checkpoint that it resumes from

The state is not changed: two queries between two batches see one state, and the state hash is the same
afterwards. Jobs of a group share most of their answers, so explaining a whole backlog costs little more than
explaining one job of each group.
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
from muster.scheduler.core.explain.start import Start, Starts, start_outside
from muster.scheduler.core.explain.yielding import (
    Asked,
    Filled,
    Filling,
    Making,
    Scattered,
    Yielded,
    asked_of,
    filled_of,
    filling_of,
    making_of,
    scattered_of,
    yielded_of,
)
from muster.scheduler.core.move import maintenance
from muster.scheduler.core.state.job import EndedJob, Job, SchedulingKey
from muster.scheduler.core.state.pending import Reason, SchedulingGroup
from muster.scheduler.core.state.state import State


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation of a job's state, as of one position of the log.

    Attributes:
        job_id: The job.
        tenant: Its tenant.
        state: Its lifecycle state.
        as_of_seq: seq of the last input included; -1 before the first.
        as_of_ms: Time of that input's batch, ms since 1970 UTC.
        epoch: Epoch of the leader.
        spec: Its spec; None once it has ended.
        queued_at_ms: Time at which it last began to wait, ms since 1970 UTC.
        reason: Why it waits.
        standing: Its position in the scheduling order, while it waits in a group.
        start: Its estimated start, if requested.
        requests: Other requests with which it would start now.
        quota: A bound with which it would start now.
        placement: Its placement and the reason for it.
        asked: The preemption request for jobs of its group.
        making: The room that others make for it.
        scattered: The fragmentation because of which moves are planned for it.
        yielded: The job that it yields to or yielded to, while it stops or waits.
        filling: The backfill window that it fills, while it runs.
        filled: The jobs that fill nodes kept for it.
        turn: Number of jobs that save before it may, if its node is to be emptied; None: it is not.
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
    asked: Asked | None = None
    making: Making | None = None
    scattered: Scattered | None = None
    yielded: Yielded | None = None
    filling: Filling | None = None
    filled: Filled | None = None
    turn: int | None = None


def explain(state: State, job_id: str) -> Explanation | None:
    """Explain one job; None: it is unknown, or ended too long ago."""
    return Explainer(state).explain(job_id, foresee=True)


class Explainer:
    """Explains jobs of one state; must be discarded when the state changes.

    Args:
        state: The state; not changed.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._changes = Changes(state)
        self._order: StartOrder | None = None
        self._starts: Starts | None = None
        self._reasons: dict[SchedulingKey, Reason] = {}
        self._asked: dict[SchedulingKey, Asked | None] = {}

    def explain(self, job_id: str, *, foresee: bool) -> Explanation | None:
        """Explain a job; None: it is unknown, or ended too long ago.

        Args:
            job_id: The job.
            foresee: Whether to estimate its start. The first estimate for a placement class examines the
                nodes one by one.
        """
        job = self._state.jobs.get(job_id)
        if job is None:
            ended = self._state.ended.get(job_id)
            return None if ended is None else self._as_of_now(job_id, ended)
        known = replace(
            self._as_of_now(job_id, job),
            spec=job.spec,
            queued_at_ms=job.queued_at_ms,
            making=making_of(self._state, job),
            yielded=yielded_of(self._state, job),
            filling=filling_of(self._state, job),
            filled=filled_of(self._state, job),
            turn=maintenance.turn_of(self._state, job),
        )
        if job.attempt is not None:
            return replace(known, placement=explain_placement(self._state, job, job.attempt))
        group = self._state.pending.group_of(job)
        if group is None:
            return replace(known, reason=_reason_outside(self._state, job), start=start_outside(job))
        return self._waiting(known, job, group, foresee=foresee)

    def _waiting(self, known: Explanation, job: Job, group: SchedulingGroup, *, foresee: bool) -> Explanation:
        """Explain a job that waits in a scheduling group."""
        if self._order is None:
            self._order = StartOrder(self._state)
            self._starts = Starts(self._state, self._order)
        reason = self._reason(group)
        start = self._starts.of(job, group, reason) if foresee and self._starts else None
        known = replace(known, reason=reason, standing=self._order.standing(job, group), start=start)
        if not group.blocked:
            return known
        changes = self._changes
        return replace(
            known,
            requests=changes.requests(job, group, reason.code),
            quota=changes.quota(job, group),
            asked=self._asked_for(job, group),
            scattered=scattered_of(self._state, group) if job.job_id == group.first_job_id else None,
        )

    def _asked_for(self, job: Job, group: SchedulingGroup) -> Asked | None:
        """Return the preemption request for jobs like this one; None: none, or others already yield to it."""
        if job.job_id in self._state.holds:
            return None
        if group.key not in self._asked:
            self._asked[group.key] = asked_of(self._state, group)
        asked = self._asked[group.key]
        return asked and asked._replace(includes=job.arrival_seq <= asked.last_arrival_seq)

    def _reason(self, group: SchedulingGroup) -> Reason:
        if not group.blocked:
            return Reason(PendingCode.QUEUED, "it is tried in the next batch", {}, self._state.now_ms)
        if group.key not in self._reasons:
            self._reasons[group.key] = reasons.reason_now(self._state, group)
        return self._reasons[group.key]

    def _as_of_now(self, job_id: str, job: Job | EndedJob) -> Explanation:
        state = self._state
        return Explanation(job_id, job.tenant, job.state, state.seq_next - 1, state.now_ms, state.epoch)


def _reason_outside(state: State, job: Job) -> Reason:
    """Return why a job outside all scheduling groups waits."""
    if job.state is JobState.SUSPENDED:
        return Reason(PendingCode.SUSPENDED, "suspended until someone resumes it", {}, state.now_ms)
    return reasons.awaiting(state, job) if job.awaits else reasons.backoff(state, job)
