"""Network: a place for nodes whose list says nothing of switches, as simulated agents make one up, too.

16 nodes in the list's order share a leaf, 8 leaves a spine, everything a cell. Good for telling whether a
gang is kept near; no claim about the cluster that a list was taken from.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.cluster import NodeCapacity
from muster.events.node_heartbeats import Location

NODES_PER_LEAF = 16
LEAVES_PER_SPINE = 8


def locations(nodes: Sequence[NodeCapacity]) -> dict[str, Location]:
    """Every node's place, by its id."""
    return {node.node_id: _location(index // NODES_PER_LEAF) for index, node in enumerate(nodes)}


def _location(leaf: int) -> Location:
    return Location(leaf=f"leaf-{leaf:04}", spine=f"spine-{leaf // LEAVES_PER_SPINE:03}", cell="cell-0")
