"""Where a gang goes, whole: what the rules of where leave, and the kernel's answer (ADR 5, 17, 24, 25, 26).

1. Nodes where attempts of the job failed are left out, while others exist (placement.avoidance).
2. Nodes that close before the job is believed to have ended are left out (move.maintenance, ADR 29).
3. GPU models are tried in the order of what the job makes of them (placement.gpu_models).
4. Nodes with preferred labels are tried before the others that will do (placement.constraints).
5. Of these the kernel finds the best, in the layout that was asked (placement.topology), near what the job
   needs cached where it makes no difference else (placement.caches).
6. Rank 0 of a gang gets a node with a free rendezvous port.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.cluster import Placement, Shape, Shortfall, Where
from muster.scheduler.core.placement import avoidance, caches, constraints, gpu_models, topology
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.node import port_for
from muster.scheduler.core.state.state import State


def find_for(state: State, job: Job, needs: PlacementClass) -> tuple[Placement, ...] | None:
    """Places for a job as one of a kind, which is its own or narrower; or None."""
    needs = constraints.bounded(state, job, needs)
    return find(state, needs, caches.near(state, job.spec))


def find(state: State, needs: PlacementClass, near: Sequence[str] = ()) -> tuple[Placement, ...] | None:
    """Places for the whole gang in rank order, or None.

    Args:
        state: Looked at only.
        needs: Of the job.
        near: Nodes to prefer where the score sees no difference, the first before the next.
    """
    avoided = avoidance.avoided(state, needs)
    if avoided:
        with state.cluster.without(avoided):
            placements = _in_order(state, needs, near)
        if placements or not topology.is_demanding(needs):
            return placements
    return _in_order(state, needs, near)


def fits(state: State, needs: PlacementClass) -> bool:
    """Whether `find` would find places: counted where that says it, which is cheaper."""
    if state.cluster.room(needs.shape, needs.ranks, needs.where) < needs.ranks:
        return False
    if needs.ranks == 1 and not needs.avoids:
        return True
    return find(state, needs) is not None


def shortfall(state: State, needs: PlacementClass) -> Shortfall | None:
    """Why there is too little room for a gang, wherever it may go; None when there is enough.

    Of several GPU models the one is spoken of that has room for most ranks.
    """
    found: list[Shortfall] = []
    with state.cluster.without(avoidance.avoided(state, needs)):
        for shape in gpu_models.in_order(state, needs):
            short = state.cluster.shortfall(shape, needs.ranks, needs.where)
            if short is None:
                return None
            found.append(short)
    return max(found, key=lambda each: each.ranks_fit)


def _in_order(state: State, needs: PlacementClass, near: Sequence[str]) -> tuple[Placement, ...] | None:
    for shape in gpu_models.in_order(state, needs):
        for where in constraints.in_order(needs):
            placements = _find(state, needs, shape, where, near)
            if placements is not None:
                return placements
    return None


def _find(
    state: State, needs: PlacementClass, shape: Shape, where: Where, near: Sequence[str]
) -> tuple[Placement, ...] | None:
    """Where the kernel puts the gang.

    A gang of several ranks needs a free rendezvous port on rank 0's node, too: where the first node has none
    left, the ranks begin with the first group on one that has.
    """
    if needs.ranks == 1:
        placement = state.cluster.find(shape, where, near)
        return None if placement is None else (placement,)
    weights = topology.weights(state.policy)
    placements = state.cluster.find_gang(shape, needs.ranks, needs.layout, weights, where, near=near)
    for first in range(0, needs.ranks, needs.layout.group_ranks) if placements else ():
        if placements and port_for(state.nodes[placements[first].node_id]):
            return placements[first:] + placements[:first]
    return None
