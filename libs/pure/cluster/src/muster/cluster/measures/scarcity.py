"""Scarcity: the cost to others of taking GPUs of a kind of node in high demand (ADR 5).

A rank that runs anywhere should leave the T4s to jobs that accept nothing else, and the few nodes with 128
cores to jobs that need 120. The price of a kind of node is the demand that can use it, spread over all the
capacity that this demand can use, minus an even spread of all demand: 0 where every shape fits every node,
GPU_MILLI where half of all demand fits only a third of the cluster, and this node is part of it.
"""

from collections.abc import Iterable, Mapping

from muster.cluster.model.node import NodeState, fits
from muster.cluster.model.shape import GPU_MILLI, Shape


def scarcity_prices(counts: Iterable[tuple[Shape, int]], kinds: Mapping[NodeState, int]) -> dict[str, int]:
    """The price of one GPU on each kind of node, in thousandths of GPU.

    Sum over the shapes of: their part of the GPU asked, times (all capacity / capacity they fit - 1).

    Args:
        counts: Typical shapes and how often each was requested.
        kinds: The kinds of node, as empty states, and how many nodes of each there are.
    """
    asking = [(shape, shape.gpu_milli_total * count) for shape, count in counts if shape.gpu_count]
    asked_milli = sum(milli for _, milli in asking)
    capacity = {kind: kind.gpu_free_milli * nodes for kind, nodes in kinds.items()}
    capacity_milli = sum(capacity.values())
    prices = {kind.kind: 0 for kind in kinds}
    for shape, milli in asking:
        usable = [kind for kind in kinds if fits(kind, shape)]
        usable_milli = sum(capacity[kind] for kind in usable)
        for kind in usable:
            excess = capacity_milli - usable_milli
            prices[kind.kind] += GPU_MILLI * milli * excess // (usable_milli * asked_milli)
    return prices
