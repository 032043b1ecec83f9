"""Nodes, GPUs, shapes and the placement kernel: what the scheduler, preemption and the laboratory share.

Pure: integers in, integers out; no clock, no randomness, no I/O, no order taken from a set.

Map: `shape` and `node` are the nouns; `cluster` is the one door; behind it `ledger` (who holds what), `groups`
(equal nodes as one), `ranking` (best first, incrementally), `score_*` (one rule each), `fragmentation` and
`workload` (what is typical), `shortfall` (why not), `totals`, `snapshot`.
"""

from muster.cluster.cluster import Cluster
from muster.cluster.errors import CapacityError, ClusterError
from muster.cluster.node import NodeCapacity, NodeState, Placement
from muster.cluster.shape import GPU_MILLI, Shape
from muster.cluster.shortfall import Shortfall, ShortfallCode
from muster.cluster.totals import GpuTotals, Totals
from muster.cluster.workload import TypicalShape, Workload

__all__ = [
    "GPU_MILLI",
    "CapacityError",
    "Cluster",
    "ClusterError",
    "GpuTotals",
    "NodeCapacity",
    "NodeState",
    "Placement",
    "Shape",
    "Shortfall",
    "ShortfallCode",
    "Totals",
    "TypicalShape",
    "Workload",
]
