"""Counters of holding and waiting jobs, for a job's queue and every queue above it (ADR 19).

The counters are derived: they can be recomputed from the jobs.
"""

from __future__ import annotations

from muster.events.operator_commands import Policy
from muster.queues.account import Terms
from muster.queues.prices import priced
from muster.queues.tree import Queue, Used

WAITS = Used(pending=1)
"""Amount that a waiting job adds; never changed."""


def count_waiting(queue: Queue, sharer: str, change: int) -> None:
    """Count a job that begins to wait (+1), or waits no longer (-1).

    Args:
        queue: Queue of the job.
        sharer: Group with which it is counted there (Queue.sharer_of).
        change: +1 or -1.
    """
    for each in queue.path:
        each.used.pending += change
    if sharer:
        count_sharer(queue, sharer, WAITS, change)


def count_held(
    queue: Queue, sharer: str, held: Used, sign: int, *, policy: Policy, terms: Terms, now_ms: int
) -> None:
    """Count a job that begins to hold something (+1), or holds it no longer (-1); settle accounts first.

    Args:
        queue: Queue of the job.
        sharer: Group with which it is counted there (Queue.sharer_of).
        held: Its holdings; `pending` is -1 if it has waited until now.
        sign: +1 or -1.
        policy: Prices.
        terms: Terms of the accounts.
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
    """Count a job's holdings, or its waiting, after a snapshot was loaded; leave accounts unchanged."""
    for each in queue.path:
        each.used.add(amount, +1)
    if sharer:
        count_sharer(queue, sharer, amount, +1)


def count_live(queue: Queue, change: int) -> None:
    """Count a job that has entered a queue (+1), or has ended (-1)."""
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
