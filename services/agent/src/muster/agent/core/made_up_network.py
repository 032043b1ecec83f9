"""A network for simulated nodes whose list names no switches.

Deterministic: NODES_PER_LEAF nodes in the list's order share a leaf, LEAVES_PER_SPINE leaves share a spine,
and everything is one cell. No NVLink domain is larger than a node. A list without topology (openb) gets one
that no real cluster had: good for trying rules, not for claims about that cluster.
"""

from __future__ import annotations

from typing import Final

from muster.events.node_heartbeats import Location

NODES_PER_LEAF: Final = 16
LEAVES_PER_SPINE: Final = 8


def made_up_location(index: int) -> Location:
    """The network location of the node at this index of the list, from 0."""
    leaf = index // NODES_PER_LEAF
    return Location(leaf=f"leaf-{leaf:04d}", spine=f"spine-{leaf // LEAVES_PER_SPINE:03d}", cell="cell-0")
