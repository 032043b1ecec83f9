"""Fair shares between queues (ADR 20): the queue furthest below its due goes first. All integers.

First come the queues whose nearest guarantee, their own or one's above, is not used up: it is due to them,
whatever those beside them have borrowed. Then, at every level of the tree, the queues beside each other stand
in this order:

0. those within their guarantee, the least used part of it first;
1. those that spend burst credit: they left guaranteed GPUs unused before, and it lasts CREDIT_LASTS_MS;
2. all others, by pressure.

Pressure is what a queue has beyond its due, now and over time, as parts of the cluster (millionths):

    borrowed now / over_quota_weight  +  usage over the window / weight  x  share_history_percent

"Borrowed now" is the dominant part (GPU, CPU or memory: dominant resource fairness, Ghodsi et al., NSDI '11)
of what it holds beyond its guarantee. Usage is GPU at model price over the window, decayed (account), against
what the whole cluster could have been used in one effective window. Ties go by name.
"""

from __future__ import annotations

from typing import Final

from muster.cluster import GPU_MILLI, Totals
from muster.events.operator_commands import Policy
from muster.events.queue_commands import Quota
from muster.queues.account import Terms
from muster.queues.prices import priced
from muster.queues.tree import Queue, Used

WITHIN_GUARANTEE: Final = 0
SPENDING_CREDIT: Final = 1
BEYOND: Final = 2

CREDIT_LASTS_MS: Final = 600_000
"""Credit counts while it would last this long. Otherwise a moment's credit would buy any number of starts."""

ShareRank = tuple[int, int, str]
"""(class, pressure, name) at one level; lower goes first."""

_DUE: Final[ShareRank] = (WITHIN_GUARANTEE, 0, "")
_NOT_DUE: Final[ShareRank] = (BEYOND, 0, "")
_NO_GUARANTEE: Final = Quota()
_PPM: Final = 1_000_000
_LN2_PPM: Final = 693_147


class Shares:
    """The order of queues at one moment, in a cluster of one size.

    Args:
        totals: Totals of the cluster.
        policy: Prices, and how much usage over time counts.
        terms: Terms of the accounts.
        now_ms: The moment.
    """

    def __init__(self, totals: Totals, policy: Policy, terms: Terms, now_ms: int) -> None:
        self._terms, self._policy, self._now_ms = terms, policy, now_ms
        self._whole = Used(
            gpu_milli=totals.gpu.total_milli,
            cpu_milli=totals.cpu_milli_total,
            memory_mib=totals.memory_mib_total,
            gpu_milli_by_model={model: gpu.total_milli for model, gpu in totals.gpu_by_model},
        )
        window_ms = min(self._terms.window_ms, self._terms.half_life_ms * _PPM // _LN2_PPM)
        self._usage_whole = max(1, priced(self._whole.gpu_milli_by_model, self._policy) * window_ms)

    def rank(self, queue: Queue) -> tuple[ShareRank, ...]:
        """Return a queue's rank: whether its nearest guarantee is not used up, then level by level."""
        return _DUE if is_due(queue) else _NOT_DUE, *(self.level_rank(each) for each in queue.path)

    def sharer_pressure(self, queue: Queue, sharer: str) -> int:
        """Return the dominant share of the cluster that a group within a queue holds now."""
        used = queue.sharers.get(sharer)
        return self.dominant_ppm(used) if used else 0

    def dominant_ppm(self, used: Used) -> int:
        """The largest part of any one resource."""
        whole = self._whole
        return max(
            used.gpu_milli * _PPM // whole.gpu_milli if whole.gpu_milli else 0,
            used.cpu_milli * _PPM // whole.cpu_milli if whole.cpu_milli else 0,
            used.memory_mib * _PPM // whole.memory_mib if whole.memory_mib else 0,
        )

    def usage_ppm(self, queue: Queue) -> int:
        """Return the usage over the window, as a part of the whole cluster's possible usage."""
        return queue.account.usage_at(self._terms, self._now_ms) * _PPM // self._usage_whole

    def level_rank(self, queue: Queue) -> ShareRank:
        """Return a queue's rank among its siblings."""
        guarantee = _guarantee_used_ppm(queue)
        if guarantee is not None and guarantee < _PPM:
            return WITHIN_GUARANTEE, guarantee, queue.key[1]
        pressure = self._pressure(queue)
        if self._credit_lasts(queue):
            return SPENDING_CREDIT, pressure, queue.key[1]
        return BEYOND, pressure, queue.key[1]

    def _credit_lasts(self, queue: Queue) -> bool:
        """Whether the credit pays for the borrowed GPUs and one more, for a while."""
        account = queue.account
        beyond_milli = max(0, account.in_use_milli - account.due_milli) + GPU_MILLI
        return account.credit_at(self._terms, self._now_ms) >= beyond_milli * CREDIT_LASTS_MS

    def _pressure(self, queue: Queue) -> int:
        settings = queue.settings
        borrowed = self.dominant_ppm(borrowed_by(queue)) // max(1, settings.over_quota_weight)
        history = self.usage_ppm(queue) * self._policy.share_history_percent // (100 * settings.weight)
        return borrowed + history


def borrowed_by(queue: Queue) -> Used:
    """Return the holdings of a queue beyond its guarantee."""
    guarantee, used = queue.settings.guarantee, queue.used
    if guarantee is None:
        return used
    due = max(guarantee.gpu_milli or 0, sum(guarantee.gpu_milli_by_model.values()))
    return Used(
        max(0, used.gpu_milli - due),
        max(0, used.cpu_milli - (guarantee.cpu_milli or 0)),
        max(0, used.memory_mib - (guarantee.memory_mib or 0)),
        gpu_milli_by_model={},
    )


def lent_milli(queue: Queue) -> int:
    """Guaranteed GPU that a queue leaves to others, thousandths."""
    guarantee = queue.settings.guarantee
    if guarantee is None:
        return 0
    due = max(guarantee.gpu_milli or 0, sum(guarantee.gpu_milli_by_model.values()))
    return max(0, due - queue.used.gpu_milli)


def is_due(queue: Queue) -> bool:
    """Whether the nearest guarantee is not used up."""
    for each in reversed(queue.path):
        used_ppm = _guarantee_used_ppm(each)
        if used_ppm is not None:
            return used_ppm < _PPM
    return False


def borrowed_of(queue: Queue, held: Used) -> int:
    """Return the part of a job's GPUs that its queue has borrowed, thousandths.

    They lie beyond the nearest guarantee, its queue's or one's above, in all and for each GPU model that the
    guarantee names: were they taken away, nothing would be due that is not due now. A job that borrows all
    that it holds is a borrower, one that borrows nothing an owner.
    """
    nearest = guarantor(queue)
    if nearest is None:
        return held.gpu_milli
    guarantee, used = nearest.settings.guarantee or _NO_GUARANTEE, nearest.used.gpu_milli_by_model
    by_model = guarantee.gpu_milli_by_model
    beyond = (
        min(milli, max(0, used.get(model, 0) - by_model[model])) if model in by_model else milli
        for model, milli in held.gpu_milli_by_model.items()
    )
    return min(borrowed_by(nearest).gpu_milli, sum(beyond))


def guarantor(queue: Queue) -> Queue | None:
    """The nearest queue with a guarantee, the queue itself or one above it; None: nothing is guaranteed."""
    return next((each for each in reversed(queue.path) if _guarantee_used_ppm(each) is not None), None)


def _guarantee_used_ppm(queue: Queue) -> int | None:
    """Return the share of its most used resource in a guarantee; None without a guarantee."""
    guarantee, used = queue.settings.guarantee, queue.used
    if guarantee is None:
        return None
    most = -1
    if guarantee.gpu_milli:
        most = used.gpu_milli * _PPM // guarantee.gpu_milli
    if guarantee.cpu_milli:
        most = max(most, used.cpu_milli * _PPM // guarantee.cpu_milli)
    if guarantee.memory_mib:
        most = max(most, used.memory_mib * _PPM // guarantee.memory_mib)
    for model, due in guarantee.gpu_milli_by_model.items():
        if due:
            most = max(most, used.gpu_milli_by_model.get(model, 0) * _PPM // due)
    return None if most < 0 else most
