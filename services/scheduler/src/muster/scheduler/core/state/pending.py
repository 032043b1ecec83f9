"""Waiting jobs in scheduling groups, one for each SchedulingKey, because such jobs are decided alike.

When the first job of a group does not fit, no job of the group fits: the group is *blocked* until something
that it waits for is freed, a GPU model or a queue's quota. So the cost of a batch depends on the number of
groups that could start, not on the number of waiting jobs; 50,000 equal jobs cost as much as one. (Compare
Armada's "unfeasible scheduling keys" and Kueue's equivalence hashes.)

The contents depend only on the jobs that were added and on what was found for each group, never on the
history of calls.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import TypeVar

from muster.cluster import ANY_TENANT, GPU_MILLI, MIG, Where
from muster.events.job_events import PendingCode
from muster.scheduler.core.durations.histogram import LEAF_BITS, position_of, value_at
from muster.scheduler.core.state.job import Job, PlacementClass, SchedulingKey

_FRONT_SLACK = 64

Token = str | tuple[str, str]
"""A resource that a blocked group waits for: a GPU model, ANY_NODE, FORECAST, or the key of a full queue."""

FORECAST = "what forecast demand leaves"
"""Token for a higher limit of best-effort work; cannot be a GPU model, as models contain no spaces."""

ANY_NODE = ""
"""Token for resources freed on any node."""

_Key = TypeVar("_Key")
_Waiting = TypeVar("_Waiting")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the jobs of a group wait.

    Attributes:
        code: The one dominant reason.
        message: One sentence for people.
        counts: The numbers that explain it.
        found_at_ms: When it was computed, ms since 1970 UTC.
    """

    code: PendingCode
    message: str
    counts: dict[str, int]
    found_at_ms: int


class _ArrivalSeqs:
    """Arrival sequence numbers, ascending; removing the first takes constant time, amortised."""

    __slots__ = ("_arrival_seqs", "_front")

    def __init__(self) -> None:
        self._arrival_seqs: list[int] = []
        self._front = 0

    def __iter__(self) -> Iterator[int]:
        arrival_seqs = self._arrival_seqs
        return (arrival_seqs[index] for index in range(self._front, len(arrival_seqs)))

    def __bool__(self) -> bool:
        return self._front < len(self._arrival_seqs)

    @property
    def ends(self) -> tuple[int, int]:
        """The lowest number, and the highest."""
        return self._arrival_seqs[self._front], self._arrival_seqs[-1]

    def insert(self, arrival_seq: int) -> None:
        """Add a number."""
        insort(self._arrival_seqs, arrival_seq, lo=self._front)

    def remove(self, arrival_seq: int) -> None:
        """Remove a number, at any position."""
        if arrival_seq != self._arrival_seqs[self._front]:
            del self._arrival_seqs[bisect_left(self._arrival_seqs, arrival_seq, lo=self._front)]
            return
        self._front += 1
        if self._front > _FRONT_SLACK and self._front * 2 > len(self._arrival_seqs):
            del self._arrival_seqs[: self._front]
            self._front = 0

    def after(self, arrival_seq: int, limit: int) -> list[int]:
        """The next numbers above `arrival_seq`, at most `limit`."""
        start = max(self._front, bisect_right(self._arrival_seqs, arrival_seq))
        return self._arrival_seqs[start : start + limit]


class SchedulingGroup:
    """Waiting jobs that are decided alike, in order of arrival.

    Attributes:
        key: The common key.
        tier_rank: Rank of the jobs' tier, 0 for the highest.
        placement_class: Where the jobs may run.
        first_arrival_seq: Arrival sequence of the first job; -1 when no job is left.
        last_arrival_seq: Arrival sequence of the last job; -1 when no job is left.
        first_job_id: The first job: the next to be tried.
        blocked: Whether its first job is known not to fit; changed by Pending only.
        wakes_on: What it waits for while blocked.
        reason: Why it is blocked, as last computed.
        reason_stale: Whether the reason has to be computed, or computed again.
        reported_upto: The reason's code has been reported for all jobs up to this arrival sequence.
        counts_reported: The counts last reported for its first job.
        counts_reported_at_ms: When they were reported.
        requested_at_ms: When preemption was last requested for its first jobs.
        requests: Preemption requests since one of its jobs last started or was removed.
        alike: The groups of its placement class, itself among them; of a copy none.
    """

    __slots__ = (
        "_arrival_seqs",
        "_by_p90",
        "_job_ids",
        "_p90_leaf",
        "alike",
        "blocked",
        "counts_reported",
        "counts_reported_at_ms",
        "first_arrival_seq",
        "first_job_id",
        "key",
        "last_arrival_seq",
        "placement_class",
        "reason",
        "reason_stale",
        "reported_upto",
        "requested_at_ms",
        "requests",
        "tier_rank",
        "wakes_on",
    )  # fmt: skip

    def __init__(self, key: SchedulingKey, alike: AlikeGroups) -> None:
        self.key = key
        self.tier_rank = key.tier_rank
        self.placement_class = key.placement_class
        self.first_arrival_seq = -1
        self.last_arrival_seq = -1
        self.first_job_id = ""
        self.blocked = False
        self.wakes_on: tuple[Token, ...] = ()
        self.reason: Reason | None = None
        self.reason_stale = False
        self.reported_upto = -1
        self.counts_reported: dict[str, int] = {}
        self.counts_reported_at_ms = 0
        self.requested_at_ms = 0
        self.requests = 0
        self.alike = alike
        self._arrival_seqs = _ArrivalSeqs()
        self._job_ids: dict[int, str] = {}
        self._by_p90: dict[int, _ArrivalSeqs] = {}
        self._p90_leaf: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._job_ids)

    def has(self, arrival_seq: int) -> bool:
        """Whether the job with this arrival_seq waits in the group. No `in`: mypyc asks its left side."""
        return arrival_seq in self._job_ids

    @property
    def unreported(self) -> bool:
        """Whether the reason has not been reported for some job."""
        return self.last_arrival_seq > self.reported_upto and self.reason is not None

    @property
    def has_bounded(self) -> bool:
        """Whether some job has a run-time estimate or limit."""
        return bool(self._p90_leaf)

    def standing(self) -> tuple[object, ...]:
        """All its attributes that change; equal as long as none has."""
        return (
            self.blocked,
            self.wakes_on,
            self.reason,
            self.reason_stale,
            self.reported_upto,
            self.counts_reported,
            self.counts_reported_at_ms,
            self.requested_at_ms,
            self.requests,
        )

    def insert(self, arrival_seq: int, job_id: str, p90_ms: int | None = None) -> None:
        """Add a job at its arrival sequence; `p90_ms` is its estimated run time, None: unknown."""
        self._arrival_seqs.insert(arrival_seq)
        self._job_ids[arrival_seq] = job_id
        self._note_ends()
        self.reported_upto = min(self.reported_upto, arrival_seq - 1)
        if p90_ms is not None:
            leaf = self._p90_leaf[arrival_seq] = position_of(p90_ms) >> LEAF_BITS
            self._by_p90.setdefault(leaf, _ArrivalSeqs()).insert(arrival_seq)

    def remove(self, arrival_seq: int) -> None:
        """Remove a job, at any position."""
        del self._job_ids[arrival_seq]
        self._arrival_seqs.remove(arrival_seq)
        self._note_ends()
        self.requests = 0
        leaf = self._p90_leaf.pop(arrival_seq, None)
        if leaf is not None:
            self._by_p90[leaf].remove(arrival_seq)
            if not self._by_p90[leaf]:
                del self._by_p90[leaf]

    def head(self, limit: int) -> SchedulingGroup:
        """A copy of the group with its first `limit` jobs, for trials."""
        copy = SchedulingGroup(self.key, AlikeGroups(self.placement_class))
        for arrival_seq in islice(self._arrival_seqs, limit):
            copy.insert(arrival_seq, self._job_ids[arrival_seq])
        return copy

    def arrival_seqs(self) -> list[int]:
        """The arrival sequences of its jobs, ascending."""
        return list(self._arrival_seqs)

    def after(self, arrival_seq: int, limit: int) -> list[tuple[int, str]]:
        """The next jobs after an arrival sequence, at most `limit`, as (arrival sequence, job id)."""
        return [(seq, self._job_ids[seq]) for seq in self._arrival_seqs.after(arrival_seq, limit)]

    def within(self, window_ms: int) -> Iterator[str]:
        """Jobs estimated to run at most `window_ms`, in order of arrival; exact to an eighth of an octave."""
        short = [
            arrival_seqs
            for leaf, arrival_seqs in self._by_p90.items()
            if value_at((leaf + 1) << LEAF_BITS) <= window_ms
        ]
        return (self._job_ids[arrival_seq] for arrival_seq in merge(*short))

    def _note_ends(self) -> None:
        if self._arrival_seqs:
            self.first_arrival_seq, self.last_arrival_seq = self._arrival_seqs.ends
            self.first_job_id = self._job_ids[self.first_arrival_seq]
        else:
            self.first_arrival_seq = self.last_arrival_seq = -1


class AlikeGroups:
    """The groups of one placement class. They lack room together, and wait for the same when they do.

    Attributes:
        placement_class: The class.
        waits_on: What its groups wait for when they lack room.
        groups: All of them; in this and the next two no decision may depend on the order.
        unblocked: Those that are not blocked.
        lacking: Those that are blocked, and wait for `waits_on`.
    """

    __slots__ = ("groups", "lacking", "placement_class", "unblocked", "waits_on")

    def __init__(self, placement_class: PlacementClass) -> None:
        self.placement_class = placement_class
        self.waits_on: tuple[Token, ...] = placement_class.shape.gpu_models or (ANY_NODE,)
        self.groups: dict[SchedulingGroup, None] = {}
        self.unblocked: dict[SchedulingGroup, None] = {}
        self.lacking: dict[SchedulingGroup, None] = {}


class Pending:
    """All waiting jobs.

    Attributes:
        delayed: Jobs that may not be tried yet: (not_before_ms, arrival_seq, job_id), ascending.
        awaiting: Jobs that wait for others to end, by id.
        freed: What was freed or added since the last pass.
        nodes_freed: How often something was freed or added on a node; derived, used for comparison only.
        round_cut: Whether the last pass spent its work before every unblocked group had its turn. What is
            freed wakes no group until they have had it.
        stirred: Whether a group was blocked, or a reserved node closed, since the head was last chosen.
        size: Number of waiting jobs, including delayed ones, without those that wait for others to end.
    """

    def __init__(self) -> None:
        self._groups: dict[SchedulingKey, SchedulingGroup] = {}
        self._classes: dict[PlacementClass, AlikeGroups] = {}
        self._by_nodes: dict[tuple[Where, str], dict[AlikeGroups, None]] = {}
        self._open: dict[SchedulingGroup, None] = {}
        self._lacking_on: dict[Token, dict[AlikeGroups, None]] = {}
        self._blocked_on: dict[Token, dict[SchedulingGroup, None]] = {}
        self._untried: dict[SchedulingGroup, None] = {}
        self.delayed: list[tuple[int, int, str]] = []
        self.awaiting: dict[str, None] = {}
        self.freed: dict[Token, None] = {}
        self.nodes_freed = 0
        self.round_cut = False
        self.stirred = False
        self.size = 0

    def add(self, job: Job, now_ms: int) -> None:
        """Add a waiting job: to its group, or to `awaiting` or `delayed` until it may be tried."""
        if job.awaits:
            self.awaiting[job.job_id] = None
            return
        self.size += 1
        if job.not_before_ms > now_ms:
            insort(self.delayed, (job.not_before_ms, job.arrival_seq, job.job_id))
        else:
            self._enter(job)

    def remove(self, job: Job) -> None:
        """Remove a job that was bound, suspended or cancelled."""
        if job.awaits:
            del self.awaiting[job.job_id]
            return
        self.size -= 1
        if self.delayed:
            delayed = (job.not_before_ms, job.arrival_seq, job.job_id)
            index = bisect_left(self.delayed, delayed)
            if index < len(self.delayed) and self.delayed[index] == delayed:
                del self.delayed[index]
                return
        group = self._groups[_key(job)]
        group.remove(job.arrival_seq)
        if not group.has_bounded:
            self._untried.pop(group, None)
        if not group:
            if group.blocked:
                self.unblock(group)
            alike = group.alike
            del self._groups[group.key], self._open[group], alike.unblocked[group], alike.groups[group]
            if not alike.groups:
                del self._classes[group.placement_class]
                _remove(self._by_nodes, _nodes_of(group.placement_class), alike)

    def holds(self, job: Job) -> bool:
        """Whether a job waits."""
        if job.awaits:
            return job.job_id in self.awaiting
        delayed = (job.not_before_ms, job.arrival_seq, job.job_id)
        index = bisect_left(self.delayed, delayed)
        return self.group_of(job) is not None or self.delayed[index : index + 1] == [delayed]

    def due(self, now_ms: int) -> list[str]:
        """List the delayed jobs that are due, ordered by time; the caller must call `enter` for each."""
        return [job_id for not_before_ms, _, job_id in self.delayed if not_before_ms <= now_ms]

    def enter(self, job: Job) -> None:
        """Move a delayed job to its group."""
        self.delayed.remove((job.not_before_ms, job.arrival_seq, job.job_id))
        self._enter(job)

    def admit(self, job: Job, now_ms: int) -> None:
        """Let a job be tried: the last that it waited for has ended."""
        del self.awaiting[job.job_id]
        self.add(job, now_ms)

    def group_of(self, job: Job) -> SchedulingGroup | None:
        """The group in which a job waits; None while it is delayed, awaits others, or does not wait."""
        group = self._groups.get(job.scheduling_key) if job.scheduling_key else None
        return group if group is not None and group.has(job.arrival_seq) else None

    def groups(self) -> Iterator[SchedulingGroup]:
        """All groups, in an order that no decision may depend on."""
        yield from self._groups.values()

    @property
    def blocked_groups(self) -> int:
        """How many groups are blocked."""
        return len(self._groups) - len(self._open)

    def open_groups(self) -> Iterator[SchedulingGroup]:
        """The groups that are not blocked, in an order that no decision may depend on."""
        yield from self._open

    def lacking_more(self, needs: PlacementClass) -> list[AlikeGroups]:
        """The classes with unblocked groups that need at least as much of everything, in no order.

        None of them has room if `needs` has none. Only those are found that are sure not to.
        """
        if needs.ranks > 1 or needs.avoids or needs.speeds or needs.shape.sharing == MIG:
            return []
        where, sharing = _nodes_of(needs)
        found = self._needing_more(needs, where, sharing)
        return found + self._needing_more(needs, where, ANY_TENANT) if sharing else found

    def waited_for(self, gpu_models: tuple[str, ...]) -> bool:
        """Whether a waiting job could use nodes of these GPU models (empty: of any model)."""
        return bool(self._open) or self.lacked(gpu_models)

    def lacked(self, gpu_models: tuple[str, ...]) -> bool:
        """Whether a blocked job could use nodes of these GPU models (empty: of any model)."""
        if ANY_NODE in self._lacking_on or ANY_NODE in self._blocked_on:
            return True
        if not gpu_models:
            return bool(self._lacking_on) or bool(self._blocked_on)
        return any(model in self._lacking_on or model in self._blocked_on for model in gpu_models)

    def blocked_on(self, token: Token) -> Iterator[SchedulingGroup]:
        """Blocked groups that wait for a token, in an order that no decision may depend on."""
        yield from self._blocked_on.get(token, ())
        for alike in self._lacking_on.get(token, ()):
            yield from alike.lacking

    def block(self, group: SchedulingGroup, wakes_on: tuple[Token, ...]) -> None:
        """Block a group until one of these tokens is freed; its reason has to be computed."""
        self.stirred = True
        group.blocked, group.reason_stale = True, True
        del self._open[group], group.alike.unblocked[group]
        self._wait_for(group, wakes_on)
        self._may_run_ahead(group)

    def block_alike(self, alike: AlikeGroups, groups: Iterable[SchedulingGroup]) -> None:
        """Block unblocked groups of one placement class, because they lack room."""
        opened, untried, waits_on = self._open, self._untried, alike.waits_on
        blocked = dict.fromkeys(groups)
        if not blocked:
            return
        for token in waits_on:
            self._lacking_on.setdefault(token, {})[alike] = None
        for group in blocked:
            group.blocked, group.wakes_on, group.reason_stale = True, waits_on, True
            del opened[group], alike.unblocked[group]
            if group.has_bounded:
                untried[group] = None
        alike.lacking.update(blocked)

    def wait_for(self, group: SchedulingGroup, wakes_on: tuple[Token, ...]) -> None:
        """Let a blocked group wait for these tokens."""
        if wakes_on != group.wakes_on:
            self._wait_no_more(group)
            self._wait_for(group, wakes_on)

    def unblock(self, group: SchedulingGroup) -> None:
        """Unblock a group, so that it is tried again."""
        self._wait_no_more(group)
        group.blocked, group.wakes_on = False, ()
        self._open[group] = group.alike.unblocked[group] = None
        self._untried.pop(group, None)

    def untried_ahead(self) -> list[SchedulingGroup]:
        """Blocked groups that were not tried for backfill since they were blocked, in no order."""
        return list(self._untried)

    def is_untried_ahead(self, group: SchedulingGroup) -> bool:
        """Whether a group is one of `untried_ahead`."""
        return group in self._untried

    def tried_ahead(self, group: SchedulingGroup) -> None:
        """Record that no job of a blocked group can be backfilled until something changes."""
        self._untried.pop(group, None)

    def retry_ahead(self) -> None:
        """Let all blocked groups be tried for backfill again, because other nodes are reserved."""
        for group in self._groups.values():
            if group.blocked:
                self._may_run_ahead(group)

    def free_node(self, gpu_model: str) -> None:
        """Record that resources of a node of this GPU model (empty: without GPUs) were freed or added."""
        self.freed[gpu_model] = self.freed[ANY_NODE] = None
        self.nodes_freed += 1

    def free_avoiding(self) -> None:
        """Retry jobs that avoid nodes: a node was closed, and only the avoided ones may be left."""
        for group in self._groups.values():
            if group.placement_class.avoids:
                self.freed.update(dict.fromkeys(group.wakes_on))

    def reopen(self) -> list[SchedulingGroup]:
        """Unblock every group that waits for something freed; returns these groups, in no order.

        None while the round is cut (`round_cut`).
        """
        if self.round_cut:
            return []
        if not self.freed:
            return []
        woken = [group for token in self.freed for group in self._wake(token)]
        self.freed.clear()
        return woken

    def reopen_one(self, group: SchedulingGroup) -> None:
        """Unblock a group if it waits for something freed, even while the round is cut."""
        if any(token in self.freed for token in group.wakes_on):
            self.unblock(group)

    def _needing_more(self, needs: PlacementClass, where: Where, sharing: str) -> list[AlikeGroups]:
        shape = needs.shape
        models, cpu_milli, memory_mib = shape.gpu_models, shape.cpu_milli, shape.memory_mib
        count = shape.gpu_count
        milli = GPU_MILLI if shape.sharing and not sharing else shape.gpu_milli  # it would open a whole GPU
        found: list[AlikeGroups] = []
        for alike in self._by_nodes.get((where, sharing), ()):
            if not alike.unblocked:
                continue
            other = alike.placement_class.shape
            if (
                other.cpu_milli >= cpu_milli
                and other.memory_mib >= memory_mib
                and other.gpu_milli >= milli
                and other.gpu_count >= count
                and (not models or other.gpu_models == models)
            ):
                found.append(alike)
        return found

    def _wait_for(self, group: SchedulingGroup, wakes_on: tuple[Token, ...]) -> None:
        group.wakes_on, alike = wakes_on, group.alike
        if wakes_on == alike.waits_on:
            alike.lacking[group] = None
            for token in wakes_on:
                self._lacking_on.setdefault(token, {})[alike] = None
        else:
            for token in wakes_on:
                self._blocked_on.setdefault(token, {})[group] = None

    def _wait_no_more(self, group: SchedulingGroup) -> None:
        alike = group.alike
        if group.wakes_on != alike.waits_on:
            for token in group.wakes_on:
                _remove(self._blocked_on, token, group)
            return
        del alike.lacking[group]
        if not alike.lacking:
            for token in alike.waits_on:
                _remove(self._lacking_on, token, alike)

    def _wake(self, token: Token) -> list[SchedulingGroup]:
        """Unblock the groups that wait for a token, those of a placement class together."""
        woken = list(self._blocked_on.pop(token, ()))
        for group in woken:
            for other in group.wakes_on:
                if other != token:
                    _remove(self._blocked_on, other, group)
            group.alike.unblocked[group] = None
        for alike in self._lacking_on.pop(token, ()):
            for other in alike.waits_on:
                if other != token:
                    _remove(self._lacking_on, other, alike)
            woken += alike.lacking
            alike.unblocked.update(alike.lacking)
            alike.lacking = {}
        untried = self._untried
        for group in woken:
            group.blocked, group.wakes_on = False, ()
            untried.pop(group, None)
        self._open.update(dict.fromkeys(woken))
        return woken

    def _enter(self, job: Job) -> None:
        key = _key(job)
        group = self._groups.get(key)
        if group is None:
            alike = self._classes.get(key.placement_class)
            if alike is None:
                alike = self._classes[key.placement_class] = AlikeGroups(key.placement_class)
                self._by_nodes.setdefault(_nodes_of(key.placement_class), {})[alike] = None
            group = self._groups[key] = SchedulingGroup(key, alike)
            alike.groups[group] = alike.unblocked[group] = self._open[group] = None
        group.insert(job.arrival_seq, job.job_id, job.bound_ms)
        job.scheduling_key = group.key  # one for all of them
        if group.blocked:
            self._may_run_ahead(group)

    def _may_run_ahead(self, group: SchedulingGroup) -> None:
        if group.has_bounded:
            self._untried[group] = None


def _remove(found: dict[_Key, dict[_Waiting, None]], key: _Key, each: _Waiting) -> None:
    """Remove one of those that are found under a key, and the key with the last of them."""
    others = found[key]
    del others[each]
    if not others:
        del found[key]


def _nodes_of(needs: PlacementClass) -> tuple[Where, str]:
    """The eligible nodes, and the sharing key whose GPUs it may use."""
    return needs.where, needs.shape.sharing


def _key(job: Job) -> SchedulingKey:
    assert job.scheduling_key is not None, f"{job.job_id} has no key"  # noqa: S101  (set when it begins to wait)
    return job.scheduling_key
