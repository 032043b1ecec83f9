"""Who is tried next (ADR 7, ADR 20): tiers in order, fair between queues, then the queue's own order.

Within a tier the queue that stands first by shares (muster.queues.shares) may start one job, and stands anew.
Within the queue: by priority where it goes by priority, by what their users hold where it shares by user
(DRF), and first come first served in any case.

A start changes what the queue that was served holds, and those above it, and nobody else. So queues are
compared level by level, each with those beside it, and after a start only those on its way are compared anew.
Within a queue everything that orders can only grow while a pass goes on: what groups hold, and the place of a
line's first job. So those heaps are read lazily: what comes to the top is looked at again, and goes back
where it has grown. A start costs what the queues and groups on its way cost, not what all that wait do.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush, heapreplace

from muster.queues.shares import ShareRank, Shares, is_due
from muster.queues.tree import Queue, QueueKey
from muster.scheduler.core.order import aging
from muster.scheduler.core.state.job import TIER_ORDER, SchedulingKey
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

_InQueue = tuple[int, int, int]
"""(pressure of its group, urgency, place): order within a queue."""


Rank = tuple[int, tuple[int, ...], int]
"""(tier with its age, share classes from the top of the tree, place): see `rank`."""


def rank(state: State, shares: Shares, group: SchedulingGroup) -> Rank:
    """How a line ranks among those that wait, without what changes from moment to moment.

    By tier and class of share (within a guarantee, on credit, beyond), not by pressure: for choices that have
    to last, as who heads the line.
    """
    job = state.jobs[group.first_job_id]
    classes = tuple(share_rank[0] for share_rank in shares.rank(state.queues.by_key[group.key.queue]))
    return aging.tier_rank(state, job, group.tier_rank), classes, group.first_arrival_seq


class Contest:
    """The open lines of one pass, in the order of their turns."""

    def __init__(self, state: State) -> None:
        self._state = state
        shares = state.shares()
        self._tiers = tuple(_Tier(state, shares) for _ in TIER_ORDER)
        self._served: _Tier | None = None
        for group in state.pending.open_groups():
            self.enter(group)

    def next(self) -> SchedulingGroup | None:
        """The group whose turn it is, taken out; None when nobody is left."""
        for tier in self._tiers:
            if not tier.groups:
                continue
            if tier is not self._served:
                tier.look_anew()
            group = tier.pop()
            if group is not None:
                self._served = tier
                return group
        return None

    def enter(self, group: SchedulingGroup) -> None:
        """Let a group take part, (again) by its first job."""
        job = self._state.jobs[group.first_job_id]
        self._tiers[aging.tier_rank(self._state, job, group.tier_rank)].push(group)


class _Tier:
    """The queues of one tier, and in each its lines.

    First come the queues to which something is due. `_tree` holds those while there are any, and `_later` the
    others; then it holds the others. Only the queue that was served, and those above it, can have changed
    when the next is asked for.

    Attributes:
        groups: By queue; those of the queue that was served last may be used up.
    """

    def __init__(self, state: State, shares: Shares) -> None:
        self._state = state
        self._shares = shares
        self.groups: dict[QueueKey, list[tuple[_InQueue, SchedulingKey, SchedulingGroup]]] = {}
        self._tree = _Branch(None, shares)
        self._later: list[Queue] = []
        self._due_first = True
        self._served: Queue | None = None
        self._served_running = 0
        self._stale = True

    def push(self, group: SchedulingGroup) -> None:
        """Let a group take part."""
        key = group.key.queue
        groups = self.groups.get(key)
        if groups is None:
            groups = self.groups[key] = []
            self._stale = True
        heappush(groups, (self._in_queue(group), group.key, group))

    def look_anew(self) -> None:
        """What queues hold may have changed since they were compared."""
        self._stale = True

    def pop(self) -> SchedulingGroup | None:
        """The first line of the queue that stands first, taken out."""
        self._account_for_served()
        if not self.groups:
            return None
        if self._stale:
            self._compare()
        queue = self._served = self._first_queue()
        self._served_running = queue.used.running
        return self._first(self.groups[queue.key])

    def _account_for_served(self) -> None:
        served, self._served = self._served, None
        if served is None:
            return
        goes_on, started = bool(self.groups[served.key]), served.used.running != self._served_running
        if not goes_on:
            del self.groups[served.key]
        if not self._stale and (started or not goes_on):
            self._tree.renew_first(stays=goes_on)

    def _compare(self) -> None:
        """Compare all queues as they stand now."""
        self._stale, self._due_first = False, True
        queues = [self._state.queues.by_key[key] for key in self.groups]
        self._later = [queue for queue in queues if not is_due(queue)]
        self._tree = _Branch(None, self._shares)
        self._tree.plant([queue for queue in queues if is_due(queue)])

    def _first_queue(self) -> Queue:
        while True:
            first = self._tree.first
            if first is None:
                later, self._later, self._due_first = self._later, [], False
                self._tree.plant(later)
            elif self._due_first and not is_due(first):
                self._later.append(first)
                self._tree.renew_first(stays=False)
            else:
                return first

    def _first(self, groups: list[tuple[_InQueue, SchedulingKey, SchedulingGroup]]) -> SchedulingGroup:
        while True:
            stood, key, group = groups[0]
            stands = self._in_queue(group)
            if stands == stood:
                heappop(groups)
                return group
            heapreplace(groups, (stands, key, group))

    def _in_queue(self, group: SchedulingGroup) -> _InQueue:
        key = group.key
        if not key.sharer:
            return 0, key.urgency, group.first_arrival_seq
        pressure = self._shares.sharer_pressure(self._state.queues.by_key[key.queue], key.sharer)
        return pressure, key.urgency, group.first_arrival_seq


class _Branch:
    """A queue with those below it that take part, the one that stands first on top; the root has no queue.

    Attributes:
        first: The leaf that stands first; None when nobody is left.
    """

    __slots__ = ("_below", "_shares", "first", "queue", "share_ranks")

    def __init__(self, queue: Queue | None, shares: Shares) -> None:
        self.queue = queue
        self.first = queue
        self.share_ranks: tuple[ShareRank, ...] = ()
        self._shares = shares
        self._below: list[tuple[tuple[ShareRank, ...], QueueKey, _Branch]] = []

    def plant(self, leaves: Iterable[Queue]) -> None:
        """Let these leaves, all of them below this one, take part, and no others."""
        depth = len(self.queue.path) if self.queue else 0
        parts: dict[QueueKey, list[Queue]] = {}
        for leaf in leaves:
            if len(leaf.path) > depth:
                parts.setdefault(leaf.path[depth].key, []).append(leaf)
        self._below = []
        for part in parts.values():
            branch = _Branch(part[0].path[depth], self._shares)
            branch.plant(part)
            self._below.append(branch.entry())
        heapify(self._below)
        self._stand()

    def renew_first(self, *, stays: bool) -> None:
        """Compare anew the leaf that stood first, and all above it; or take it out."""
        if self._below:
            branch = self._below[0][2]
            branch.renew_first(stays=stays)
            if branch.first is None:
                heappop(self._below)
            else:
                heapreplace(self._below, branch.entry())
            stays = bool(self._below)
        if stays:
            self._stand()
        else:
            self.first = None

    def entry(self) -> tuple[tuple[ShareRank, ...], QueueKey, _Branch]:
        """How it compares with those beside it: level by level down to the leaf that stands first."""
        assert self.first is not None  # noqa: S101  (nobody else is asked)
        return self.share_ranks, self.first.key, self

    def _stand(self) -> None:
        """Work out where it stands now."""
        below = self._below[0][2] if self._below else None
        if self.queue is None:
            self.first = below.first if below else None
            return
        own = self._shares.level_rank(self.queue)
        if below is not None:
            self.first, self.share_ranks = below.first, (own, *below.share_ranks)
        else:
            self.share_ranks = (own,)
