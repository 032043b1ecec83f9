"""Fragmentation: how much of a node's free GPU cannot serve typical requests (ADR 5).

The measure of FGD (Weng et al., USENIX ATC'23, section 3.2). For one typical shape on one node:
- the shape fits: the cards with less free than it takes of one card are fragments;
- it does not (model, CPU, too few cards), or it wants no GPU: all the node's free GPU is a fragment.
The node's fragmentation is the mean over the typical shapes, weighted by their frequency. It is kept as the
weighted SUM, an integer: divide by `weight_total` for thousandths of GPU. Memory is ignored, as in the
source; stranding.py covers it.

To make it cheap:
- CPU matters only through which typical shapes it admits, so it enters as a level: how many of the typical
  shapes' distinct CPU requests fit. Every answer is a tuple with one entry per level.
- What is usable adds up: each card's use to shapes that want one card, plus the use of the whole cards, as a
  block, to shapes that want several. So taking a card changes the sum by a difference known beforehand.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.cluster.model.workload import TypicalShape

ByLevel = tuple[int, ...]
"""A weight, or a weighted sum of thousandths of GPU, for each CPU level."""

Ways = tuple[tuple[int, ByLevel], ...]
"""Ways for a shape to take cards: (free thousandths of the card, change of fragmentation), fullest first."""

_CARDS_MEMO_MAX = 1 << 16


class Cards:
    """The free cards of a node of one model, with the answers about them.

    Attributes:
        gpu_model: The model.
        free_milli: Free thousandths of each card, ascending.
        fragments: The weighted fragmentation.
        ways: Cached answers of `Fragmentation.ways`.
    """

    __slots__ = ("fragments", "free_milli", "gpu_model", "ways")

    def __init__(self, gpu_model: str, free_milli: tuple[int, ...], fragments: ByLevel) -> None:
        self.gpu_model = gpu_model
        self.free_milli = free_milli
        self.fragments = fragments
        self.ways: dict[tuple[int, int], Ways] = {}


class Fragmentation:
    """The measure for one typical workload.

    Attributes:
        levels: The typical shapes' distinct CPU requests, ascending.
        card_requests: Their distinct requests of a single card, thousandths of it, ascending.
        weight_total: Sum of the typical counts, at least 1.
    """

    def __init__(self, typical: Sequence[TypicalShape]) -> None:
        self.levels = sorted({entry.shape.cpu_milli for entry in typical})
        self.card_requests = sorted(
            {entry.shape.gpu_milli for entry in typical if entry.shape.gpu_count == 1}
        )
        self._typical = [entry for entry in typical if entry.shape.gpu_count]
        self._cards: dict[tuple[str, tuple[int, ...]], Cards] = {}
        self._card_use: dict[tuple[str, int], ByLevel] = {}
        self._block_use: dict[tuple[str, int], ByLevel] = {}
        self.weight_total = max(1, sum(entry.times for entry in typical))

    def level(self, cpu_free_milli: int) -> int:
        """Return how many of the typical shapes' distinct CPU requests fit into this much CPU."""
        return bisect_right(self.levels, cpu_free_milli)

    def of(self, gpu_model: str, free_milli: tuple[int, ...], cpu_free_milli: int) -> int:
        """The weighted fragmentation of a node with these cards and this much CPU free."""
        return self.cards(gpu_model, free_milli).fragments[self.level(cpu_free_milli)]

    def cards(self, gpu_model: str, free_milli: tuple[int, ...]) -> Cards:
        """Return these free cards (ascending) of this model, with their fragmentation."""
        key = (gpu_model, free_milli)
        cards = self._cards.get(key)
        if cards is None:
            if len(self._cards) >= _CARDS_MEMO_MAX:
                self._cards.clear()
            uses = [self._use_of_card(gpu_model, milli) for milli in free_milli if milli]
            uses.append(self._use_of_block(gpu_model, free_milli.count(GPU_MILLI)))
            total = sum(free_milli) * self.weight_total
            fragments = tuple([total - sum(at_level) for at_level in zip(*uses, strict=True)])
            cards = self._cards[key] = Cards(gpu_model, free_milli, fragments)
        return cards

    def ways(self, cards: Cards, shape: Shape) -> Ways:
        """Return the ways for a fitting shape to take cards; only one for whole GPUs, and for none."""
        key = (shape.gpu_count, shape.gpu_milli)
        ways = cards.ways.get(key)
        if ways is None:
            ways = cards.ways[key] = tuple(
                [
                    (card, self._change(cards, shape, card))
                    for card in _cards_that_fit(cards.free_milli, shape)
                ]
            )
        return ways

    def _change(self, cards: Cards, shape: Shape, card_milli: int) -> ByLevel:
        """Return how much fragmentation grows when a fitting shape takes cards with this much free."""
        model, count = cards.gpu_model, shape.gpu_count
        whole = cards.free_milli.count(GPU_MILLI)
        whole_left = whole - count if card_milli == GPU_MILLI else whole
        taken = shape.gpu_milli_total * self.weight_total
        return tuple(
            [
                count * (card - card_left) + block - block_left - taken
                for card, card_left, block, block_left in zip(
                    self._use_of_card(model, card_milli),
                    self._use_of_card(model, card_milli - shape.gpu_milli),
                    self._use_of_block(model, whole),
                    self._use_of_block(model, whole_left),
                    strict=True,
                )
            ]
        )

    def card_weights(self, gpu_model: str, free_milli: int) -> ByLevel:
        """Return the use of one card with this much free: the weight of the shapes that want one card."""
        return self._by_level(
            entry
            for entry in self._typical
            if entry.shape.gpu_count == 1
            and entry.shape.gpu_milli <= free_milli
            and entry.shape.accepts(gpu_model)
        )

    def block_weights(self, gpu_model: str, whole: int) -> ByLevel:
        """Return the use of a node's whole cards as a block: the weight of the shapes that want several."""
        return self._by_level(
            entry
            for entry in self._typical
            if 1 < entry.shape.gpu_count <= whole and entry.shape.accepts(gpu_model)
        )

    def _use_of_card(self, gpu_model: str, free_milli: int) -> ByLevel:
        use = self._card_use.get((gpu_model, free_milli))
        if use is None:
            weights = self.card_weights(gpu_model, free_milli)
            use = self._card_use[gpu_model, free_milli] = tuple([weight * free_milli for weight in weights])
        return use

    def _use_of_block(self, gpu_model: str, whole: int) -> ByLevel:
        use = self._block_use.get((gpu_model, whole))
        if use is None:
            weights, usable_milli = self.block_weights(gpu_model, whole), whole * GPU_MILLI
            use = self._block_use[gpu_model, whole] = tuple([weight * usable_milli for weight in weights])
        return use

    def _by_level(self, served: Iterable[TypicalShape]) -> ByLevel:
        """Sum the weights of shapes up to each CPU level: none fits without CPU, each level adds its own."""
        weights = [0] * (len(self.levels) + 1)
        for shape, times in served:
            weights[self.level(shape.cpu_milli)] += times
        return tuple(accumulate(weights))


def _cards_that_fit(free_milli: tuple[int, ...], shape: Shape) -> tuple[int, ...]:
    """The distinct free amounts of a card that a fitting shape may take, ascending."""
    if not shape.gpu_count:
        return (0,)
    if not shape.is_fraction:
        return (GPU_MILLI,)
    return tuple(sorted({milli for milli in free_milli if milli >= shape.gpu_milli}))
