"""Cluster: the placement kernel's one door. Queries change nothing; `take` and `give_back` change what is free.

How a query works, top down:
1. nodes in equal states form one group (groups.py), so thousands of nodes are few candidates;
2. each shape keeps its groups ranked, and a query scores only what changed since its last one (ranking.py);
3. the score says how well the shape fits a state (score_*.py), ties pack first, then the node id decides (ADR 5);
4. the ledger of the chosen node names the GPUs (ledger.py).
"""

from muster.cluster.node import NodeCapacity, Placement
from muster.cluster.shape import Shape
from muster.cluster.shortfall import Shortfall
from muster.cluster.totals import Totals
from muster.cluster.workload import Workload


class Cluster:
    """Nodes, what is free on them, and where a shape should go.

    Args:
        policy: The score's name: "ours", "fgd" or "bestfit".
        workload: The typical workload to start from; learned from `observe` when absent.
    """

    def __init__(self, policy: str = "ours", workload: Workload | None = None) -> None:
        raise NotImplementedError

    def add(self, capacity: NodeCapacity) -> None:
        """Add an empty, schedulable, healthy node. Raises ClusterError when its id is known."""
        raise NotImplementedError

    def remove(self, node_id: str) -> None:
        """Forget a node. Raises ClusterError when unknown, or while it holds placements: give them back first."""
        raise NotImplementedError

    def set_schedulable(self, node_id: str, schedulable: bool) -> None:
        """Open or close a node to new work; what it holds stays. Raises ClusterError when unknown."""
        raise NotImplementedError

    def mark_gpu(self, node_id: str, index: int, healthy: bool) -> None:
        """Offer a GPU or not; what it holds stays. Raises ClusterError when node or index is unknown."""
        raise NotImplementedError

    def observe(self, shape: Shape, ranks: int = 1) -> None:
        """Count a queued request towards the typical workload."""
        raise NotImplementedError

    def find(self, shape: Shape) -> Placement | None:
        """The best place for one rank now, or None."""
        raise NotImplementedError

    def find_on(self, node_id: str, shape: Shape) -> Placement | None:
        """The best place for one rank on this node, or None. Raises ClusterError when unknown."""
        raise NotImplementedError

    def find_gang(self, shape: Shape, ranks: int) -> tuple[Placement, ...] | None:
        """Places for all ranks at once, in rank order, or None. Ranks may share a node. Changes nothing."""
        raise NotImplementedError

    def take(self, placement: Placement) -> None:
        """Hold a place. Raises ClusterError, changing nothing, when it is not free or malformed.

        A closed node or an unhealthy GPU may be taken: a rank found running there is a fact.
        """
        raise NotImplementedError

    def give_back(self, placement: Placement) -> None:
        """Free a place. Raises ClusterError, changing nothing, when it is not held."""
        raise NotImplementedError

    def shortfall(self, shape: Shape, ranks: int = 1) -> Shortfall | None:
        """Why the gang does not fit now; None when it does."""
        raise NotImplementedError

    def totals(self) -> Totals:
        """What the cluster has, held, free. O(models)."""
        raise NotImplementedError

    def fragmentation_milli(self) -> int:
        """Free GPU that typical shapes cannot use, thousandths of GPU, rounded down (fragmentation.py)."""
        raise NotImplementedError

    def node_canonical(self, node_id: str) -> bytes:
        """One node's whole state as bytes: equal states, equal bytes, whatever the history."""
        raise NotImplementedError

    def canonical(self) -> bytes:
        """The whole state as bytes: the policy, the workload, and each node by id."""
        raise NotImplementedError

    def dump(self) -> dict[str, object]:
        """The whole state as plain JSON-able data, for a snapshot."""
        raise NotImplementedError

    @classmethod
    def load(cls, data: dict[str, object]) -> "Cluster":
        """The cluster that `dump` described. Raises CapacityError or ClusterError on data it cannot hold."""
        raise NotImplementedError
