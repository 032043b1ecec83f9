"""Nodes, GPUs, shapes and the placement kernel: what the scheduler, preemption and the laboratory share.

Pure: integers in, integers out; no clock, no randomness, no I/O, no order taken from a set.

Map: `shape` and `node` are the nouns, `cluster` is the one door. Behind it:
- what is free: `ledger` (who holds what on a node), `groups` (equal nodes as one), `totals`, `capacity`;
- which nodes will do: `where`, and the questions about them: `selection`;
- where to go: `finder`, `ranking` (best first, from `births`), `policies`, one rule per `score_*` file,
  and what a place's cost is made of: `terms`;
- the same for large clusters, in machine code: `compiled_ranking`, `compiled`, `state_table`;
- how a gang lies in the network: `layout`, `topology` (units and what is free in them), `gangs`;
- what is typical: `workload`, and the losses measured against it: `fragmentation`, `stranding`, `scarcity`;
- who shares a card: `parts` (what is left for whom), `score_part`;
- instances on a card: `mig_table` (how cards can be cut), `mig` (what exists on one, where the next goes);
- why not: `shortfall`, found by `diagnosis` in the `overview`;
- to keep: `snapshot`.
"""

from muster.cluster.capacity import Fit
from muster.cluster.cluster import RANKS_MAX, Cluster
from muster.cluster.errors import CapacityError, ClusterError
from muster.cluster.gangs import Shortage
from muster.cluster.layout import ANYHOW, WEIGHTS, Layout, Level, Strictness, Weights
from muster.cluster.mig import fixed_geometry
from muster.cluster.mig_table import MIG_MODELS, MigInstance
from muster.cluster.node import NodeCapacity, NodeState, Placement
from muster.cluster.policies import POLICIES
from muster.cluster.shape import EVERYBODY, GPU_MILLI, MIG, Shape, among_everybody, whole_card
from muster.cluster.shortfall import Shortfall, ShortfallCode
from muster.cluster.terms import Terms
from muster.cluster.totals import GpuTotals, Totals
from muster.cluster.where import ANYWHERE, PLAIN, Tags, Where
from muster.cluster.workload import TypicalShape, Workload

__all__ = [
    "ANYHOW",
    "ANYWHERE",
    "EVERYBODY",
    "GPU_MILLI",
    "MIG",
    "MIG_MODELS",
    "PLAIN",
    "POLICIES",
    "RANKS_MAX",
    "WEIGHTS",
    "CapacityError",
    "Cluster",
    "ClusterError",
    "Fit",
    "GpuTotals",
    "Layout",
    "Level",
    "MigInstance",
    "NodeCapacity",
    "NodeState",
    "Placement",
    "Shape",
    "Shortage",
    "Shortfall",
    "ShortfallCode",
    "Strictness",
    "Tags",
    "Terms",
    "Totals",
    "TypicalShape",
    "Weights",
    "Where",
    "Workload",
    "among_everybody",
    "fixed_geometry",
    "whole_card",
]
