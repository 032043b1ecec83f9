"""FIFO: strictly first come, first served. The head of the queue blocks all jobs behind it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from muster.lab.loads.load import Load, TraceJob
from muster.lab.rules.contender import Start
from muster.lab.rules.floor import Floor


class Fifo:
    """One queue, no overtaking; placement by best fit."""

    def __init__(self, load: Load) -> None:
        self._floor = Floor(load, "bestfit")
        self._line: deque[TraceJob] = deque()

    def arrive(self, job: TraceJob) -> None:
        """Add it to the end of the queue."""
        self._line.append(job)

    def depart(self, job_id: str, finished: bool) -> None:
        """Free its resources."""
        del finished
        self._floor.end(job_id)

    def decide(self, now_ms: int) -> Sequence[Start]:
        """Start heads until one does not fit."""
        del now_ms
        starts: list[Start] = []
        while self._line and (places := self._floor.find(self._line[0])):
            starts.append(self._floor.start(self._line.popleft(), places))
        return starts

    def deadline_ms(self) -> int | None:
        """None: without an event nothing changes."""
        return None
