"""The order of victim sets, and which sets are allowed. PURE.

Of the sets that make room, the best is the one that `Order.rank` puts first: the one with

1. no eviction, if shrinking elastic jobs is enough;
2. the fewest owners: within-guarantee victims, not covered by what their queue borrowed;
3. the lowest tier: the highest tier among the victims is as low as possible;
4. the lowest cost;
5. the fewest victims;
6. the lowest job ids; if these are equal, fewer ranks kept.

Each of these only grows when a victim is added, so the best set has no superfluous victim, and a search can
drop a set as soon as part of it is worse than the best found so far (search.py).

A set is allowed if no budget is exceeded, if the victims that may yield only borrowed GPUs together hold no
more than was borrowed, and, when a queue claims its fair share, if all other queues keep theirs. Every
subset of an allowed set is allowed.
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
    """The rank of a victim set; lower is better.

    Attributes:
        evicts: Whether any job is evicted.
        owners: Number of within-guarantee victims.
        tier: Negated rank of the highest tier among the victims.
        cost_gpu_ms: Sum of the costs, GPU milliseconds.
        victims: Number of victims.
        job_ids: (job id, ranks kept) of each victim, sorted.
    """

    evicts: bool
    owners: int
    tier: int
    cost_gpu_ms: int
    victims: int
    job_ids: tuple[tuple[str, int], ...]


class Borrowed(NamedTuple):
    """GPU that a queue holds beyond its guarantee, thousandths.

    Attributes:
        total: All models together.
        by_model: By model, for each model that the guarantee names.
    """

    total: int
    by_model: dict[str, int]

    def covers(self, yields: Iterable[Yield]) -> bool:
        """Whether everything that these free was borrowed."""
        total, by_model = 0, Counter[str]()
        for each in yields:
            for model, milli in each.freed_by_model.items():
                total += milli
                by_model[model] += milli
        return total <= self.total and all(by_model[model] <= most for model, most in self.by_model.items())


class Order:
    """Ranks sets and checks whether they are allowed.

    Args:
        world: The cell.
        terms: Budgets, and the evictions that count against them.
        asking: How much each queue may yield, when a queue claims its fair share.
    """

    def __init__(self, world: World, terms: Terms, asking: Asking | None = None) -> None:
        self._tree = world.queues.tree
        self._asking = asking
        self._terms = terms
        self._borrowed: dict[QueueKey, Borrowed] = {}

    def rank(self, yields: Sequence[Yield]) -> Rank:
        """Rank a set."""
        return Rank(
            evicts=any(not each.ranks_kept for each in yields),
            owners=self.owners(yields),
            tier=max((-each.candidate.tier_rank for each in yields), default=-(1 << 30)),
            cost_gpu_ms=sum(each.cost_gpu_ms for each in yields),
            victims=len(yields),
            job_ids=tuple(sorted((each.candidate.job_id, each.ranks_kept) for each in yields)),
        )

    def owners(self, yields: Iterable[Yield]) -> int:
        """Count within-guarantee victims: per queue, the largest, until borrowed GPU covers the rest."""
        return sum(self._uncovered(guarantor, mine) for guarantor, mine in _by_guarantor(yields).items())

    def allows(self, yields: Sequence[Yield]) -> bool:
        """Whether a plan may make these jobs yield."""
        return self._within_budgets(yields) and self.within_borrowed(yields)

    def within_borrowed(self, yields: Sequence[Yield]) -> bool:
        """Whether victims that may yield only borrowed GPU do so, and all queues keep their fair share."""
        bound = [each for each in yields if each.candidate.only_borrowed]
        covered = all(self.borrowed(key).covers(mine) for key, mine in _by_guarantor(bound).items())
        return covered and (self._asking is None or self._within_dues(self._asking, yields))

    def _within_dues(self, asking: Asking, yields: Sequence[Yield]) -> bool:
        """Whether every yielding queue, and each queue above it, keeps its fair share."""
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
        """Return what a queue holds beyond its guarantee."""
        found = self._borrowed.get(guarantor)
        if found is None:
            found = self._borrowed[guarantor] = _borrowed(self._tree.by_key[guarantor])
        return found

    def _uncovered(self, guarantor: QueueKey, yields: list[Yield]) -> int:
        """Count a queue's within-guarantee victims; those that may yield only borrowed GPU count last."""
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
