"""Fair share of each queue by weight, and the victims that may yield so that a queue gets it (ADR 89).

The cluster's GPUs are divided by weight, level by level, among sibling queues that have jobs. A queue that
holds less than a part of its due (`fairness_threshold_percent` of the policy) may have others yield until it
has its due. Victims keep their own:

    within a guarantee    nobody yields; the caller checks this (`shares.borrowed_by`)
    within its due        nobody yields, on any level that the victim does not share with the queue that asks
    elsewhere             nobody yields if a queue above the one that asks would get more than its due: then
                          room is made below that queue only

So after it nobody holds less than his due who held more before, and nobody is entitled to take it back.
"""

from __future__ import annotations

from muster.queues.quotas import is_suspended
from muster.queues.tree import Queue, QueueKey, QueueTree

_PPM = 1_000_000


class Dues:
    """Fair shares of queues at one moment.

    Args:
        tree: The queues.
        gpu_milli: GPUs of the cluster, thousandths.
    """

    def __init__(self, tree: QueueTree, gpu_milli: int) -> None:
        self._tree, self._gpu_milli = tree, gpu_milli
        self._due: dict[QueueKey, int] = {}

    def of(self, queue: Queue) -> int:
        """Thousandths of GPU that are due to a queue."""
        due = self._due.get(queue.key)
        if due is None:
            due = self._due[queue.key] = self._gpu_milli * due_ppm(self._tree, queue) // _PPM
        return due

    def beyond(self, queue: Queue) -> int:
        """Return the GPUs that a queue holds beyond its due, thousandths."""
        return max(0, queue.used.gpu_milli - self.of(queue))

    def jobs_due(self, queue: Queue, gang_milli: int, threshold_percent: int) -> int:
        """Return for how many such jobs a queue may have others yield; 0: it is close enough to its due."""
        due, used = self.of(queue), queue.used.gpu_milli
        if not gang_milli or used * 100 >= due * threshold_percent or is_suspended(queue):
            return 0
        return (due - used) // gang_milli

    def below(self, queue: Queue, gang_milli: int) -> Queue | None:
        """Return the queue within which to make room, as it would exceed its due; None: anywhere."""
        above = reversed(queue.path[:-1])
        return next((each for each in above if each.used.gpu_milli + gang_milli > self.of(each)), None)


class Asking:
    """A request of a queue for its due.

    Args:
        dues: Fair shares of queues.
        queue: The queue that asks.
        gang_milli: GPU that its job would hold, thousandths.
    """

    def __init__(self, dues: Dues, queue: Queue, gang_milli: int) -> None:
        self._dues = dues
        self._path = frozenset(each.key for each in queue.path)
        within = dues.below(queue, gang_milli)
        self._within = None if within is None else within.key

    def bounds(self, queue: Queue) -> dict[QueueKey, int] | None:
        """Return what a queue and those above it may yield, thousandths of GPU, by key; None: nothing."""
        if self._within is not None and all(each.key != self._within for each in queue.path):
            return None
        bounds = {each.key: self._dues.beyond(each) for each in queue.path if each.key not in self._path}
        return bounds if bounds and all(bounds.values()) else None


def due_ppm(tree: QueueTree, queue: Queue) -> int:
    """Return a queue's share of the cluster by weight among siblings with jobs, level by level, in ppm."""
    due = _PPM
    for level, each in enumerate(queue.path):
        above = queue.path[level - 1] if level else None
        siblings = tree.children(above.key) if above else tree.tops()
        busy = sum(q.settings.weight for q in siblings if q.jobs_live or q is each)
        due = due * each.settings.weight // busy
    return due
