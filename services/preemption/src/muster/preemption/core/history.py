"""History: earlier evictions that limit later ones. Terms: the conditions of a plan. PURE.

Evictions are limited per job and day, and per queue and per user and hour. Once one job was evicted for
another, neither is evicted for the other again, so two jobs cannot evict each other in turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from muster.events.preemption_commands import PreemptionPolicy
from muster.queues.tree import QueueKey

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS

UserKey = tuple[str, str]
"""(tenant, user)."""


@dataclass(frozen=True, slots=True)
class Eviction:
    """An eviction that a plan asked for.

    Attributes:
        job_id: The job that yields.
        for_job_id: The job that it yields to; empty: a reservation.
        queue: (tenant, name) of its queue.
        user: (tenant, name) of its user.
        at_ms: Time of the plan, milliseconds since 1970 UTC.
    """

    job_id: str
    for_job_id: str
    queue: QueueKey
    user: UserKey
    at_ms: int


@dataclass(slots=True)
class History:
    """Limits that earlier plans impose on the next one.

    Attributes:
        by_job: Evictions of each job within the last day.
        by_queue: Evictions of each queue's jobs within the last hour.
        by_user: Evictions of each user's jobs within the last hour.
        pairs: Pairs of jobs of which one was evicted for the other, in both orders.
        claimed: Jobs that an open plan already names as victims.
        yielding: Claimed jobs that the current answer made yield, already released in its trial.
    """

    by_job: Counter[str] = field(default_factory=Counter[str])
    by_queue: Counter[QueueKey] = field(default_factory=Counter[QueueKey])
    by_user: Counter[UserKey] = field(default_factory=Counter[UserKey])
    pairs: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    claimed: set[str] = field(default_factory=set[str])
    yielding: set[str] = field(default_factory=set[str])

    @staticmethod
    def of(evictions: Iterable[Eviction], claimed: Iterable[str], at_ms: int) -> History:
        """Build the history as of `at_ms`, milliseconds since 1970 UTC."""
        history = History(claimed={*claimed})
        for each in evictions:
            history.add(each, at_ms)
        return history

    def add(self, each: Eviction, at_ms: int) -> None:
        """Count an eviction."""
        if each.for_job_id:
            self.pairs |= {(each.job_id, each.for_job_id), (each.for_job_id, each.job_id)}
        if at_ms - each.at_ms < DAY_MS:
            self.by_job[each.job_id] += 1
        if at_ms - each.at_ms < HOUR_MS:
            self.by_queue[each.queue] += 1
            self.by_user[each.user] += 1


@dataclass(frozen=True, slots=True)
class Terms:
    """The conditions that a plan is made under.

    Attributes:
        policy: Policy in effect.
        history: Earlier evictions and open plans.
        at_ms: Current time, milliseconds since 1970 UTC.
    """

    policy: PreemptionPolicy
    history: History
    at_ms: int
