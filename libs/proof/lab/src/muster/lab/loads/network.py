"""Network: invented locations for nodes whose list names no switches, as simulated agents have them.

16 nodes in the list's order share a leaf, 8 leaves a spine, everything a cell. This is enough to see whether
a gang is kept close together; it says nothing about the cluster that the list describes.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.cluster import NodeCapacity
from muster.events.node_heartbeats import Location

NODES_PER_LEAF = 16
LEAVES_PER_SPINE = 8


def locations(nodes: Sequence[NodeCapacity]) -> dict[str, Location]:
    """The location of every node, by its id."""
    return {node.node_id: _location(index // NODES_PER_LEAF) for index, node in enumerate(nodes)}


def _location(leaf: int) -> Location:
    return Location(leaf=f"leaf-{leaf:04}", spine=f"spine-{leaf // LEAVES_PER_SPINE:03}", cell="cell-0")
