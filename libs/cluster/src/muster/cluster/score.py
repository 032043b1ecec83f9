"""What a placement score is. One rule per file: score_fragmentation.py, score_fgd.py, score_bestfit.py."""

from typing import Protocol

from muster.cluster.node import NodeState
from muster.cluster.shape import Shape


class Score(Protocol):
    """Rates a place for a shape. Pure: the same state, shape and typical workload give the same integers."""

    @property
    def name(self) -> str:
        """The policy's name as `muster sim --policy`, snapshots and PolicyActivated write it."""
        ...

    def choose(self, state: NodeState, shape: Shape) -> tuple[int, int]:
        """The cost of the best way to put the shape on a node in this state, and the card to use.

        Called only where the shape fits. Lower is better; equal costs go to the lower NodeState, then node id.

        Returns:
            (cost, free thousandths of the card taken; GPU_MILLI for whole GPUs, 0 without GPUs).
        """
        ...
