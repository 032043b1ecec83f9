"""Whose turn it is (ADR 7, ADR 20): tiers in order, fair between queues, then the queue's own order.

Within a tier the queue that stands first by shares (policy_share) may start one job, and stands anew. Within
the queue: by priority where it goes by priority, by what their users hold where it shares by user (DRF), and
first come first served in any case.

While a pass goes on, everything that orders can only grow: what a queue holds, and the place of a line's
first job. So heaps are read lazily: what comes to the top is looked at again, and goes back where it has
grown. A start costs what the queues and groups on its way cost, not what all that wait do.
"""

from __future__ import annotations

from heapq import heappop, heappush, heapreplace

from muster.scheduler.core import policy_aging
from muster.scheduler.core.job import TIER_ORDER, LineKey
from muster.scheduler.core.pending import Line
from muster.scheduler.core.policy_share import Place, Shares
from muster.scheduler.core.queues import Queue, QueueKey
from muster.scheduler.core.state import State

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
    return policy_aging.tier_rank(state, job, line.tier_rank), classes, line.first_place


class Contest:
    """The open lines of one pass, in the order of their turns."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._shares = Shares(state)
        self._tiers = tuple(_Tier(state, self._shares) for _ in TIER_ORDER)
        for line in state.pending.open_lines():
            self.enter(line)

    def next(self) -> Line | None:
        """The line whose turn it is, taken out; None when nobody is left."""
        for tier in self._tiers:
            line = tier.pop()
            if line is not None:
                return line
        return None

    def enter(self, line: Line) -> None:
        """Let a line take part, (again) by its first job."""
        job = self._state.jobs[line.first_job_id]
        self._tiers[policy_aging.tier_rank(self._state, job, line.tier_rank)].push(line)


class _Tier:
    """The queues of one tier, and in each its lines."""

    def __init__(self, state: State, shares: Shares) -> None:
        self._state = state
        self._shares = shares
        self._lines: dict[QueueKey, list[tuple[_InQueue, LineKey, Line]]] = {}
        self._queues: list[tuple[tuple[Place, ...], QueueKey]] = []

    def push(self, line: Line) -> None:
        """Let a line take part."""
        key = line.key.queue
        entry = (self._in_queue(line), line.key, line)
        if key in self._lines:
            heappush(self._lines[key], entry)
        else:
            self._lines[key] = [entry]
            heappush(self._queues, (self._shares.place(self._queue(key)), key))

    def pop(self) -> Line | None:
        """The first line of the queue that stands first, taken out."""
        while self._queues:
            stood, key = self._queues[0]
            stands = self._shares.place(self._queue(key)) if len(self._queues) > 1 else stood
            if stands != stood:
                heapreplace(self._queues, (stands, key))
                continue
            lines = self._lines[key]
            line = self._first(lines)
            if not lines:
                del self._lines[key]
                heappop(self._queues)
            return line
        return None

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
        pressure = self._shares.group_pressure(self._queue(key.queue), key.group) if key.group else 0
        return pressure, key.urgency, line.first_place

    def _queue(self, key: QueueKey) -> Queue:
        return self._state.queues.by_key[key]
