"""Where a gang goes, whole (ADR 5, ADR 17, ADR 18): the kernel's answer, and what the kernel does not know.

1. Nodes where attempts of the job failed are left out, while others exist (policy_avoid).
2. GPU models are tried in the order in which the job would finish (policy_models).
3. Of the nodes that will do (policy_constraints) the kernel finds the best, in the layout that was asked
   (policy_topology), near the caches that the job names where it makes no difference else (policy_caches).
4. Rank 0 of a gang gets a node with a free rendezvous port.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.cluster import Placement, Shape, Shortfall
from muster.scheduler.core import orders, policy_avoid, policy_constraints, policy_models, policy_topology
from muster.scheduler.core.job import Kind
from muster.scheduler.core.state import State


def find(state: State, kind: Kind, near: Sequence[str] = ()) -> tuple[Placement, ...] | None:
    """Places for the whole gang in rank order, or None.

    Args:
        state: Looked at only.
        kind: Of the job.
        near: Nodes to prefer where the score sees no difference, the first before the next.
    """
    avoided = policy_avoid.avoided(state, kind)
    if avoided:
        with state.cluster.without(avoided):
            places = _on_some_model(state, kind, near)
        if places or not policy_topology.is_demanding(kind):
            return places
    return _on_some_model(state, kind, near)


def shortfall(state: State, kind: Kind) -> Shortfall | None:
    """Why there is too little room for a gang, wherever it may go; None when there is enough.

    Of several GPU models the one is spoken of that has room for most ranks.
    """
    with state.cluster.without(policy_avoid.avoided(state, kind)):
        found = [
            state.cluster.shortfall(shape, kind.ranks, kind.where) for shape in policy_models.in_order(kind)
        ]
    short = [each for each in found if each is not None]
    return max(short, key=lambda each: each.ranks_fit) if len(short) == len(found) else None


def left_out(state: State, kind: Kind) -> str:
    """The nodes that are not looked at, as a reason to wait mentions them; empty when all are."""
    avoided = policy_avoid.avoided(state, kind)
    avoids = f"; it avoids {', '.join(avoided)}, where attempts failed" if avoided else ""
    return policy_constraints.among(state, kind.where) + avoids


def _on_some_model(state: State, kind: Kind, near: Sequence[str]) -> tuple[Placement, ...] | None:
    for shape in policy_models.in_order(kind):
        places = _find(state, kind, shape, near)
        if places is not None:
            return tuple(place._replace(shape=kind.shape) for place in places) if kind.models else places
    return None


def _find(state: State, kind: Kind, shape: Shape, near: Sequence[str]) -> tuple[Placement, ...] | None:
    """Where the kernel puts the gang.

    A gang of several ranks needs a free rendezvous port on rank 0's node, too: where the first node has none
    left, the ranks begin with the first group on one that has.
    """
    if kind.ranks == 1:
        place = state.cluster.find(shape, kind.where, near)
        return None if place is None else (place,)
    weights = policy_topology.weights(state.policy)
    places = state.cluster.find_gang(shape, kind.ranks, kind.layout, weights, where=kind.where, near=near)
    for first in range(0, kind.ranks, kind.layout.group_ranks) if places else ():
        if places and orders.port_for(state.nodes[places[first].node_id]):
            return places[first:] + places[:first]
    return None
