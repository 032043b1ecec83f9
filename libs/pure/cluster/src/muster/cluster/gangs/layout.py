"""Layout: where a gang's ranks should go in the network. Weights: the worth of a layout (ADR 17)."""

from enum import IntEnum
from typing import NamedTuple


class Level(IntEnum):
    """The distance of two nodes, nearest first: the level of the smallest unit that contains both."""

    NODE = 0
    NVLINK_DOMAIN = 1
    LEAF = 2
    SPINE = 3
    CELL = 4
    NETWORK = 5
    """The whole network."""


class Strictness(IntEnum):
    """Behaviour of a gang when no unit of its level has room."""

    BEST_EFFORT = 0
    """The gang names no level: the unit is chosen by its worth alone."""
    PREFERRED = 1
    """The gang takes a larger unit."""
    REQUIRED = 2
    """The gang waits."""


class Layout(NamedTuple):
    """Requested placement of a gang's ranks in the network.

    Attributes:
        within: Level of the unit that should hold all ranks; NETWORK with BEST_EFFORT.
        strictness: Behaviour when no such unit has room.
        group_ranks: Number of consecutive ranks that always share an NVLink domain; divides the gang's size.
        spread: Level over whose units ranks are spread evenly; NETWORK packs them.
    """

    within: Level = Level.NETWORK
    strictness: Strictness = Strictness.BEST_EFFORT
    group_ranks: int = 1
    spread: Level = Level.NETWORK


class Weights(NamedTuple):
    """The worth of a layout: per GPU of the gang, by the smallest unit that holds it; minus stranded GPUs.

    The values represent the bandwidth between a GPU and any other GPU of the gang.

    Attributes:
        nvlink: The gang shares an NVLink domain (or a node).
        leaf: The gang shares a leaf.
        spine: The gang shares a spine.
        cell: The gang shares a cell; beyond that the worth is 0.
        stranded_gpu: Subtracted for each GPU left free in the unit that no group like its own can use.
    """

    nvlink: int = 1000
    leaf: int = 400
    spine: int = 200
    cell: int = 100
    stranded_gpu: int = 100

    def of(self, level: Level) -> int:
        """The worth of one GPU when the gang shares a unit of this level."""
        return (self.nvlink, self.nvlink, self.leaf, self.spine, self.cell, 0)[level]


ANYHOW = Layout()
"""No requirement: the unit of the highest worth."""

WEIGHTS = Weights()
"""The default values."""
