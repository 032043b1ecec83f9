"""Terms: the parts of a placement's cost, to explain why a rank went there (ADR 5, ADR 22).

`find` does not compute these: it needs only the least sum, and gets it from tables (score/balanced.py). Here
the same is computed slowly, from the measures' definitions; a property test compares the two.
"""

from typing import NamedTuple

from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.cluster.score.balanced import STEP_MILLI
from muster.cluster.score.score import Outlook


class Terms(NamedTuple):
    """Loss of others when one rank is put on a node, in thousandths of GPU, and what remains there.

    The least cost goes first, then the least left: GPU, CPU, memory.

    Attributes:
        cost: The sum in steps, the number that is compared first.
        fragmentation_milli: Free GPU that typical shapes can no longer use.
        stranding_milli: Free GPU that the CPU and memory left over cannot feed.
        scarcity_milli: The GPU taken, at the price of its kind of node.
        gpu_left_milli: Free GPU on the node afterwards.
        cpu_left_milli: Free CPU afterwards.
        memory_left_mib: Free memory afterwards.
    """

    cost: int
    fragmentation_milli: int
    stranding_milli: int
    scarcity_milli: int
    gpu_left_milli: int
    cpu_left_milli: int
    memory_left_mib: int


def terms(outlook: Outlook, state: NodeState, shape: Shape, card_milli: int) -> Terms:
    """The terms of a place.

    Args:
        outlook: The usual demand, against the resources of the cluster.
        state: The node's, before; the shape fits.
        shape: Shape of the rank.
        card_milli: Free on each card it takes, before.
    """
    measure, stranded = outlook.fragmentation, outlook.stranding.of
    gpu_free, cpu_free, memory_free, model, cards, kind = state
    cards_left = _without(cards, shape, card_milli)
    gpu_left, cpu_left = gpu_free - shape.gpu_milli_total, cpu_free - shape.cpu_milli
    memory_left = memory_free - shape.memory_mib
    weight = measure.weight_total
    fragmented = measure.of(model, cards_left, cpu_left) - measure.of(model, cards, cpu_free)
    added = stranded(gpu_left, cpu_left, memory_left) - stranded(gpu_free, cpu_free, memory_free)
    price = shape.gpu_milli_total * outlook.scarcity_milli[kind] // GPU_MILLI if shape.gpu_count else 0
    return Terms(
        cost=(fragmented + (added + price) * weight) // (STEP_MILLI * weight),
        fragmentation_milli=fragmented // weight,
        stranding_milli=added,
        scarcity_milli=price,
        gpu_left_milli=gpu_left,
        cpu_left_milli=cpu_left,
        memory_left_mib=memory_left,
    )


def _without(cards: tuple[int, ...], shape: Shape, card_milli: int) -> tuple[int, ...]:
    """The cards once the shape has taken as many as it wants of those with this much free."""
    left = list(cards)
    for _ in range(shape.gpu_count):
        left.remove(card_milli)
        left.append(card_milli - shape.gpu_milli)
    return tuple(sorted(left))
