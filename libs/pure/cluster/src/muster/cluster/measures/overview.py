"""Overview: free resources of the nodes of each GPU model, in total and at best.

Whether a rank fits anywhere, and how close the best node comes, does not depend on nodes that another of the
same model beats in everything. Without those, on the Pareto front, ten thousand states become a few dozen, so
a whole backlog can be explained for little more than one look at every state.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import GPU_MILLI, MIG, Shape


class Peak(NamedTuple):
    """Free resources of a node that no other of its model beats.

    Attributes:
        gpu_milli: The most that one rank could take: whole cards; where none is whole, the most on one card.
        cpu_milli: Thousandths of a core.
        memory_mib: MiB.
    """

    gpu_milli: int
    cpu_milli: int
    memory_mib: int


class Overview(NamedTuple):
    """The nodes of one GPU model.

    Attributes:
        nodes: Number of nodes.
        gpu_free_milli: Free on GPUs that no sharing key holds, in total, thousandths of a GPU.
        peaks: Their best, most GPU first.
    """

    nodes: int
    gpu_free_milli: int
    peaks: tuple[Peak, ...]


def overview(states: Iterable[tuple[NodeState, int]]) -> Mapping[str, Overview]:
    """Return the overview by GPU model, "" for nodes without GPUs.

    Args:
        states: And how many nodes are in each.
    """
    nodes: dict[str, int] = {}
    free: dict[str, int] = {}
    memory: dict[str, dict[tuple[int, int], int]] = {}
    for (_, cpu_free, memory_free, model, cards, _), count in states:
        here = memory.get(model)
        if here is None:
            here = memory[model] = {}
            nodes[model] = free[model] = 0
        nodes[model] += count
        if cards:
            best = cards[-1]
            free[model] += (sum(cards) if len(cards) > 1 else best) * count
            key = best * cards.count(GPU_MILLI) if best == GPU_MILLI else best, cpu_free
        else:
            key = 0, cpu_free
        if here.get(key, -1) < memory_free:
            here[key] = memory_free
    return {model: Overview(nodes[model], free[model], _front(memory[model])) for model in nodes}


def gpu_milli_for(shape: Shape) -> int:
    """Return the minimum Peak.gpu_milli for one rank; a fraction with a key opens a whole card."""
    return GPU_MILLI if shape.sharing else shape.gpu_milli_total


def holds(overviews: Mapping[str, Overview], shape: Shape) -> bool:
    """Whether one rank fits on some node, on GPUs that no sharing key holds."""
    if shape.sharing == MIG:
        return False
    gpu, cpu, memory = gpu_milli_for(shape), shape.cpu_milli, shape.memory_mib
    return any(
        peak.gpu_milli >= gpu and peak.cpu_milli >= cpu and peak.memory_mib >= memory
        for model, one in overviews.items()
        if not gpu or shape.accepts(model)
        for peak in one.peaks
    )


def _front(memory: Mapping[tuple[int, int], int]) -> tuple[Peak, ...]:
    """Return the peaks, from the most memory by GPU and CPU."""
    peaks: list[Peak] = []
    for key in sorted(memory, reverse=True):
        (gpu, cpu), mib = key, memory[key]
        for peak in peaks:
            if peak.cpu_milli >= cpu and peak.memory_mib >= mib:
                break
        else:
            peaks.append(Peak(gpu, cpu, mib))
    return tuple(peaks)
