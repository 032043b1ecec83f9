"""Retry of ended attempts: `decide` whether and when (ADR 8); the cause of the failure comes first (ADR 76).

    FAILED     the job's own failure: counts against attempts_max; waits backoff_ms, doubled per failure
    REFUSED    the node refused it: counts as lost; waits as after a failure, to avoid a busy loop
    LOST       its node is lost: counts as lost; is retried immediately
    TIMED_OUT  it exceeded its wall-time limit: final

If failure rules are in effect, the rule that matched a FAILED attempt decides first:

    permanent  the job fails immediately, with a hint what to change
    capped     a rule may limit the number of its retries
    spared     the platform reported itself as the cause: counts as lost
    memory     out of memory: the next attempt gets more, as the rule states and as far as the job allows

With `policy.retries_off`, every FAILED attempt is final, with or without rules.

Lost attempts never count against attempts_max; policy.attempts_lost_max fails a job that loses one node after
another. A retried job keeps its arrival sequence. With rules, a pause is up to JITTER_PERCENT longer,
depending on job and attempt, so that jobs that failed together do not return together.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, NamedTuple

from muster.backoff import Backoff
from muster.events.job_events import AttemptOutcome
from muster.failures.rules import Action, Persistence, Rule
from muster.jobs.values.quantities import format_duration, format_memory
from muster.scheduler.core.inputs import admission
from muster.scheduler.core.inputs.verdicts import Judged
from muster.scheduler.core.limits import BACKOFF_MS_MAX
from muster.scheduler.core.state.job import Job, with_memory
from muster.scheduler.core.state.state import State

JITTER_PERCENT: Final = 25
"""Maximum percentage by which a pause exceeds the job's backoff; it is never shorter."""


class More(NamedTuple):
    """More memory for an attempt.

    Attributes:
        memory_mib: Memory of each rank, MiB; None: unchanged.
        sentence: Text about it, appended to a reason.
    """

    memory_mib: int | None = None
    sentence: str = ""


NO_MORE: Final = More()


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision about a job whose attempt did not succeed.

    Attributes:
        retry_at_ms: Earliest time of the next attempt, ms since 1970 UTC; None: the job has failed.
        reason: The reason, for people.
        memory_mib: Memory of each rank from the next attempt on, MiB; None: unchanged.
    """

    retry_at_ms: int | None
    reason: str
    memory_mib: int | None = None


def decide(job: Job, outcome: AttemptOutcome, why: str, found: Judged, state: State) -> Decision:
    """Decide about an attempt that ended without success; the job's counts must include it already."""
    if outcome is AttemptOutcome.TIMED_OUT:
        return Decision(None, f"Exceeded wall-time limit ({format_duration(job.spec.wall_time_max_ms or 0)})")
    more = _memory(job, found.rule, state) if outcome is AttemptOutcome.FAILED else NO_MORE
    if outcome is AttemptOutcome.FAILED and found.rule is not None and (end := _final(job, found.rule, more)):
        return Decision(None, f"{why} ({end})")
    if outcome is AttemptOutcome.FAILED and state.policy.retries_off:
        return Decision(None, f"{why} (retries are off in this cell: policy {state.policy.name})")
    if outcome is AttemptOutcome.FAILED and not found.spared:
        retries_max = job.spec.retry.attempts_max - 1
        if job.attempts_failed > retries_max:
            return Decision(None, f"{why} ({_used_up(retries_max)})")
        retry_at_ms = state.now_ms + _pause_ms(job, job.attempts_failed, found)
        count = f"retry {job.attempts_failed} of {retries_max}"
        return Decision(retry_at_ms, f"{why} ({count}){more.sentence}", more.memory_mib)
    count = f"loss {job.attempts_lost} of at most {state.policy.attempts_lost_max}"
    if job.attempts_lost >= state.policy.attempts_lost_max:
        return Decision(None, f"{why} ({count})")
    wait_ms = 0 if outcome is AttemptOutcome.LOST else _pause_ms(job, job.attempts_lost, found)
    return Decision(state.now_ms + wait_ms, f"{why} ({count})")


def quarantine(job: Job, state: State) -> str:
    """Return why a job that seems to kill its nodes is suspended and how to resume it; empty: it is not."""
    most = state.policy.nodes_lost_per_job_max
    if not most or len(job.nodes_lost) < most:
        return ""
    nodes = ", ".join(job.nodes_lost)
    return (
        f"quarantined: {most} nodes were lost soon after the job started there ({nodes}); check them and the "
        f"job, then run `muster resume {job.job_id}`"
    )


def _used_up(retries_max: int) -> str:
    """Describe a budget of retries that leaves none."""
    return f"no retries left of {retries_max}" if retries_max else "no retries allowed"


def _final(job: Job, rule: Rule, more: More) -> str:
    """Return why the rule excludes a retry regardless of attempts_max; empty: it does not."""
    permanent = rule.action is Action.FAIL or rule.persistence is Persistence.PERMANENT
    if permanent and more.memory_mib is None:
        return f"permanent [{rule.id}]: {rule.means} {rule.hint}{more.sentence}"
    times = job.causes[rule.id]
    if rule.retries_max is not None and times > rule.retries_max:
        most = f"at most {rule.retries_max} of them are retried"
        return f"failed {times} times by [{rule.id}], {most}: {rule.means} {rule.hint}"
    return ""


def _memory(job: Job, rule: Rule | None, state: State) -> More:
    """Return the memory of the next attempt, if its rule requires more and the job allows it."""
    most = job.spec.retry.memory_max_mib
    if rule is None or rule.memory_percent is None or most is None:
        return NO_MORE
    had = job.spec.resources.memory_mib
    wanted = min(most, -(-had * rule.memory_percent // 100))
    if wanted <= had:
        return More(sentence=f"; it already had its retry.memory_max, {format_memory(most)}")
    resources = with_memory(job.spec, wanted).resources
    if admission.impossible(state.hardware, resources):
        return More(
            sentence=f"; its next attempt would need {format_memory(wanted)} a rank; no node has that"
        )
    return More(
        wanted, f"; its next attempt gets {format_memory(wanted)} a rank instead of {format_memory(had)}"
    )


def _pause_ms(job: Job, times: int, found: Judged) -> int:
    """The pause after the n-th failure, at most BACKOFF_MS_MAX; with jitter where rules are in effect."""
    pause_ms = backoff_ms(job.spec.retry.backoff_ms, times)
    if found.rule is None:
        return pause_ms
    return min(pause_ms + pause_ms * _drawn_percent(job) // 100, BACKOFF_MS_MAX)


def _drawn_percent(job: Job) -> int:
    """Draw 0 to JITTER_PERCENT from the job's id and the attempt's number: the same in every replay."""
    drawn = blake2b(f"{job.job_id}/{job.attempts}".encode(), digest_size=4).digest()
    return int.from_bytes(drawn, "big") % (JITTER_PERCENT + 1)


def backoff_ms(first_ms: int, times: int) -> int:
    """Backoff after the n-th failure: `first_ms` doubled n - 1 times, at most BACKOFF_MS_MAX."""
    return Backoff(first_ms, BACKOFF_MS_MAX).pause_ms(times)
