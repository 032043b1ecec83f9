"""Which ended attempt is retried, and when (ADR 8).

    FAILED     the job's own failure: counts against attempts_max; waits backoff_ms, doubled per failure
    REFUSED    the node refused it: counts as lost; waits as after a failure, to avoid a busy loop
    LOST       its node is lost: counts as lost; is retried at once
    TIMED_OUT  it exceeded its wall-time limit: final

Lost attempts never count against attempts_max; policy.attempts_lost_max fails a job that loses one node after
another. A retried job keeps its arrival sequence.
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
    """The decision about a job whose attempt did not succeed.

    Attributes:
        retry_at_ms: Earliest time of the next attempt, ms since 1970 UTC; None: the job has failed.
        reason: The reason, for people.
    """

    retry_at_ms: int | None
    reason: str


def judge(job: Job, outcome: AttemptOutcome, why: str, policy: Policy, now_ms: int) -> Verdict:
    """Decide about an attempt that ended without success; the job's counts must include it already."""
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
    """Backoff after the n-th failure: `first_ms` doubled n - 1 times, at most BACKOFF_MS_MAX."""
    return Backoff(first_ms, BACKOFF_MS_MAX).pause_ms(times)
