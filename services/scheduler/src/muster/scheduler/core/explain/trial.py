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
from muster.scheduler.core.state.job import Job, PlacementClass, SchedulingKey
from muster.scheduler.core.state.node import port_for
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.queues import Queue, QueueKey, Used
from muster.scheduler.core.state.state import State


class Reached(NamedTuple):
    """What is held once the job has started.

    Attributes:
        used: By its queue and those above it.
        sharer: By its group, when the queue tells groups apart.
        others: Jobs that started before it.
    """

    used: dict[QueueKey, Used]
    sharer: Used
    others: int


def reached(state: State, woken: Iterable[SchedulingGroup], wanted: Job, others_max: int) -> Reached | None:
    """What would be held when a job has started because these lines woke; None: it would not start so.

    Args:
        state: No line is open in it.
        woken: Lines that would be tried again.
        wanted: The job.
        others_max: Jobs that may start before it; with more the trial is given up.
    """
    contest = Contest(state)
    for group in woken:
        contest.enter(group.head(others_max + 1))
    with _tentative(state) as holding:
        others = 0
        while (group := contest.next()) and others <= others_max:
            if not holding.start(group):
                continue
            queue = state.queues.by_key[group.key.queue]
            if group.first_job_id == wanted.job_id:
                sharer = queue.sharers.get(group.key.sharer, Used())
                return Reached({each.key: _copy(each.used) for each in queue.path}, _copy(sharer), others)
            others += 1
            group.remove(group.first_arrival_seq)
            if group:
                contest.enter(group)
    return None


class _Holding:
    """What is taken in thought.

    Attributes:
        recut: GPUs cut, or made whole.
        ports: Taken on nodes: (node, port).
        queues: What queues counted before: used, groups, account.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self.recut: list[Card] = []
        self.ports: list[tuple[str, int]] = []
        self.queues: dict[QueueKey, tuple[Used, dict[str, Used], Account]] = {}

    def start(self, group: SchedulingGroup) -> bool:
        """Let the first job of a group hold what the pass would give it; False: nothing."""
        state, job = self._state, self._state.jobs[group.first_job_id]
        admitted = quotas.admission(state, group.key)
        if admitted.short:
            return False
        needs = admitted.narrowed(group.placement_class)
        placements = search.find_for(state, job, needs) or self._recut_for(job, needs)
        if placements is not None:
            self._take(group.key, placements)
        return placements is not None

    def _recut_for(self, job: Job, needs: PlacementClass) -> tuple[Placement, ...] | None:
        state, cut = self._state, needs.shape.sharing == MIG
        changes = geometry.changes(state, constraints.bounded(state, job, needs))
        for card in changes:
            state.cluster.cut(*card, cut=cut)
            state.frozen[card] = state.now_ms
            self.recut.append(card)
        return search.find_for(state, job, needs) if changes else None

    def _take(self, key: SchedulingKey, placements: tuple[Placement, ...]) -> None:
        master = self._state.nodes[placements[0].node_id]
        if port := port_for(master):
            insort(master.ports_used, port)
            self.ports.append((placements[0].node_id, port))
        for placement in placements:
            self._state.cluster.take(placement)
        self._count(key, self._amount(key, placements))

    def _amount(self, key: SchedulingKey, placements: tuple[Placement, ...]) -> Used:
        shape, ranks = key.placement_class.shape, len(placements)
        by_model: dict[str, int] = {}
        for placement in placements if shape.gpu_count else ():
            model = self._state.nodes[placement.node_id].joined.gpu_model
            by_model[model] = by_model.get(model, 0) + shape.gpu_milli_total
        return Used(
            shape.gpu_milli_total * ranks, shape.cpu_milli * ranks, shape.memory_mib * ranks, 1, 0, by_model
        )

    def _count(self, key: SchedulingKey, amount: Used) -> None:
        queue = self._state.queues.by_key[key.queue]
        for each in queue.path:
            self._set_aside(each)
            each.account.settle(self._state.terms, self._state.now_ms)
            each.used.add(amount, +1)
            each.account.in_use_milli = holdings.priced(each.used.gpu_milli_by_model, self._state.policy)
        if key.sharer:
            sharer = _copy(queue.sharers.get(key.sharer, Used()))
            sharer.add(amount, +1)
            queue.sharers[key.sharer] = sharer

    def _set_aside(self, queue: Queue) -> None:
        """Keep what a queue counts, and let it count on in a copy."""
        if queue.key in self.queues:
            return
        self.queues[queue.key] = queue.used, queue.sharers, queue.account
        queue.used, queue.sharers = _copy(queue.used), dict(queue.sharers)
        queue.account = replace(queue.account, sums=dict(queue.account.sums))


@contextmanager
def _tentative(state: State) -> Generator[_Holding]:
    """Somewhere to take things until the end."""
    holding = _Holding(state)
    try:
        with state.cluster.trial():
            yield holding
    finally:
        for card in holding.recut:
            del state.frozen[card]
        for node_id, port in holding.ports:
            state.nodes[node_id].ports_used.remove(port)
        for key, (used, sharers, account) in holding.queues.items():
            queue = state.queues.by_key[key]
            queue.used, queue.sharers, queue.account = used, sharers, account


def _copy(used: Used) -> Used:
    return replace(used, gpu_milli_by_model=dict(used.gpu_milli_by_model))
