"""A scheduling pass in thought: whether a job would start if lines that sleep woke up (ADR 22).

The turns, the quotas and the kernel are the real ones. The lines are copies; so is what the queues count, put
in place for as long as the trial lasts; places and ports that are taken are given back. Afterwards the state
is what it was.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from muster.cluster import MIG, Placement
from muster.scheduler.core.order.contest import Contest
from muster.scheduler.core.placement import constraints, geometry, search
from muster.scheduler.core.placement.geometry import Card
from muster.scheduler.core.queues import holdings, quotas
from muster.scheduler.core.state.account import Account
from muster.scheduler.core.state.job import Job, Kind, LineKey
from muster.scheduler.core.state.node import port_for
from muster.scheduler.core.state.pending import Line
from muster.scheduler.core.state.queues import Queue, QueueKey, Used
from muster.scheduler.core.state.state import State


class Reached(NamedTuple):
    """What is held once the job has started.

    Attributes:
        used: By its queue and those above it.
        group: By its group, when the queue tells groups apart.
        others: Jobs that started before it.
    """

    used: dict[QueueKey, Used]
    group: Used
    others: int


def reached(state: State, woken: Iterable[Line], wanted: Job, others_max: int) -> Reached | None:
    """What would be held when a job has started because these lines woke; None: it would not start so.

    Args:
        state: No line is open in it.
        woken: Lines that would be tried again.
        wanted: The job.
        others_max: Jobs that may start before it; with more the trial is given up.
    """
    contest = Contest(state)
    for line in woken:
        contest.enter(line.head(others_max + 1))
    with _tentative(state) as holding:
        others = 0
        while (line := contest.next()) and others <= others_max:
            if not holding.start(line):
                continue
            queue = state.queues.by_key[line.key.queue]
            if line.first_job_id == wanted.job_id:
                group = queue.groups.get(line.key.group, Used())
                return Reached({each.key: _copy(each.used) for each in queue.path}, _copy(group), others)
            others += 1
            line.remove(line.first_place)
            if line:
                contest.enter(line)
    return None


class _Holding:
    """What is taken in thought.

    Attributes:
        recut: GPUs cut, or made whole, and whether they are cut now.
        placements: Taken from the kernel.
        ports: Taken on nodes: (node, port).
        queues: What queues counted before: used, groups, account.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self.recut: list[tuple[Card, bool]] = []
        self.placements: list[Placement] = []
        self.ports: list[tuple[str, int]] = []
        self.queues: dict[QueueKey, tuple[Used, dict[str, Used], Account]] = {}

    def start(self, line: Line) -> bool:
        """Let the first job of a line hold what the pass would give it; False: nothing."""
        state, job = self._state, self._state.jobs[line.first_job_id]
        admitted = quotas.admission(state, line.key)
        if admitted.short:
            return False
        kind = admitted.narrowed(line.kind)
        places = search.find_for(state, job, kind) or self._recut_for(job, kind)
        if places is not None:
            self._take(line.key, places)
        return places is not None

    def _recut_for(self, job: Job, kind: Kind) -> tuple[Placement, ...] | None:
        state, cut = self._state, kind.shape.sharing == MIG
        changes = geometry.changes(state, constraints.bounded(state, job, kind))
        for card in changes:
            state.cluster.cut(*card, cut=cut)
            state.frozen[card] = state.now_ms
            self.recut.append((card, cut))
        return search.find_for(state, job, kind) if changes else None

    def _take(self, key: LineKey, places: tuple[Placement, ...]) -> None:
        master = self._state.nodes[places[0].node_id]
        if port := port_for(master):
            insort(master.ports_used, port)
            self.ports.append((places[0].node_id, port))
        for place in places:
            self._state.cluster.take(place)
            self.placements.append(place)
        self._count(key, self._amount(key, places))

    def _amount(self, key: LineKey, places: tuple[Placement, ...]) -> Used:
        shape, ranks = key.kind.shape, len(places)
        by_model: dict[str, int] = {}
        for place in places if shape.gpu_count else ():
            model = self._state.nodes[place.node_id].joined.gpu_model
            by_model[model] = by_model.get(model, 0) + shape.gpu_milli_total
        return Used(
            shape.gpu_milli_total * ranks, shape.cpu_milli * ranks, shape.memory_mib * ranks, 1, 0, by_model
        )

    def _count(self, key: LineKey, amount: Used) -> None:
        queue = self._state.queues.by_key[key.queue]
        for each in queue.path:
            self._set_aside(each)
            each.account.settle(self._state.terms, self._state.now_ms)
            each.used.add(amount, +1)
            each.account.in_use_milli = holdings.priced(each.used.gpu_milli_by_model, self._state.policy)
        if key.group:
            group = _copy(queue.groups.get(key.group, Used()))
            group.add(amount, +1)
            queue.groups[key.group] = group

    def _set_aside(self, queue: Queue) -> None:
        """Keep what a queue counts, and let it count on in a copy."""
        if queue.key in self.queues:
            return
        self.queues[queue.key] = queue.used, queue.groups, queue.account
        queue.used, queue.groups = _copy(queue.used), dict(queue.groups)
        queue.account = replace(queue.account, sums=dict(queue.account.sums))


@contextmanager
def _tentative(state: State) -> Generator[_Holding]:
    """Somewhere to take things until the end."""
    holding = _Holding(state)
    try:
        yield holding
    finally:
        for place in reversed(holding.placements):
            state.cluster.give_back(place)
        for card, cut in reversed(holding.recut):
            state.cluster.cut(*card, cut=not cut)
            del state.frozen[card]
        for node_id, port in holding.ports:
            state.nodes[node_id].ports_used.remove(port)
        for key, (used, groups, account) in holding.queues.items():
            queue = state.queues.by_key[key]
            queue.used, queue.groups, queue.account = used, groups, account


def _copy(used: Used) -> Used:
    return replace(used, gpu_milli_by_model=dict(used.gpu_milli_by_model))
