"""Whose turn it is (ADR 7, ADR 20): tiers in order, fair between queues, then the queue's own order.

Within a tier the queue that stands first by shares (queues.shares) may start one job, and stands anew. Within
the queue: by priority where it goes by priority, by what their users hold where it shares by user (DRF), and
first come first served in any case.

A start changes what the queue that was served holds, and those above it, and nobody else. So queues are
compared level by level, each with those beside it, and after a start only those on its way are compared anew.
Within a queue everything that orders can only grow while a pass goes on: what groups hold, and the place of a
line's first job. So those heaps are read lazily: what comes to the top is looked at again, and goes back
where it has grown. A start costs what the queues and groups on its way cost, not what all that wait do.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush, heapreplace

from muster.scheduler.core.order import aging
from muster.scheduler.core.queues.shares import Place, Shares, is_due
from muster.scheduler.core.state.job import TIER_ORDER, LineKey
from muster.scheduler.core.state.pending import Line
from muster.scheduler.core.state.queues import Queue, QueueKey
from muster.scheduler.core.state.state import State

_InQueue = tuple[int, int, int]
"""(pressure of its group, urgency, place): order within a queue."""


Rank = tuple[int, tuple[int, ...], int]
"""(tier with its age, share classes from the top of the tree, place): see `rank`."""


def rank(state: State, shares: Shares, line: Line) -> Rank:
    """How a line ranks among those that wait, without what changes from moment to moment.

    By tier and class of share (within a guarantee, on credit, beyond), not by pressure: for choices that have
    to last, as who heads the line.
    """
    job = state.jobs[line.first_job_id]
    classes = tuple(place[0] for place in shares.place(state.queues.by_key[line.key.queue]))
    return aging.tier_rank(state, job, line.tier_rank), classes, line.first_place


class Contest:
    """The open lines of one pass, in the order of their turns."""

    def __init__(self, state: State) -> None:
        self._state = state
        shares = Shares(state)
        self._tiers = tuple(_Tier(state, shares) for _ in TIER_ORDER)
        self._served: _Tier | None = None
        for line in state.pending.open_lines():
            self.enter(line)

    def next(self) -> Line | None:
        """The line whose turn it is, taken out; None when nobody is left."""
        for tier in self._tiers:
            if not tier.lines:
                continue
            if tier is not self._served:
                tier.look_anew()
            line = tier.pop()
            if line is not None:
                self._served = tier
                return line
        return None

    def enter(self, line: Line) -> None:
        """Let a line take part, (again) by its first job."""
        job = self._state.jobs[line.first_job_id]
        self._tiers[aging.tier_rank(self._state, job, line.tier_rank)].push(line)


class _Tier:
    """The queues of one tier, and in each its lines.

    First come the queues to which something is due. `_tree` holds those while there are any, and `_later` the
    others; then it holds the others. Only the queue that was served, and those above it, can have changed
    when the next is asked for.

    Attributes:
        lines: By queue; those of the queue that was served last may be used up.
    """

    def __init__(self, state: State, shares: Shares) -> None:
        self._state = state
        self._shares = shares
        self.lines: dict[QueueKey, list[tuple[_InQueue, LineKey, Line]]] = {}
        self._tree = _Branch(None, shares)
        self._later: list[Queue] = []
        self._due_first = True
        self._served: Queue | None = None
        self._served_running = 0
        self._stale = True

    def push(self, line: Line) -> None:
        """Let a line take part."""
        key = line.key.queue
        lines = self.lines.get(key)
        if lines is None:
            lines = self.lines[key] = []
            self._stale = True
        heappush(lines, (self._in_queue(line), line.key, line))

    def look_anew(self) -> None:
        """What queues hold may have changed since they were compared."""
        self._stale = True

    def pop(self) -> Line | None:
        """The first line of the queue that stands first, taken out."""
        self._account_for_served()
        if not self.lines:
            return None
        if self._stale:
            self._compare()
        queue = self._served = self._first_queue()
        self._served_running = queue.used.running
        return self._first(self.lines[queue.key])

    def _account_for_served(self) -> None:
        served, self._served = self._served, None
        if served is None:
            return
        goes_on, started = bool(self.lines[served.key]), served.used.running != self._served_running
        if not goes_on:
            del self.lines[served.key]
        if not self._stale and (started or not goes_on):
            self._tree.renew_first(stays=goes_on)

    def _compare(self) -> None:
        """Compare all queues as they stand now."""
        self._stale, self._due_first = False, True
        queues = [self._state.queues.by_key[key] for key in self.lines]
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

    def _first(self, lines: list[tuple[_InQueue, LineKey, Line]]) -> Line:
        while True:
            stood, key, line = lines[0]
            stands = self._in_queue(line)
            if stands == stood:
                heappop(lines)
                return line
            heapreplace(lines, (stands, key, line))

    def _in_queue(self, line: Line) -> _InQueue:
        key = line.key
        if not key.group:
            return 0, key.urgency, line.first_place
        pressure = self._shares.group_pressure(self._state.queues.by_key[key.queue], key.group)
        return pressure, key.urgency, line.first_place


class _Branch:
    """A queue with those below it that take part, the one that stands first on top; the root has no queue.

    Attributes:
        first: The leaf that stands first; None when nobody is left.
    """

    __slots__ = ("_below", "_shares", "first", "places", "queue")

    def __init__(self, queue: Queue | None, shares: Shares) -> None:
        self.queue = queue
        self.first = queue
        self.places: tuple[Place, ...] = ()
        self._shares = shares
        self._below: list[tuple[tuple[Place, ...], QueueKey, _Branch]] = []

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

    def entry(self) -> tuple[tuple[Place, ...], QueueKey, _Branch]:
        """How it compares with those beside it: level by level down to the leaf that stands first."""
        assert self.first is not None  # noqa: S101  (nobody else is asked)
        return self.places, self.first.key, self

    def _stand(self) -> None:
        """Work out where it stands now."""
        below = self._below[0][2] if self._below else None
        if self.queue is None:
            self.first = below.first if below else None
            return
        own = self._shares.beside(self.queue)
        if below is not None:
            self.first, self.places = below.first, (own, *below.places)
        else:
            self.places = (own,)
