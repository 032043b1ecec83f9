"""The order of victim sets, and which sets are allowed. PURE.

Of the sets that make room the best is the one with

1. no eviction, if it is enough that elastic jobs shrink;
2. the fewest owners hit: victims that what their queue borrowed does not cover;
3. the lowest tier: the highest tier among the victims is as low as possible;
4. the least cost;
5. the fewest victims;
6. the lowest job ids; of equal ones, those that keep fewer ranks.

Each of these only grows when a victim is added, so the best set has no victim that can be left out, and a
search may drop a set as soon as a part of it is worse than what was found (search.py).

A set is allowed when no budget is exceeded, when the victims that may only yield borrowed GPUs together
hold no more than was borrowed, and, where a queue asks for its due, when all others keep theirs. A part of an
allowed set is allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from muster.preemption.core.candidates import Yield
from muster.preemption.core.history import Terms, UserKey
from muster.preemption.core.world import World
from muster.queues.dues import Asking
from muster.queues.shares import borrowed_by
from muster.queues.tree import Queue, QueueKey


class Rank(NamedTuple):
    """Where a set stands; the lowest is the best.

    Attributes:
        evicts: Whether any job is evicted.
        owners: Owners hit.
        tier: The negative rank of the highest tier among the victims.
        cost_gpu_ms: Sum of the costs.
        victims: How many there are.
        job_ids: Which, sorted, each with the ranks that it keeps.
    """

    evicts: bool
    owners: int
    tier: int
    cost_gpu_ms: int
    victims: int
    job_ids: tuple[tuple[str, int], ...]


class Borrowed(NamedTuple):
    """What a queue holds beyond its guarantee, thousandths of GPU.

    Attributes:
        total: In all.
        by_model: Of each model that the guarantee names.
    """

    total: int
    by_model: dict[str, int]

    def covers(self, yields: Iterable[Yield]) -> bool:
        """Whether all that these free was borrowed."""
        total, by_model = 0, Counter[str]()
        for each in yields:
            for model, milli in each.freed_by_model.items():
                total += milli
                by_model[model] += milli
        return total <= self.total and all(by_model[model] <= most for model, most in self.by_model.items())


class Order:
    """Ranks sets and says which are allowed.

    Args:
        world: The cell.
        terms: Budgets, and the evictions that count against them.
        asking: Who may yield how much, where a queue asks for its due.
    """

    def __init__(self, world: World, terms: Terms, asking: Asking | None = None) -> None:
        self._tree = world.queues.tree
        self._asking = asking
        self._terms = terms
        self._borrowed: dict[QueueKey, Borrowed] = {}

    def rank(self, yields: Sequence[Yield]) -> Rank:
        """Where a set stands."""
        return Rank(
            evicts=any(not each.ranks_kept for each in yields),
            owners=self.owners(yields),
            tier=max((-each.candidate.tier_rank for each in yields), default=-(1 << 30)),
            cost_gpu_ms=sum(each.cost_gpu_ms for each in yields),
            victims=len(yields),
            job_ids=tuple(sorted((each.candidate.job_id, each.ranks_kept) for each in yields)),
        )

    def owners(self, yields: Iterable[Yield]) -> int:
        """Owners hit: the largest of a queue's victims, until what was borrowed covers the rest."""
        return sum(self._uncovered(guarantor, mine) for guarantor, mine in _by_guarantor(yields).items())

    def allows(self, yields: Sequence[Yield]) -> bool:
        """Whether a plan may ask this of these jobs."""
        return self._within_budgets(yields) and self.within_borrowed(yields)

    def within_borrowed(self, yields: Sequence[Yield]) -> bool:
        """Whether those that may only yield what was borrowed do so, and all keep their due."""
        bound = [each for each in yields if each.candidate.only_borrowed]
        covered = all(self.borrowed(key).covers(mine) for key, mine in _by_guarantor(bound).items())
        return covered and (self._asking is None or self._within_dues(self._asking, yields))

    def _within_dues(self, asking: Asking, yields: Sequence[Yield]) -> bool:
        """Whether every queue that yields keeps its due, and so do those above it."""
        freed, most = Counter[QueueKey](), dict[QueueKey, int]()
        for each in yields:
            bounds = asking.bounds(self._tree.by_key[each.candidate.queue])
            if bounds is None:
                return False
            most.update(bounds)
            for key in bounds:
                freed[key] += each.freed_milli
        return all(milli <= most[key] for key, milli in freed.items())

    def borrowed(self, guarantor: QueueKey) -> Borrowed:
        """What a queue holds beyond its guarantee."""
        found = self._borrowed.get(guarantor)
        if found is None:
            found = self._borrowed[guarantor] = _borrowed(self._tree.by_key[guarantor])
        return found

    def _uncovered(self, guarantor: QueueKey, yields: list[Yield]) -> int:
        """Premium training and those that may only yield what was borrowed are counted as owners last."""
        left = sorted(
            yields,
            key=lambda each: (each.candidate.only_borrowed, -each.freed_milli, each.candidate.job_id),
        )
        borrowed, owners = self.borrowed(guarantor), 0
        while not borrowed.covers(left[owners:]):
            owners += 1
        return owners

    def _within_budgets(self, yields: Iterable[Yield]) -> bool:
        by_queue, by_user = Counter[QueueKey](), Counter[UserKey]()
        for each in yields:
            if each.ranks_kept:
                continue
            by_queue[each.candidate.queue] += 1
            by_user[each.candidate.user] += 1
        history, policy = self._terms.history, self._terms.policy
        return all(
            count + history.by_queue[queue] <= policy.evictions_per_queue_hour_max
            for queue, count in by_queue.items()
        ) and all(
            count + history.by_user[user] <= policy.evictions_per_user_hour_max
            for user, count in by_user.items()
        )


def _borrowed(queue: Queue) -> Borrowed:
    guarantee, used = queue.settings.guarantee, queue.used.gpu_milli_by_model
    named = guarantee.gpu_milli_by_model.items() if guarantee else ()
    by_model = {model: max(0, used.get(model, 0) - due) for model, due in named}
    return Borrowed(borrowed_by(queue).gpu_milli, by_model)


def _by_guarantor(yields: Iterable[Yield]) -> dict[QueueKey, list[Yield]]:
    found: dict[QueueKey, list[Yield]] = {}
    for each in yields:
        if each.candidate.guarantor is not None:
            found.setdefault(each.candidate.guarantor, []).append(each)
    return found
