"""First come, first served with skipping: jobs that do not fit are skipped, possibly for ever.

It serves to compare placement scores: `bestfit`, `fgd` and `adr5` (ours) differ only in where they place a
job.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.lab.loads.load import Load, TraceJob
from muster.lab.rules.contender import Move, Start
from muster.lab.rules.floor import Floor
from muster.lab.rules.waiting import Waiting


class Skip:
    """Starts jobs that fit, in order of arrival; placed by one of the kernel's scores."""

    def __init__(self, load: Load, score: str) -> None:
        self._floor = Floor(load, score)
        self._waiting = Waiting()
        self._starts: list[Start] = []

    def arrive(self, job: TraceJob) -> None:
        """Add it; the typical workload is learned from it."""
        self._floor.cluster.observe(job.shape, job.ranks)
        self._waiting.add(job)

    def depart(self, job_id: str, finished: bool) -> None:
        """Free the resources of a job; an unfinished one takes its old place."""
        job = self._floor.end(job_id)
        if not finished:
            self._waiting.add(job)
        self._waiting.reopen()

    def node_leaves(self, node_id: str) -> None:
        """Close a node, and stop its runs."""
        self._floor.leave(node_id)

    def node_gone(self, node_id: str) -> None:
        """Close a node."""
        self._floor.gone(node_id)

    def node_back(self, node_id: str) -> None:
        """Open a node."""
        self._floor.back(node_id)
        self._waiting.reopen()

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Start all jobs that fit."""
        del now_ms
        self._starts = []
        self._waiting.serve(self._start)
        return [*self._floor.evacuated(), *self._starts]

    def deadline_ms(self) -> int | None:
        """None: without an event nothing changes."""
        return None

    def _start(self, job: TraceJob) -> bool:
        places = self._floor.find(job)
        if places is not None:
            self._starts.append(self._floor.start(job, places))
        return places is not None
