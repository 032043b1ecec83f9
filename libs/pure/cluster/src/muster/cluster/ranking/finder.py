"""Finder: finds the best placement for one rank under one outlook; replaced when the outlook changes."""

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType

from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import Shape
from muster.cluster.ranking.groups import Group, Register
from muster.cluster.ranking.heap_ranking import HeapRanker, Ranker, Ranking
from muster.cluster.score.policies import policy_named
from muster.cluster.score.score import Outlook, Rater

RANKINGS_MAX = 512
"""Shapes whose candidates stay ranked; the least recently used one is dropped. Only speed depends on it."""

COMPILED_POLICY = "ours"
"""The policy that compiled.py knows."""


def load_compiled_ranking() -> ModuleType:
    """Import compiled_ranking, and with it numba, which small clusters need not load."""
    return import_module("muster.cluster.ranking.compiled_ranking")


def new_part_table() -> Register:
    """A table of parts, for an overview by machine code."""
    table: Register = import_module("muster.cluster.ranking.state_table").PartTable()
    return table


class Finder:
    """Finds placements by a policy, with rankings for the most recently used shapes.

    Args:
        policy: The score's name.
        outlook: The outlook of the score.
        kinds: For compiled rankings, the existing kinds of node, as empty states; None: not compiled.

    Attributes:
        register: Must be notified of every group that can be chosen.
    """

    def __init__(self, policy: str, outlook: Outlook, kinds: Iterable[NodeState] | None) -> None:
        self._score = policy_named(policy)(outlook)
        self._ranker: Ranker = (
            HeapRanker(self._score)
            if kinds is None
            else load_compiled_ranking().CompiledRanker(outlook, kinds)
        )
        self.register = self._ranker.register
        self._rankings: dict[Shape, Ranking] = {}

    def best(self, shape: Shape) -> tuple[Group, int] | None:
        """The best group and the free thousandths of the card to use there, or None when none fits."""
        ranking = self._rankings.pop(shape, None)
        if ranking is None:
            if len(self._rankings) >= RANKINGS_MAX:
                del self._rankings[next(iter(self._rankings))]
            ranking = self._ranker.ranking(shape)
        self._rankings[shape] = ranking
        return ranking.best()

    def card(self, shape: Shape, state: NodeState) -> int:
        """The free thousandths of the card to use on a node in this state, where the shape fits."""
        return self.rater(shape)(state)[1]

    def rater(self, shape: Shape) -> Rater:
        """The policy's rule for one shape."""
        return self._score.rater(shape)
