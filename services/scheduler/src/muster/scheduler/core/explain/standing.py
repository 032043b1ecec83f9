"""The scheduling order: every waiting job's position, and why other jobs are ahead of it (ADR 22).

It is the order of a scheduling pass (order.contest), computed from the present state: tiers including aging,
queues by shares, sharers by what they hold, priority, arrival sequence. No starts are simulated. Since every
start changes shares, queues will in fact alternate, but here the whole backlog of one queue comes before that
of the next.

Jobs of all tenants are counted, but only those of the caller's tenant are named.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from heapq import merge, nsmallest
from operator import itemgetter
from typing import NamedTuple

from muster.queues.shares import ShareRank
from muster.queues.tree import SHARED_TENANT, QueueKey
from muster.scheduler.core.order import aging
from muster.scheduler.core.state.job import TIER_ORDER, Job, SchedulingKey
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

NAMED_MAX = 5
"""Maximum number of jobs ahead that are named; the others are only counted."""


class Cause(StrEnum):
    """Why a job is ahead of another: the first criterion in which they differ."""

    TIER = "TIER"
    """Its tier, including aging, is higher."""
    SHARE = "SHARE"
    """Its queue is further below its fair share."""
    GROUP_SHARE = "GROUP_SHARE"
    """Its user, or in a shared queue its tenant, holds less."""
    PRIORITY = "PRIORITY"
    """Its priority in the queue is higher."""
    PLACE = "PLACE"
    """It arrived earlier."""


class Rank(NamedTuple):
    """The sort key of the scheduling order without the arrival sequence; lower comes first.

    Attributes:
        tier: Rank of the tier, including aging.
        shares: Share ranks of the queue and its ancestors, from the root of the tree.
        queue: The queue: distinguishes queues of equal shares.
        pressure: What the job's sharer holds within the queue, millionths of the cluster.
        urgency: The negative priority, in a queue ordered by priority.
    """

    tier: int
    shares: tuple[ShareRank, ...]
    queue: QueueKey
    pressure: int
    urgency: int


_Alike = tuple[int, QueueKey, str, int]
"""(tier rank including aging, queue, sharer, urgency): groups with equal values have equal ranks."""


class Ahead(NamedTuple):
    """A job that is ahead of another.

    Attributes:
        job_id: The job.
        cause: The criterion.
        because: A sentence with the numbers.
    """

    job_id: str
    cause: Cause
    because: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A waiting job's position in the scheduling order.

    Attributes:
        in_queue: Its position among the jobs of its queue, from 1.
        in_cell: Its position among all jobs, from 1.
        waiting_in_queue: Jobs in the scheduling groups of its queue.
        waiting_in_cell: Jobs in all scheduling groups.
        ahead: Number of jobs ahead, by cause; without zeros.
        named: The first NAMED_MAX jobs ahead of it that are of its tenant.
    """

    in_queue: int
    in_cell: int
    waiting_in_queue: int
    waiting_in_cell: int
    ahead: dict[Cause, int]
    named: tuple[Ahead, ...]


@dataclass(slots=True)
class _Step:
    """The jobs of one rank, and the number of jobs ahead of the first of them.

    Attributes:
        rank: The rank.
        groups: Their scheduling groups.
        before_tier: Jobs of higher tiers.
        before_queue: These, and jobs of queues that come first.
        before_sharer: These, and jobs of sharers that come first.
        before: These, and more urgent jobs: all jobs ahead.
        before_in_queue: Those of `before` that are in the same queue.
    """

    rank: Rank
    groups: list[SchedulingGroup]
    before_tier: int = 0
    before_queue: int = 0
    before_sharer: int = 0
    before: int = 0
    before_in_queue: int = 0


class StartOrder:
    """The scheduling order of all waiting jobs of one state.

    Args:
        state: The state; must not change while the order is used.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._shares = state.shares()
        self._share_ranks: dict[QueueKey, tuple[ShareRank, ...]] = {}
        self._ranks: dict[_Alike, Rank] = {}
        self._steps = sorted(self._grouped(), key=lambda step: step.rank)
        self._in_queue: dict[QueueKey, int] = {}
        self._in_cell = self._count()
        self._number_of = {step.rank: number for number, step in enumerate(self._steps)}
        self._merged: dict[int, list[int]] = {}
        self._firsts: dict[str, list[tuple[int, int, str]]] = {}

    def standing(self, job: Job, group: SchedulingGroup) -> Standing:
        """The position of a job that waits in this group."""
        number = self._number_of[self._ranks[self._alike(group)]]
        step = self._steps[number]
        earlier = bisect_left(self._arrival_seqs(number), job.arrival_seq)
        ahead = {
            Cause.TIER: step.before_tier,
            Cause.SHARE: step.before_queue - step.before_tier,
            Cause.GROUP_SHARE: step.before_sharer - step.before_queue,
            Cause.PRIORITY: step.before - step.before_sharer,
            Cause.PLACE: earlier,
        }
        return Standing(
            in_queue=step.before_in_queue + earlier + 1,
            in_cell=step.before + earlier + 1,
            waiting_in_queue=self._in_queue[group.key.queue],
            waiting_in_cell=self._in_cell,
            ahead={cause: count for cause, count in ahead.items() if count},
            named=tuple(
                Ahead(job_id, *_cause(self._steps[other].rank, step.rank))
                for other, arrival_seq, job_id in self._first_of(job.tenant)
                if (other, arrival_seq) < (number, job.arrival_seq)
            ),
        )

    def in_order(self) -> Iterator[tuple[str, SchedulingGroup]]:
        """All jobs in scheduling groups, each with its group, in scheduling order."""
        for step in self._steps:
            for _, job_id, group in merge(*map(_arrived, step.groups), key=itemgetter(0)):
                yield job_id, group

    def _grouped(self) -> list[_Step]:
        """The scheduling groups, collected by equal rank."""
        together: dict[_Alike, list[SchedulingGroup]] = {}
        for group in self._state.pending.groups():
            together.setdefault(self._alike(group), []).append(group)
        by_rank: dict[Rank, list[SchedulingGroup]] = {}
        for alike, groups in together.items():
            rank = self._ranks[alike] = self._rank(*alike)
            by_rank.setdefault(rank, []).extend(groups)
        return [_Step(rank, groups) for rank, groups in by_rank.items()]

    def _alike(self, group: SchedulingGroup) -> _Alike:
        tier_rank, queue, sharer, urgency, _ = group.key
        first = self._state.jobs[group.first_job_id]
        return aging.tier_rank(self._state, first, tier_rank), queue, sharer, urgency

    def _rank(self, tier: int, key: QueueKey, sharer: str, urgency: int) -> Rank:
        queue = self._state.queues.by_key[key]
        if key not in self._share_ranks:
            self._share_ranks[key] = self._shares.rank(queue)
        pressure = self._shares.sharer_pressure(queue, sharer) if sharer else 0
        return Rank(tier, self._share_ranks[key], key, pressure, urgency)

    def _count(self) -> int:
        """Count the jobs ahead of every step; returns the total number of jobs."""
        total, last = 0, None
        before_tier = before_queue = before_sharer = 0
        for step in self._steps:
            rank = step.rank
            if last is None or last[:1] != rank[:1]:
                before_tier = total
            if last is None or last[:3] != rank[:3]:
                before_queue = total
            if last is None or last[:4] != rank[:4]:
                before_sharer = total
            step.before_tier, step.before_queue, step.before_sharer = before_tier, before_queue, before_sharer
            step.before = total
            step.before_in_queue = self._in_queue.get(rank.queue, 0)
            here = sum(map(len, step.groups))
            total += here
            self._in_queue[rank.queue] = step.before_in_queue + here
            last = rank
        return total

    def _arrival_seqs(self, number: int) -> list[int]:
        """The arrival sequences of all jobs of a step, ascending."""
        if number not in self._merged:
            groups = self._steps[number].groups
            self._merged[number] = sorted(seq for group in groups for seq in group.arrival_seqs())
        return self._merged[number]

    def _first_of(self, tenant: str) -> list[tuple[int, int, str]]:
        """The first jobs of a tenant: (step number, arrival sequence, job id)."""
        if tenant not in self._firsts:
            found: list[tuple[int, int, str]] = []
            for number, step in enumerate(self._steps):
                found += nsmallest(NAMED_MAX - len(found), _jobs_of(tenant, number, step.groups))
                if len(found) == NAMED_MAX:
                    break
            self._firsts[tenant] = found
        return self._firsts[tenant]


def _arrived(group: SchedulingGroup) -> Iterator[tuple[int, str, SchedulingGroup]]:
    return ((arrival_seq, job_id, group) for arrival_seq, job_id in group.after(-1, len(group)))


def _jobs_of(tenant: str, number: int, groups: Iterable[SchedulingGroup]) -> Iterator[tuple[int, int, str]]:
    for group in groups:
        if _tenant_of(group.key) == tenant:
            yield from ((number, arrival_seq, job_id) for arrival_seq, job_id in group.after(-1, NAMED_MAX))


def _tenant_of(key: SchedulingKey) -> str:
    """The tenant of a group's jobs; groups of the shared queue are separate by tenant."""
    return key.sharer if key.queue[0] == SHARED_TENANT else key.queue[0]


def _cause(rank: Rank, than: Rank) -> tuple[Cause, str]:
    """Why a job of one rank is ahead of a job of another, or an equal, rank."""
    if rank.tier != than.tier:
        return Cause.TIER, f"goes with {TIER_ORDER[rank.tier]}, this one with {TIER_ORDER[than.tier]}"
    if rank.queue != than.queue:
        return Cause.SHARE, _further_below(rank, than)
    if rank.pressure != than.pressure:
        return (
            Cause.GROUP_SHARE,
            f"its user holds {_percent(rank.pressure)}, this one's {_percent(than.pressure)}",
        )
    if rank.urgency != than.urgency:
        return Cause.PRIORITY, f"priority {-rank.urgency}, this one has {-than.urgency}"
    return Cause.PLACE, "came earlier"


_CLASSES = ("uses {} of its guarantee", "spends its credit, at pressure {}", "is at pressure {}")


def _further_below(rank: Rank, than: Rank) -> str:
    """The difference of two queues at the first level at which they differ."""
    first, second = next(pair for pair in zip(rank.shares, than.shares, strict=False) if pair[0] != pair[1])
    if first[-1] == second[-1]:
        return f"queue {rank.queue[1]} has some of its guarantee left, {than.queue[1]} has none"
    return f"{_use(first)}; {_use(second)}"


def _use(share_rank: ShareRank) -> str:
    share_class, pressure, name = share_rank
    return f"queue {name} {_CLASSES[share_class].format(_percent(pressure))}"


def _percent(millionths: int) -> str:
    return f"{millionths / 10_000:.3g} %"
