"""Tentative holdings for as long as a trial lasts: afterwards every queue has its former counts.

Complements `Cluster.trial` of the kernel: a plan of binds and releases is checked against both.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

from muster.events.operator_commands import Policy
from muster.queues import holdings
from muster.queues.account import Account, Terms
from muster.queues.tree import Queue, QueueKey, Used


class Trial:
    """Counts of queues while a trial lasts."""

    def __init__(self, policy: Policy, terms: Terms, now_ms: int) -> None:
        self._policy, self._terms, self._now_ms = policy, terms, now_ms
        self._before: dict[QueueKey, tuple[Queue, Used, dict[str, Used], Account]] = {}

    def count(self, queue: Queue, sharer: str, held: Used, sign: int) -> None:
        """Count holdings that a job gains (+1) or gives up (-1), as `holdings.count_held` does."""
        for each in queue.path:
            self._set_aside(each)
        if sharer:
            queue.sharers[sharer] = queue.sharers.get(sharer, Used()).copy()
        holdings.count_held(
            queue, sharer, held, sign, policy=self._policy, terms=self._terms, now_ms=self._now_ms
        )

    def restore(self) -> None:
        """Restore the former counts of every queue."""
        for queue, used, sharers, account in self._before.values():
            queue.used, queue.sharers, queue.account = used, sharers, account
        self._before.clear()

    def _set_aside(self, queue: Queue) -> None:
        """Save the counts of a queue, and let it continue with copies."""
        if queue.key in self._before:
            return
        self._before[queue.key] = queue, queue.used, queue.sharers, queue.account
        queue.used, queue.sharers = queue.used.copy(), dict(queue.sharers)
        queue.account = replace(queue.account, sums=dict(queue.account.sums))


@contextmanager
def trial(policy: Policy, terms: Terms, now_ms: int) -> Generator[Trial]:
    """A trial under this policy, at this moment."""
    counts = Trial(policy, terms, now_ms)
    try:
        yield counts
    finally:
        counts.restore()
