"""Branch-and-bound search for the best set. PURE.

Candidates are decided one by one, worst first: stay, shrink, or be evicted. Two rules prune the search:

    room    if yielding by all undecided candidates does not make enough room, no branch below does;
    rank    if the decisions so far already rank no better than the best set found, no branch below does.

Both hold because a further victim never reduces the room, and a larger set never ranks better (order.py). So
the result is optimal unless the budget of checks ran out. Trying to spare the worst candidates first makes
the first set found a trimmed one, which gives a tight bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.preemption.core.candidates import Candidate, Yield
from muster.preemption.core.order import Order, Rank
from muster.preemption.core.room import Room

CHECKS_MAX: Final = 2_000
"""Placements tried before a search stops without proof."""


class Search:
    """One search.

    Args:
        room: Checks whether the job fits.
        order: Ranks sets and checks whether they are allowed.
        candidates: Jobs that may yield.
        shrink_only: Whether evictions are forbidden.

    Attributes:
        best: The best set found; None: none yet.
        rank: Its rank.
        exact: Whether no set is better.
    """

    def __init__(
        self, room: Room, order: Order, candidates: Sequence[Candidate], *, shrink_only: bool = False
    ) -> None:
        self._room, self._order, self._shrink_only = room, order, shrink_only
        self._candidates = sorted(
            (each for each in candidates if each.sizes or not shrink_only), key=self._worst_first
        )
        self._most = [self._all(each) for each in self._candidates]
        self._checks_max = room.checks + CHECKS_MAX
        self.best: tuple[Yield, ...] | None = None
        self.rank: Rank | None = None
        self.exact = True

    def run(self) -> tuple[Yield, ...] | None:
        """Return the best set found; None: no allowed set makes room, or none was found in the budget."""
        self._decide(0, [])
        return self.best

    def _decide(self, index: int, chosen: list[Yield]) -> None:
        if self._room.checks > self._checks_max:
            self.exact = False
            return
        if self._room.placements([*chosen, *self._most[index:]]) is None:
            return
        if self._room.placements(chosen) is not None:
            self._offer(chosen)
            return  # whatever is added ranks worse
        if index == len(self._candidates):
            return
        self._decide(index + 1, chosen)
        for option in self._options(self._candidates[index]):
            longer = [*chosen, option]
            if self._order.allows(longer) and self._may_be_best(longer):
                self._decide(index + 1, longer)

    def _offer(self, chosen: Sequence[Yield]) -> None:
        rank = self._order.rank(chosen)
        if self.rank is None or rank < self.rank:
            self.best, self.rank = tuple(chosen), rank

    def _may_be_best(self, chosen: Sequence[Yield]) -> bool:
        """Whether a set with these could be better; job ids are compared for complete sets only."""
        return self.rank is None or self._order.rank(chosen)[:5] <= self.rank[:5]

    def _options(self, each: Candidate) -> list[Yield]:
        shrunk = [Yield(each, each.sizes[0])] if each.sizes else []
        return shrunk if self._shrink_only else [*shrunk, Yield(each)]

    def _all(self, each: Candidate) -> Yield:
        return Yield(each, each.sizes[0]) if self._shrink_only else Yield(each)

    def _worst_first(self, each: Candidate) -> tuple[int, int, int, str]:
        most = self._all(each)
        owner = self._order.owners([most])
        return -owner, each.tier_rank, -most.cost_gpu_ms, each.job_id
