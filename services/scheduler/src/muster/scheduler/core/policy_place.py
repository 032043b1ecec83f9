"""Where a gang goes, whole (ADR 5, ADR 17): the kernel's answer, and what the kernel does not know."""

from __future__ import annotations

from muster.cluster import Placement
from muster.scheduler.core import orders, policy_topology
from muster.scheduler.core.job import Kind
from muster.scheduler.core.state import State


def find(state: State, kind: Kind) -> tuple[Placement, ...] | None:
    """Places for the whole gang in rank order, or None.

    A gang of several ranks needs a free rendezvous port on rank 0's node, too: where the first node has none
    left, the ranks begin with the first group on one that has.
    """
    if kind.ranks == 1:
        place = state.cluster.find(kind.shape)
        return None if place is None else (place,)
    weights = policy_topology.weights(state.policy)
    places = state.cluster.find_gang(kind.shape, kind.ranks, kind.layout, weights)
    for first in range(0, kind.ranks, kind.layout.group_ranks) if places else ():
        if places and orders.port_for(state.nodes[places[first].node_id]):
            return places[first:] + places[:first]
    return None


def fits(state: State, kind: Kind) -> bool:
    """Whether `find` would find places: counted where that says it, which is cheaper."""
    if state.cluster.room(kind.shape, kind.ranks) < kind.ranks:
        return False
    return kind.ranks == 1 or find(state, kind) is not None
