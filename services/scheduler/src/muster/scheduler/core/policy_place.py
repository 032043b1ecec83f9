"""Where a gang goes, whole (ADR 5): the kernel's answer, and what the kernel does not know."""

from __future__ import annotations

from muster.cluster import Placement
from muster.scheduler.core import orders
from muster.scheduler.core.job import Kind
from muster.scheduler.core.state import State


def find(state: State, kind: Kind) -> tuple[Placement, ...] | None:
    """Places for the whole gang in rank order, or None.

    A gang of several ranks needs a free rendezvous port on rank 0's node, too.
    """
    if kind.ranks == 1:
        place = state.cluster.find(kind.shape)
        return None if place is None else (place,)
    places = state.cluster.find_gang(kind.shape, kind.ranks)
    if places is None or not orders.port_for(state.nodes[places[0].node_id]):
        return None
    return places
