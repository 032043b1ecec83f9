"""Parts: the free parts of reserved GPUs, each treated like a node with one GPU.

A GPU is reserved while fractions with a sharing key are placed on it, or while it is in MIG mode. For all
other ranks it is fully taken. Fractions with its key find its free part in their pool, which uses the
kernel's own groups and rankings: the state of a part is a NodeState with the node's free CPU and memory and
this one GPU. So sharing costs nothing where it is not used, and there is only one search.

Parts are filled before whole GPUs: GPUs stay whole while fractions fit elsewhere (ADR 16).
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from muster.cluster.measures.overview import Overview
from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.cluster.ranking.births import BirthLog
from muster.cluster.ranking.finder import new_part_table
from muster.cluster.ranking.groups import Group, Register, StateGroups
from muster.cluster.ranking.heap_ranking import HeapRanking
from muster.cluster.score.score import Score

RANKINGS_MAX = 512
"""Number of shapes whose candidates one pool keeps ranked. Affects only speed."""


class Part(NamedTuple):
    """The free part of one GPU.

    Attributes:
        sharing: Sharing key of the fractions that may use it.
        card_id: Name of the GPU, see the function `card_id`.
        state: What is free on it, with the node's CPU and memory. In MIG mode gpus_free_milli holds the
            largest fraction that still gets an instance, and kind the occupied memory slices, in hexadecimal.
    """

    sharing: str
    card_id: str
    state: NodeState


def card_id(node_id: str, index: int) -> str:
    """A card's name; cards of one node sort by index."""
    return f"{node_id}#{index:02}"


def card_of(name: str) -> tuple[str, int]:
    """Node and index of a card's name."""
    node_id, _, index = name.rpartition("#")
    return node_id, int(index)


class _PartLog(BirthLog):
    """The births of parts, and a table that is updated when an overview is requested."""

    def __init__(self) -> None:
        super().__init__()
        self._table: Register | None = None
        self._read = 0

    def keep_table(self) -> None:
        """Compute overviews by machine code from here on."""
        if self._table is None:
            self._table = new_part_table()

    def resized(self, group: Group) -> None:
        """Note it in the table, if the group has a row."""
        if self._table is not None and group.slot:
            self._table.resized(group)

    def died(self, group: Group) -> None:
        """Remove a dissolved group."""
        super().died(group)
        if self._table is not None and group.slot:
            self._table.died(group)

    def overview(self) -> Mapping[str, Overview] | None:
        """Return StateGroups.overview from the table; None: there is no table."""
        if self._table is None:
            return None
        for group in self.born_after(self._read, 0):
            self._table.born(group)
        self._read = self.last_serial
        return self._table.overview()


class Pool:
    """The parts of one sharing key.

    Attributes:
        groups: Cards in equal states, as one.
    """

    def __init__(self) -> None:
        self.groups = StateGroups()
        self._births = _PartLog()
        self.groups.attach(self._births)
        self._rankings: dict[Shape, HeapRanking] = {}

    def best(self, shape: Shape, score: Score) -> tuple[str, int] | None:
        """Node and index of the best card for a shape of this key, or None."""
        ranking = self._rankings.get(shape)
        if ranking is None:
            if len(self._rankings) >= RANKINGS_MAX:
                self._rankings.clear()
            ranking = self._rankings[shape] = HeapRanking(shape, score, self._births)
        best = ranking.best()
        return None if best is None else card_of(best[0].node_ids[0])

    def overview(self, *, compiled: bool) -> Mapping[str, Overview]:
        """Free resources by GPU model; cached until a change. `compiled`: by machine code from here on."""
        if compiled:
            self._births.keep_table()
        return self.groups.overview()

    def forget_rankings(self) -> None:
        """Drop the rankings; the next query rates every card again."""
        self._rankings.clear()

    def empty(self) -> list[tuple[str, int]]:
        """Node and index of the cards that hold nothing, sorted."""
        groups = self.groups.by_state.items()
        empty = [group.node_ids for state, group in groups if state.gpu_free_milli == GPU_MILLI]
        return sorted(card_of(name) for names in empty for name in names)

    def node_ids(self) -> list[str]:
        """The nodes with a part in it, sorted."""
        cards = (name for group in self.groups.by_state.values() for name in group.node_ids)
        return sorted({card_of(name)[0] for name in cards})


class Pools:
    """The pool of each sharing key; empty pools are dropped."""

    def __init__(self) -> None:
        self._pools: dict[str, Pool] = {}

    def of(self, sharing: str) -> Pool | None:
        """A key's pool, unless it is empty."""
        return self._pools.get(sharing)

    def forget_rankings(self) -> None:
        """Drop all rankings, because the score has changed."""
        for pool in self._pools.values():
            pool.forget_rankings()

    def join(self, parts: Iterable[Part]) -> None:
        """Add parts."""
        for part in parts:
            pool = self._pools.get(part.sharing)
            if pool is None:
                pool = self._pools[part.sharing] = Pool()
            pool.groups.join(part.card_id, part.state)

    def leave(self, parts: Iterable[Part]) -> None:
        """Remove parts."""
        for part in parts:
            groups = self._pools[part.sharing].groups
            groups.leave(part.card_id, part.state)
            if not groups.by_state:
                del self._pools[part.sharing]
