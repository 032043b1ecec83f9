"""Nodes, GPUs, shapes and the placement kernel: what the scheduler, preemption and the laboratory share.

Pure: integers in, integers out; no clock, no randomness, no I/O, no order taken from a set.

Map: `shape` and `node` are the nouns, `cluster` is the one door. Behind it:
- what is free: `ledger` (who holds what on a node), `groups` (equal nodes as one), `totals`, `capacity`;
- where to go: `ranking` (best first, incrementally), `score` and `policies`, one rule per `score_*` file;
- what is typical: `workload`, and the losses measured against it: `fragmentation`, `stranding`, `scarcity`;
- isolated fractions: `mig_table` (how cards can be cut), `mig` (what exists on one, where the next goes);
- why not: `shortfall`, found by `diagnosis`;
- to keep: `snapshot`.
"""

from muster.cluster.capacity import Fit
from muster.cluster.cluster import RANKS_MAX, Cluster
from muster.cluster.errors import CapacityError, ClusterError
from muster.cluster.node import NodeCapacity, NodeState, Placement
from muster.cluster.policies import POLICIES
from muster.cluster.shape import GPU_MILLI, Shape
from muster.cluster.shortfall import Shortfall, ShortfallCode
from muster.cluster.totals import GpuTotals, Totals
from muster.cluster.workload import TypicalShape, Workload

__all__ = [
    "GPU_MILLI",
    "POLICIES",
    "RANKS_MAX",
    "CapacityError",
    "Cluster",
    "ClusterError",
    "Fit",
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
