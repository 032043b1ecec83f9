"""DRF between queues, without memory: the queue with the smallest dominant share goes next.

Ghodsi et al., "Dominant Resource Fairness", NSDI 2011. A queue's dominant share is the largest of its shares
of GPU, CPU and memory. Past use does not count; within a queue, first come first served with skipping;
placement by best fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.lab.loads.load import Load, TraceJob
from muster.lab.rules.contender import Move, Start
from muster.lab.rules.floor import Floor
from muster.lab.rules.waiting import Waiting

Amounts = tuple[int, int, int]
"""GPU, CPU (both thousandths) and memory (MiB)."""


class Drf:
    """Queues by dominant share; equal shares by name."""

    def __init__(self, load: Load) -> None:
        self._floor = Floor(load, "bestfit")
        totals = self._floor.cluster.totals()
        self._totals = (totals.gpu.total_milli, totals.cpu_milli_total, totals.memory_mib_total)
        self._waiting = {queue: Waiting() for queue in load.queues}
        self._used: dict[str, Amounts] = dict.fromkeys(load.queues, (0, 0, 0))
        self._starts: list[Start] = []

    def arrive(self, job: TraceJob) -> None:
        """Add it to its queue."""
        self._waiting[job.queue].add(job)

    def depart(self, job_id: str, finished: bool) -> None:
        """Free its resources; all may try again, itself in its old place if it has not finished."""
        job = self._floor.end(job_id)
        self._count(job, -1)
        if not finished:
            self._waiting[job.queue].add(job)
        self._reopen()

    def node_leaves(self, node_id: str) -> None:
        """Close a node, and stop its runs."""
        self._floor.leave(node_id)

    def node_gone(self, node_id: str) -> None:
        """Close a node."""
        self._floor.gone(node_id)

    def node_back(self, node_id: str) -> None:
        """Open a node."""
        self._floor.back(node_id)
        self._reopen()

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Repeatedly start a fitting job of the queue with the smallest dominant share."""
        del now_ms
        self._starts = []
        hungry = sorted(self._waiting)
        while hungry:
            poorest = min(hungry, key=lambda queue: (self._share(queue), queue))
            if not self._waiting[poorest].serve(self._start, most=1):
                hungry.remove(poorest)
        return [*self._floor.evacuated(), *self._starts]

    def deadline_ms(self) -> int | None:
        """None: without an event nothing changes."""
        return None

    def _start(self, job: TraceJob) -> bool:
        places = self._floor.find(job)
        if places is None:
            return False
        self._starts.append(self._floor.start(job, places))
        self._count(job, 1)
        return True

    def _reopen(self) -> None:
        for waiting in self._waiting.values():
            waiting.reopen()

    def _count(self, job: TraceJob, sign: int) -> None:
        gpu, cpu, memory = self._used[job.queue]
        ranks = job.ranks * sign
        self._used[job.queue] = (
            gpu + job.shape.gpu_milli_total * ranks,
            cpu + job.shape.cpu_milli * ranks,
            memory + job.shape.memory_mib * ranks,
        )

    def _share(self, queue: str) -> int:
        """The dominant share, in billionths."""
        pairs = zip(self._used[queue], self._totals, strict=True)
        return max(used * 1_000_000_000 // total for used, total in pairs if total)
