"""Which ended attempt is tried again, and when (ADR 8).

    FAILED     its own fault: counts against attempts_max; waits backoff_ms, doubled for each failure
    REFUSED    the node would not start it: counts as lost; waits as after a failure, or it were a hot loop
    LOST       its node is gone: counts as lost; is tried again at once
    TIMED_OUT  its owner's own limit: final

Lost attempts never count against attempts_max; policy.attempts_lost_max ends a job that loses one node after
another. A retried job keeps its place in line.
"""

from __future__ import annotations

from dataclasses import dataclass

from muster.backoff import Backoff
from muster.events.job_events import AttemptOutcome
from muster.events.operator_commands import Policy
from muster.jobs.values.quantities import format_duration
from muster.scheduler.core.limits import BACKOFF_MS_MAX
from muster.scheduler.core.state.job import Job


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a job whose attempt did not succeed.

    Attributes:
        retry_at_ms: Earliest time of the next attempt; None: the job has failed.
        reason: Why, for people.
    """

    retry_at_ms: int | None
    reason: str


def judge(job: Job, outcome: AttemptOutcome, why: str, policy: Policy, now_ms: int) -> Verdict:
    """Judge an attempt that ended without success; the job's counts include it already."""
    retry = job.spec.retry
    if outcome is AttemptOutcome.TIMED_OUT:
        return Verdict(None, f"Exceeded wall-time limit ({format_duration(job.spec.wall_time_max_ms or 0)})")
    if outcome is AttemptOutcome.FAILED:
        count = f"attempt {job.attempts_failed} of {retry.attempts_max}"
        if job.attempts_failed >= retry.attempts_max:
            return Verdict(None, f"{why} ({count})")
        return Verdict(now_ms + backoff_ms(retry.backoff_ms, job.attempts_failed), f"{why} ({count})")
    count = f"{job.attempts_lost} of {policy.attempts_lost_max} lost"
    if job.attempts_lost >= policy.attempts_lost_max:
        return Verdict(None, f"{why} ({count})")
    wait_ms = backoff_ms(retry.backoff_ms, job.attempts_lost) if outcome is AttemptOutcome.REFUSED else 0
    return Verdict(now_ms + wait_ms, f"{why} ({count})")


def backoff_ms(first_ms: int, times: int) -> int:
    """Wait after the n-th failure: the first wait, doubled n - 1 times, bounded."""
    return Backoff(first_ms, BACKOFF_MS_MAX).pause_ms(times)
