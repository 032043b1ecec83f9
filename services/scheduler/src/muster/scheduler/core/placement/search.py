"""The placements of a whole gang: the rules narrow the nodes, the kernel chooses (ADR 5, 17, 24, 25, 26).

1. Nodes where attempts of the job failed are excluded, as long as others exist (placement.avoidance).
2. Nodes that close before the job's estimated end are excluded (move.maintenance, ADR 29).
3. GPU models are tried in the order of their value for the job (placement.gpu_models).
4. Nodes with preferred labels are tried before the other eligible ones (placement.constraints).
5. Of these spot nodes are tried before others, or after them (placement.spot).
6. Of these the kernel chooses the best, in the requested layout (placement.topology); among equally good
   nodes, one that holds the job's caches (placement.caches).
7. Rank 0 of a gang gets a node with a free rendezvous port.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.cluster import Placement, Shape, Shortfall, Where
from muster.scheduler.core.placement import avoidance, caches, constraints, gpu_models, spot, topology
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.node import port_for
from muster.scheduler.core.state.state import State


def find_for(state: State, job: Job, needs: PlacementClass) -> tuple[Placement, ...] | None:
    """Placements for a job in rank order, or None; `needs` is its placement class or a narrower one."""
    needs = constraints.bounded(state, job, needs)
    return find(state, needs, caches.near(state, job.spec), spot.outlook(state, job, needs))


def find(
    state: State, needs: PlacementClass, near: Sequence[str] = (), of_spot: spot.Outlook | None = None
) -> tuple[Placement, ...] | None:
    """Placements for the whole gang in rank order, or None.

    Args:
        state: The state; not changed.
        needs: The gang's placement class.
        near: Nodes to prefer where the score is equal, the most preferred first.
        of_spot: What spot nodes are for the job; None: the same as others.
    """
    avoided = avoidance.avoided(state, needs)
    if avoided:
        with state.cluster.without(avoided):
            placements = _in_order(state, needs, near, of_spot)
        if placements or not topology.is_demanding(needs):
            return placements
    return _in_order(state, needs, near, of_spot)


def fits(state: State, needs: PlacementClass) -> bool:
    """Whether `find` would succeed; answered by counting where that suffices, which is cheaper."""
    if state.cluster.room(needs.shape, needs.ranks, needs.where) < needs.ranks:
        return False
    if needs.ranks == 1 and not needs.avoids:
        return True
    return find(state, needs) is not None


def shortfall(state: State, needs: PlacementClass, *, opens: bool = True) -> Shortfall | None:
    """Why there is too little room for a gang on its eligible nodes; None when there is enough.

    `opens`: closed nodes with room may be opened (Cluster.shortfall). Of several GPU models, the shortfall of
    the one with room for most ranks is returned.
    """
    found: list[Shortfall] = []
    with state.cluster.without(avoidance.avoided(state, needs)):
        for shape in gpu_models.in_order(state, needs):
            short = state.cluster.shortfall(shape, needs.ranks, needs.where, opens=opens)
            if short is None:
                return None
            found.append(short)
    return max(found, key=lambda each: each.ranks_fit)


def _in_order(
    state: State, needs: PlacementClass, near: Sequence[str], of_spot: spot.Outlook | None
) -> tuple[Placement, ...] | None:
    if not needs.speeds and not needs.preferred and of_spot is None:
        return _find(state, needs, needs.shape, needs.where, near)
    wheres = [each for where in constraints.in_order(needs) for each in spot.in_order(where, of_spot)]
    for shape in gpu_models.in_order(state, needs):
        for where in wheres:
            placements = _find(state, needs, shape, where, near)
            if placements is not None:
                return placements
    return None


def _find(
    state: State, needs: PlacementClass, shape: Shape, where: Where, near: Sequence[str]
) -> tuple[Placement, ...] | None:
    """The kernel's placements for the gang.

    A gang of several ranks also needs a free rendezvous port on the node of rank 0: if the first node has
    none, the order is rotated so that rank 0 is on the first node with a free port.
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
