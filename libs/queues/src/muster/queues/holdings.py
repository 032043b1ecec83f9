"""Counting who holds and who waits, for the job's queue and every queue above it (ADR 19).

What is counted is derived: whoever knows the jobs can count it anew.
"""

from __future__ import annotations

from muster.events.operator_commands import Policy
from muster.queues.account import Terms
from muster.queues.prices import priced
from muster.queues.tree import Queue, Used

WAITS = Used(pending=1)
"""What a waiting job adds; never changed."""


def count_waiting(queue: Queue, sharer: str, change: int) -> None:
    """A job begins to wait (+1), or waits no longer (-1).

    Args:
        queue: Of the job.
        sharer: With whom it is counted there (Queue.sharer_of).
        change: By how many.
    """
    for each in queue.path:
        each.used.pending += change
    if sharer:
        count_sharer(queue, sharer, WAITS, change)


def count_held(
    queue: Queue, sharer: str, held: Used, sign: int, *, policy: Policy, terms: Terms, now_ms: int
) -> None:
    """A job begins to hold something (+1), or holds it no longer (-1); accounts are settled before.

    Args:
        queue: Of the job.
        sharer: With whom it is counted there (Queue.sharer_of).
        held: What it holds; `pending` -1 where it has waited until now.
        sign: Which of the two.
        policy: Prices.
        terms: What accounts follow.
        now_ms: The time.
    """
    for each in queue.path:
        account, used = each.account, each.used
        account.settle(terms, now_ms)
        used.add(held, sign)
        prices = policy.model_price_milli
        account.in_use_milli = priced(used.gpu_milli_by_model, policy) if prices else used.gpu_milli
    if sharer:
        count_sharer(queue, sharer, held, sign)


def recount(queue: Queue, sharer: str, amount: Used) -> None:
    """Count what a job holds, or that it waits, after a snapshot was loaded; accounts stay as they are."""
    for each in queue.path:
        each.used.add(amount, +1)
    if sharer:
        count_sharer(queue, sharer, amount, +1)


def count_live(queue: Queue, change: int) -> None:
    """A job has entered a queue (+1), or has ended (-1)."""
    for each in queue.path:
        each.jobs_live += change


def count_sharer(queue: Queue, sharer: str, amount: Used, sign: int) -> None:
    """Count for a sharer of a queue alone."""
    used = queue.sharers.get(sharer)
    if used is None:
        used = queue.sharers[sharer] = Used()
    used.add(amount, sign)
    if used.nothing:
        del queue.sharers[sharer]
