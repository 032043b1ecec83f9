"""Layout: how a gang's ranks should lie in the network. Weights: what a layout is worth (ADR 17)."""

from enum import IntEnum
from typing import NamedTuple


class Level(IntEnum):
    """How near two nodes are, nearest first: what the smallest unit is called that holds both."""

    NODE = 0
    NVLINK_DOMAIN = 1
    LEAF = 2
    SPINE = 3
    CELL = 4
    NETWORK = 5
    """Everything there is."""


class Strictness(IntEnum):
    """What a gang does when no unit of the level it names has room."""

    BEST_EFFORT = 0
    """It names none: the unit is chosen by its worth alone."""
    PREFERRED = 1
    """It takes a larger one."""
    REQUIRED = 2
    """It waits."""


class Layout(NamedTuple):
    """How the ranks of a gang should lie.

    Attributes:
        within: The unit that should hold them all; NETWORK with BEST_EFFORT.
        strictness: What happens when no such unit has room.
        group_ranks: So many consecutive ranks share an NVLink domain, always; divides the gang's size.
        spread: Ranks go evenly over units of this level; NETWORK packs them.
    """

    within: Level = Level.NETWORK
    strictness: Strictness = Strictness.BEST_EFFORT
    group_ranks: int = 1
    spread: Level = Level.NETWORK


class Weights(NamedTuple):
    """The worth of a layout: per GPU of the gang, by the smallest unit that holds it; less what it strands.

    The terms of a unit stand for the bandwidth that a GPU may expect to any other of the gang.

    Attributes:
        nvlink: The gang shares an NVLink domain (or a node).
        leaf: It shares a leaf.
        spine: It shares a spine.
        cell: It shares a cell; beyond that the worth is 0.
        stranded_gpu: Taken off for each GPU left free beside it that no group like its own can use.
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
"""A gang that asks for nothing: the unit that is worth most."""

WEIGHTS = Weights()
"""The starting values."""
