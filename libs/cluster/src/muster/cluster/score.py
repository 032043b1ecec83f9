"""What a placement score is, and which there are. One rule per file: score_*.py (ADR 5)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from muster.cluster.fragmentation import Fragmentation
from muster.cluster.node import NodeState
from muster.cluster.shape import Shape
from muster.cluster.stranding import Stranding


@dataclass(frozen=True, slots=True)
class Outlook:
    """What tends to be asked, set against what the cluster has: all that a score knows beyond node and shape.

    Attributes:
        fragmentation: The measure for the typical shapes.
        stranding: The measure for the average mix.
        scarcity_milli: Price of one GPU of each model, thousandths of GPU.
    """

    fragmentation: Fragmentation
    stranding: Stranding
    scarcity_milli: Mapping[str, int]


class Score(Protocol):
    """Rates a place for a shape. Pure: the same state, shape and outlook give the same integers."""

    def choose(self, state: NodeState, shape: Shape) -> tuple[int, int]:
        """The cost of the best way to put the shape on a node in this state, and the card to use.

        Called only where the shape fits. Lower is better; equal costs go to the lower NodeState, then node
        id.

        Returns:
            (cost, free thousandths of the card taken; GPU_MILLI for whole GPUs, 0 without GPUs).
        """
        ...


ScoreFactory = Callable[[Outlook], Score]
