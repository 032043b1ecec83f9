"""Choice of the next group to try (ADR 7, ADR 20): by tier, fair between queues, then by the queue's order.

Within a tier, the queue that ranks first by shares (muster.queues.shares) may start one job; then it is
ranked again. Within a queue, groups are ordered by priority if the queue orders by priority, by their users'
holdings if it shares by user (DRF), by attained service if it shares time, and then by arrival.

A start changes the holdings of the served queue and of its ancestors only. So queues are compared level by
level with their siblings, and after a start only the queues on that path are compared again. Within a queue
the sort keys can only grow during a pass: what sharers hold, and the arrival sequence of a group's first job.
So those heaps are updated lazily: the top entry is computed again and put back if it has grown. The cost of a
start depends on the queues and groups on its path, not on the number of waiting jobs.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush, heapreplace

from muster.queues.shares import ShareRank, Shares, is_due
from muster.queues.tree import Queue, QueueKey
from muster.scheduler.core.order import aging, attained
from muster.scheduler.core.state.job import SchedulingKey
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

_InQueue = tuple[int, int, int]
"""(pressure of the sharer, urgency, arrival sequence): order within a queue."""

_Entry = tuple[_InQueue, SchedulingKey, SchedulingGroup]

Rank = tuple[int, tuple[int, ...], int, int]
"""(effective tier rank, share classes from the root of the tree, level, arrival sequence): see `rank`."""


def rank(state: State, shares: Shares, group: SchedulingGroup) -> Rank:
    """Rank a group among waiting groups by criteria that do not change with every start.

    Uses tier and share class (within a guarantee, on credit, beyond), not pressure. For choices that must be
    stable, such as the head of queue.
    """
    classes = tuple(share_rank[0] for share_rank in shares.rank(state.queues.by_key[group.key.queue]))
    return aging.tier_rank_of(state, group), classes, level(state, group), group.first_arrival_seq


def level(state: State, group: SchedulingGroup) -> int:
    """Level of a group whose jobs share time; else 0, because priority does not make a head of queue."""
    return max(0, attained.urgency(state, group))


class Contest:
    """The unblocked groups of one pass, in scheduling order.

    A group that is blocked, or loses its last job, before its turn is dropped when its turn comes.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        shares = state.shares()
        self._entered = dict.fromkeys(state.pending.open_groups())
        tiers = aging.in_tiers(state, self._entered)
        self._tiers = tuple(_Tier(state, shares, self._entered, groups) for groups in tiers)
        self._served: _Tier | None = None

    def next(self) -> SchedulingGroup | None:
        """Remove and return the next group; None when none is left."""
        for tier in self._tiers:
            if tier.is_empty:
                continue
            if tier is not self._served:
                tier.invalidate()
            group = tier.pop()
            if group is not None:
                self._served = tier
                return group
        return None

    def enter(self, group: SchedulingGroup) -> None:
        """Add a group, or add it again after `next` has returned it."""
        if group in self._entered:  # blocked and unblocked before its turn
            return
        self._entered[group] = None
        self._tiers[aging.tier_rank_of(self._state, group)].new.append(group)


class _Tier:
    """The queues of one tier, each with its groups.

    Queues below their guarantee come first. `_tree` holds these while there are any, and `_later` the others;
    then `_tree` holds the others. Between two calls of `pop` only the served queue and its ancestors can have
    changed.

    Attributes:
        new: Groups that were added since the last `pop`. They are put in order when the tier has its turn:
            where much waits, most groups of low tiers are blocked by then, like those of higher tiers.
    """

    def __init__(
        self,
        state: State,
        shares: Shares,
        entered: dict[SchedulingGroup, None],
        new: list[SchedulingGroup],
    ) -> None:
        self._state = state
        self._shares = shares
        self._entered = entered
        self.new = new
        self._groups: dict[QueueKey, list[_Entry]] = {}
        self._tree = _Branch(None, shares)
        self._later: list[Queue] = []
        self._due_first = True
        self._served: Queue | None = None
        self._served_running = 0
        self._stale = True

    @property
    def is_empty(self) -> bool:
        """Whether it has no groups; the queue served last may be counted although its groups are used up."""
        return not self._groups and not self.new

    def invalidate(self) -> None:
        """Compare all queues again before the next `pop`, since their holdings may have changed."""
        self._stale = True

    def pop(self) -> SchedulingGroup | None:
        """Remove and return the first group of the queue that ranks first; None when none is left."""
        while True:
            self._put_in_order()
            self._account_for_served()
            if not self._groups:
                return None
            if self._stale:
                self._compare()
            queue = self._served = self._first_queue()
            self._served_running = queue.used.running
            group = self._first(self._groups[queue.key])
            if group is not None:
                return group

    def _put_in_order(self) -> None:
        """Add the new groups to their queues, without those that were blocked or emptied meanwhile."""
        if not self.new:
            return
        new, self.new = self.new, []
        pressures: dict[tuple[QueueKey, str], int] = {}
        changed: dict[QueueKey, list[_Entry]] = {}
        for group in new:
            if group.blocked or group.first_arrival_seq < 0:
                del self._entered[group]
                continue
            key = group.key
            groups = self._groups.get(key.queue)
            if groups is None:
                groups = self._groups[key.queue] = []
                self._stale = True
            pressure = 0
            if key.sharer:
                sharer = key.queue, key.sharer
                known = pressures.get(sharer)
                pressure = pressures[sharer] = self._pressure(key) if known is None else known
            entry = (pressure, attained.urgency(self._state, group), group.first_arrival_seq), key, group
            if len(new) == 1:
                heappush(groups, entry)
            else:
                groups.append(entry)
                changed[key.queue] = groups
        for groups in changed.values():
            heapify(groups)

    def _account_for_served(self) -> None:
        served, self._served = self._served, None
        if served is None:
            return
        has_groups, started = bool(self._groups[served.key]), served.used.running != self._served_running
        if not has_groups:
            del self._groups[served.key]
        if not self._stale and (started or not has_groups):
            self._tree.update_first(stays=has_groups)

    def _compare(self) -> None:
        """Compare all queues by their present holdings."""
        self._stale, self._due_first = False, True
        queues = [self._state.queues.by_key[key] for key in self._groups]
        self._later = [queue for queue in queues if not is_due(queue)]
        self._tree = _Branch(None, self._shares)
        self._tree.build([queue for queue in queues if is_due(queue)])

    def _first_queue(self) -> Queue:
        while True:
            first = self._tree.first
            if first is None:
                later, self._later, self._due_first = self._later, [], False
                self._tree.build(later)
            elif self._due_first and not is_due(first):
                self._later.append(first)
                self._tree.update_first(stays=False)
            else:
                return first

    def _first(self, groups: list[_Entry]) -> SchedulingGroup | None:
        """Remove and return the first unblocked group; None when there is none."""
        while groups:
            order_before, key, group = groups[0]
            if group.blocked or group.first_arrival_seq < 0:
                heappop(groups)
                del self._entered[group]
                continue
            order_now = self._in_queue(group)
            if order_now == order_before:
                heappop(groups)
                del self._entered[group]
                return group
            heapreplace(groups, (order_now, key, group))
        return None

    def _in_queue(self, group: SchedulingGroup) -> _InQueue:
        key = group.key
        urgency = attained.urgency(self._state, group)
        return self._pressure(key) if key.sharer else 0, urgency, group.first_arrival_seq

    def _pressure(self, key: SchedulingKey) -> int:
        return self._shares.sharer_pressure(self._state.queues.by_key[key.queue], key.sharer)


class _Branch:
    """A queue and a heap of its children with groups, the first in rank on top; the root has no queue.

    Attributes:
        first: The leaf queue that ranks first; None when none is left.
    """

    __slots__ = ("_below", "_shares", "first", "queue", "share_ranks")

    def __init__(self, queue: Queue | None, shares: Shares) -> None:
        self.queue = queue
        self.first = queue
        self.share_ranks: tuple[ShareRank, ...] = ()
        self._shares = shares
        self._below: list[tuple[tuple[ShareRank, ...], QueueKey, _Branch]] = []

    def build(self, leaves: Iterable[Queue]) -> None:
        """Build the subtree of exactly these leaf queues, all of them descendants of this queue."""
        depth = len(self.queue.path) if self.queue else 0
        parts: dict[QueueKey, list[Queue]] = {}
        for leaf in leaves:
            if len(leaf.path) > depth:
                parts.setdefault(leaf.path[depth].key, []).append(leaf)
        self._below = []
        for part in parts.values():
            branch = _Branch(part[0].path[depth], self._shares)
            branch.build(part)
            self._below.append(branch.entry())
        heapify(self._below)
        self._rank()

    def update_first(self, *, stays: bool) -> None:
        """Rank the first leaf and its ancestors again, or remove that leaf unless it stays."""
        if self._below:
            branch = self._below[0][2]
            branch.update_first(stays=stays)
            if branch.first is None:
                heappop(self._below)
            else:
                heapreplace(self._below, branch.entry())
            stays = bool(self._below)
        if stays:
            self._rank()
        else:
            self.first = None

    def entry(self) -> tuple[tuple[ShareRank, ...], QueueKey, _Branch]:
        """Its heap entry: the ranks of each level down to the leaf that ranks first."""
        assert self.first is not None  # noqa: S101  (called for non-empty branches only)
        return self.share_ranks, self.first.key, self

    def _rank(self) -> None:
        """Compute the first leaf and the ranks down to it."""
        below = self._below[0][2] if self._below else None
        if self.queue is None:
            self.first = below.first if below else None
            return
        own = self._shares.level_rank(self.queue)
        if below is not None:
            self.first, self.share_ranks = below.first, (own, *below.share_ranks)
        else:
            self.share_ranks = (own,)
