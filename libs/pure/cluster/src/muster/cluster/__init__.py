"""Nodes, GPUs, shapes and the placement kernel, shared by the scheduler, preemption and the laboratory.

Pure: integers in, integers out; no clock, no randomness, no I/O, no order taken from a set.

`occupancy/` folds public facts into a cluster; imported from there, as it needs all event types.

`cluster` is the only entry point. Below it, from the top down (import-linter enforces this order):

    selection    a subset of the nodes, and all queries on it
    snapshot     a cluster as plain data
    ledger       who holds what on one node; `parts`: the free parts of shared GPUs
    ranking/     the candidates for a shape, best first; compiled for large clusters
    diagnosis/   why a gang does not fit
    gangs/       where the ranks of a gang go in the network
    score/       the cost of a placement: one rule per file
    measures/    what nodes could hold, what is free, and which part of that is unusable
    model/       the data types: shape, node, placement, MIG, typical workload, shortfall
"""

from muster.cluster.cluster import RANKS_MAX, Cluster
from muster.cluster.gangs.gang import Shortage
from muster.cluster.gangs.layout import ANYHOW, WEIGHTS, Layout, Level, Strictness, Weights
from muster.cluster.measures.capacity import Fit
from muster.cluster.measures.totals import GpuTotals, Totals
from muster.cluster.model.errors import CapacityError, ClusterError
from muster.cluster.model.mig import fixed_geometry
from muster.cluster.model.mig_table import MIG_MODELS, MigInstance
from muster.cluster.model.node import NodeCapacity, NodeState, Placement
from muster.cluster.model.shape import ANY_TENANT, GPU_MILLI, MIG, Shape, shared_by_any, whole_card
from muster.cluster.model.shortfall import Shortfall, ShortfallCode
from muster.cluster.model.where import ANYWHERE, CAPACITY_TYPE, PLAIN, SANDBOXED, SPOT, Tags, Where
from muster.cluster.model.workload import TypicalShape, Workload
from muster.cluster.score.policies import POLICIES
from muster.cluster.score.terms import Terms

__all__ = [
    "ANYHOW",
    "ANYWHERE",
    "ANY_TENANT",
    "CAPACITY_TYPE",
    "GPU_MILLI",
    "MIG",
    "MIG_MODELS",
    "PLAIN",
    "POLICIES",
    "RANKS_MAX",
    "SANDBOXED",
    "SPOT",
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
    "fixed_geometry",
    "shared_by_any",
    "whole_card",
]
