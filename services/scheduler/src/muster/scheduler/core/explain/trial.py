"""A trial of a scheduling pass: whether a job would start if blocked groups were unblocked (ADR 22).

The scheduling order, the quotas and the kernel are the real ones. The groups are copies, and so are the
counts of queues during the trial (queues.trial). Placements and ports are released at the end, so the state
is unchanged.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import NamedTuple

from muster.cluster import MIG, Placement
from muster.queues import forecast
from muster.queues.restrictions import TIERS
from muster.queues.tree import QueueKey, Used
from muster.queues.trial import Trial, trial
from muster.scheduler.core.order.contest import Contest
from muster.scheduler.core.placement import constraints, geometry, search
from muster.scheduler.core.placement.geometry import Card
from muster.scheduler.core.reserve import advance
from muster.scheduler.core.state.job import Job, PlacementClass, SchedulingKey
from muster.scheduler.core.state.node import port_for
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State


class Reached(NamedTuple):
    """Holdings once the job has started.

    Attributes:
        used: Holdings of its queue and the queue's ancestors.
        sharer: Holdings of its sharer, if the queue distinguishes sharers.
        others: Number of jobs that started before it.
    """

    used: dict[QueueKey, Used]
    sharer: Used
    others: int


def reached(state: State, woken: Iterable[SchedulingGroup], wanted: Job, others_max: int) -> Reached | None:
    """Return the holdings if a job started after these groups were unblocked; None: it would not start.

    Args:
        state: A state in which all groups are blocked.
        woken: The groups to try again.
        wanted: The job.
        others_max: Maximum number of jobs that may start before it; the trial ends at more.
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
                return Reached({each.key: each.used.copy() for each in queue.path}, sharer.copy(), others)
            others += 1
            group.remove(group.first_arrival_seq)
            if group:
                contest.enter(group)
    return None


class _Holding:
    """Resources that the trial holds.

    Attributes:
        recut: GPUs whose MIG mode was switched.
        ports: Rendezvous ports in use by the trial: (node, port).
    """

    def __init__(self, state: State, counts: Trial) -> None:
        self._state, self._counts = state, counts
        self.recut: list[Card] = []
        self.ports: list[tuple[str, int]] = []

    def start(self, group: SchedulingGroup) -> bool:
        """Allocate what the pass would give the first job of a group; False: it would not start."""
        state, job = self._state, self._state.jobs[group.first_job_id]
        admitted = state.admission(group.key)
        if admitted.short:
            return False
        placements = self._found(job, group.placement_class.narrowed(admitted))
        if placements is not None:
            self._take(group.key, placements)
        return placements is not None

    def _found(self, job: Job, needs: PlacementClass) -> tuple[Placement, ...] | None:
        """Find placements on nodes reserved for the job's queue, as in the pass, else on other nodes."""
        for each in (*advance.own(self._state, job, needs), needs):
            placements = search.find_for(self._state, job, each) or self._recut_for(job, each)
            if placements is not None:
                return placements
        return None

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
        queue = self._state.queues.by_key[key.queue]
        self._counts.count(queue, key.sharer, self._amount(key, placements), +1)

    def _amount(self, key: SchedulingKey, placements: tuple[Placement, ...]) -> Used:
        nodes = self._state.nodes
        models = Counter(nodes[placement.node_id].joined.gpu_model for placement in placements)
        on_spot = sum(self._state.cluster.is_spot(placement.node_id) for placement in placements)
        tier, state = TIERS[key.tier_rank], self._state
        kept = state.demand.quota_milli is not None
        best_effort = kept and forecast.is_best_effort(state.queues.by_key[key.queue], key)
        return Used.by_gang(key.placement_class.shape, models, on_spot, tier=tier, best_effort=best_effort)


@contextmanager
def _tentative(state: State) -> Generator[_Holding]:
    """A trial in which jobs can be started; everything is undone at the end."""
    with state.cluster.trial(), trial(state.policy, state.terms, state.now_ms) as counts:
        holding = _Holding(state, counts)
        try:
            yield holding
        finally:
            for card in holding.recut:
                del state.frozen[card]
            for node_id, port in holding.ports:
                state.nodes[node_id].ports_used.remove(port)
