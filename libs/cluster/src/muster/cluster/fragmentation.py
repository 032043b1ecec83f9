"""Fragmentation: how much of a node's free GPU cannot serve what tends to be asked (ADR 5).

The measure of FGD (Weng et al., USENIX ATC'23, section 3.2). For one typical shape on one node:
- the shape fits: the cards with less free than it takes of one card are fragments;
- it does not (model, CPU, too few cards), or it wants no GPU: all the node's free GPU is a fragment.
The node's fragmentation is the mean over the typical shapes, weighted by how often each is asked. It is kept
as the weighted SUM, an integer: divide by `weight_total` for thousandths of GPU. Memory is ignored, as in the
source; stranding.py looks at it.

CPU matters only through which typical shapes it admits, so it enters as a level: how many of the typical
shapes' distinct CPU requests fit. That makes few distinct questions of many nodes, each answered once.
"""

from bisect import bisect_right
from collections.abc import Sequence

from muster.cluster.shape import GPU_MILLI, Shape
from muster.cluster.workload import TypicalShape

_CARDS_MEMO_MAX = 1 << 16


class Cards:
    """The free cards of a node of one model, with the answers about them.

    Attributes:
        free_milli: Free thousandths of each card, ascending.
        fragments: The weighted fragmentation by CPU level.
        ways: What `Fragmentation.ways` has answered so far.
    """

    __slots__ = ("fragments", "free_milli", "gpu_model", "ways")

    def __init__(self, gpu_model: str, free_milli: tuple[int, ...], fragments: tuple[int, ...]) -> None:
        self.gpu_model = gpu_model
        self.free_milli = free_milli
        self.fragments = fragments
        self.ways: dict[tuple[int, int], Ways] = {}


Ways = tuple[tuple[int, Cards], ...]
"""How a shape can take cards: (free thousandths of the card taken, the cards then), fullest card first."""


class Fragmentation:
    """The measure for one typical workload.

    Attributes:
        weight_total: Sum of the typical counts, at least 1.
    """

    def __init__(self, typical: Sequence[TypicalShape]) -> None:
        self._levels = sorted({entry.shape.cpu_milli for entry in typical})
        self._demand = _demand(typical, self._levels)
        self._memo: dict[tuple[str, tuple[int, ...]], Cards] = {}
        self.weight_total = max(1, sum(entry.times for entry in typical))

    def level(self, cpu_free_milli: int) -> int:
        """How many of the typical shapes' distinct CPU requests fit into this much CPU."""
        return bisect_right(self._levels, cpu_free_milli)

    def cards(self, gpu_model: str, free_milli: tuple[int, ...]) -> Cards:
        """These free cards (ascending) of this model, with their fragmentation by CPU level."""
        key = (gpu_model, free_milli)
        cards = self._memo.get(key)
        if cards is None:
            if len(self._memo) >= _CARDS_MEMO_MAX:
                self._memo.clear()
            cards = self._memo[key] = Cards(gpu_model, free_milli, self._by_level(gpu_model, free_milli))
        return cards

    def ways(self, cards: Cards, shape: Shape) -> Ways:
        """How a shape that fits can take cards; only one way for whole GPUs, and for none."""
        key = (shape.gpu_count, shape.gpu_milli)
        ways = cards.ways.get(key)
        if ways is None:
            ways = cards.ways[key] = tuple(
                (card, self.cards(cards.gpu_model, _left(cards.free_milli, shape, card)))
                for card in _cards_that_fit(cards.free_milli, shape)
            )
        return ways

    def of(self, gpu_model: str, free_milli: tuple[int, ...], cpu_free_milli: int) -> int:
        """The weighted fragmentation of a node with these cards and this much CPU free."""
        return self.cards(gpu_model, free_milli).fragments[self.level(cpu_free_milli)]

    def _by_level(self, gpu_model: str, free_milli: tuple[int, ...]) -> tuple[int, ...]:
        """Nothing is usable without CPU; each level then admits the shapes that ask exactly that much."""
        usable_at = [0] * len(self._levels)
        for (count, milli, models), weights in self._demand.items():
            if count > len(free_milli) or free_milli[-count] < milli or (models and gpu_model not in models):
                continue
            usable = sum([free for free in free_milli if free >= milli])
            for level, weight in weights:
                usable_at[level] += weight * usable
        fragments = [sum(free_milli) * self.weight_total]
        for usable in usable_at:
            fragments.append(fragments[-1] - usable)
        return tuple(fragments)


GpuRequest = tuple[int, int, tuple[str, ...]]
"""gpu_count, gpu_milli, gpu_models."""


def _demand(
    typical: Sequence[TypicalShape], levels: Sequence[int]
) -> dict[GpuRequest, list[tuple[int, int]]]:
    """Per distinct GPU request, the CPU levels at which it is asked and how often."""
    demand: dict[GpuRequest, list[tuple[int, int]]] = {}
    for shape, times in typical:
        if shape.gpu_count:
            request = (shape.gpu_count, shape.gpu_milli, shape.gpu_models)
            demand.setdefault(request, []).append((levels.index(shape.cpu_milli), times))
    return demand


def _cards_that_fit(free_milli: tuple[int, ...], shape: Shape) -> tuple[int, ...]:
    """The distinct free amounts of a card that a fitting shape may take, ascending."""
    if not shape.gpu_count:
        return (0,)
    if not shape.is_fraction:
        return (GPU_MILLI,)
    return tuple(sorted({milli for milli in free_milli if milli >= shape.gpu_milli}))


def _left(free_milli: tuple[int, ...], shape: Shape, card_milli: int) -> tuple[int, ...]:
    """The free cards, ascending, after a fitting shape took cards with this much free."""
    if not shape.gpu_count:
        return free_milli
    if not shape.is_fraction:
        return (0,) * shape.gpu_count + free_milli[: -shape.gpu_count]
    left = list(free_milli)
    left.remove(card_milli)
    left.append(card_milli - shape.gpu_milli)
    return tuple(sorted(left))
