"""Random placement: any node that fits, all equally likely. A baseline only."""

from muster.cluster import Cluster, Placement, Shape
from muster.lab.loads.generator import Generator


class RandomPlace:
    """Draws nodes without replacement until one fits; uses the fullest GPU that fits on the node."""

    def __init__(self, cluster: Cluster, node_ids: list[str], generator: Generator) -> None:
        self._cluster = cluster
        self._node_ids = sorted(node_ids)
        self._generator = generator

    def __call__(self, shape: Shape) -> Placement | None:
        """A random placement, or None when no node fits."""
        nodes = self._node_ids
        for undrawn in range(len(nodes), 0, -1):
            drawn = self._generator.randrange(undrawn)
            nodes[drawn], nodes[undrawn - 1] = nodes[undrawn - 1], nodes[drawn]
            placement = self._cluster.find_on(nodes[undrawn - 1], shape)
            if placement is not None:
                return placement
        return None
