"""Interface of placement scores. One rule per file: score_*.py (ADR 5)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from muster.cluster.measures.fragmentation import Fragmentation
from muster.cluster.measures.stranding import Stranding
from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import Shape


@dataclass(frozen=True, slots=True)
class Outlook:
    """Typical requests and the cluster's capacity: all that a score knows beyond node and shape.

    Attributes:
        fragmentation: The measure for the typical shapes.
        stranding: The measure for the average mix.
        scarcity_milli: Price of one GPU on each kind of node, thousandths of GPU.
    """

    fragmentation: Fragmentation
    stranding: Stranding
    scarcity_milli: Mapping[str, int]


Rater = Callable[[NodeState], tuple[int, int]]
"""Rates putting one shape on a node in a state where it fits: (cost, card).

Lower cost is better; equal costs go to the lower NodeState, then the lower node id. The card is identified by
its free thousandths: GPU_MILLI for whole GPUs, 0 without GPUs. Pure: equal states give equal integers.
"""


class Score(Protocol):
    """A rule of placement under one outlook."""

    def rater(self, shape: Shape) -> Rater:
        """The rule for one shape; everything that depends on the shape alone is computed once."""
        ...


ScoreFactory = Callable[[Outlook], Score]
