"""CompiledRanking: the ranking of heap_ranking.py for the score of ADR 5, in machine code (ADR 12)."""

from collections.abc import Iterable

import numpy as np
from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.cluster.ranking import compiled
from muster.cluster.ranking.compiled import Integers
from muster.cluster.ranking.groups import Group
from muster.cluster.ranking.state_table import StateTable
from muster.cluster.score.balanced import STEP_MILLI
from muster.cluster.score.score import Outlook

_HEAP_MIN = 64


class CompiledRanker:
    """Makes rankings for BalancedScore under one outlook.

    Args:
        outlook: The outlook.
        kinds: The kinds of node there are, as empty states. No group may be of another.
    """

    def __init__(self, outlook: Outlook, kinds: Iterable[NodeState]) -> None:
        self.register = StateTable(kinds)
        self._terms = _terms(outlook, self.register)

    def ranking(self, shape: Shape) -> "CompiledRanking":
        """A ranking for a shape."""
        return CompiledRanking(shape, self.register, self._terms)


class CompiledRanking:
    """The candidates for one shape, in arrays."""

    __slots__ = ("_accepted", "_asked", "_heap", "_progress", "_table", "_terms")

    def __init__(self, shape: Shape, table: StateTable, terms: tuple[Integers, ...]) -> None:
        self._table = table
        self._terms = terms
        self._asked, self._accepted = table.numbers_of(shape)
        self._heap = np.zeros((_HEAP_MIN, 4), np.int64)
        self._progress = _array([0, 0])

    def best(self) -> tuple[Group, int] | None:
        """The best living group and the card to use there, as Ranking has it."""
        table = self._table
        while True:
            slot, card = compiled.best(
                table.rows,
                table.log,
                table.last_serial,
                self._heap,
                self._progress,
                self._asked,
                self._accepted,
                *self._terms,
            )
            if slot != compiled.HEAP_FULL:
                break
            self._heap = np.concatenate([self._heap, np.zeros_like(self._heap)])
        group = table.groups[slot] if slot != compiled.NONE_FITS else None
        return None if group is None else (group, card)


def _terms(outlook: Outlook, table: StateTable) -> tuple[Integers, ...]:
    """The last six arguments of `compiled.best`."""
    measure, mix = outlook.fragmentation, outlook.stranding.mix
    thresholds = [0, *measure.card_requests]
    wholes = range(table.cards_max + 1)
    block_weights = [[measure.block_weights(model, whole) for whole in wholes] for model in table.models]
    return (
        _array(measure.levels),
        np.searchsorted(_array(measure.card_requests), np.arange(GPU_MILLI + 1), side="right").astype(
            np.int64
        ),
        _array([[measure.card_weights(model, milli) for milli in thresholds] for model in table.models]),
        _array(block_weights) * (_array(wholes) * GPU_MILLI)[None, :, None],
        _array([outlook.scarcity_milli.get(kind, 0) for kind in table.kinds]),
        _array([*mix, measure.weight_total, STEP_MILLI * measure.weight_total]),
    )


def _array(numbers: object) -> Integers:
    return np.array(numbers, np.int64)
