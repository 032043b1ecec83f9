"""Contender: a scheduler in the laboratory. The real core is one; each baseline rule is another.

    replay                                   contender
      a job arrives               arrive ->
      a run is over               depart ->
      a node goes, or is back     node_leaves, node_gone, node_back ->
      all events of an instant    decide ->  starts, stops, refusals

A contender sees shapes, queues and the users' limits, but not how long a job really runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from muster.cluster import Placement
from muster.lab.loads.load import TraceJob


@dataclass(frozen=True, slots=True)
class Start:
    """Start all ranks of a job now, at these placements, in rank order."""

    job_id: str
    places: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop a run early. `depart` follows when it is over; starting the job again is up to the contender.

    Attributes:
        job_id: The job.
        saves: Whether it is asked first: a job with checkpoints then saves what it has, for the time of a
            checkpoint, and loses no work. Else the run is over at once.
    """

    job_id: str
    saves: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """Refuse to queue a job that has just arrived."""

    job_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class RequestPreemption:
    """Request that others yield to a waiting job. The laboratory only counts these requests."""

    job_id: str


Move = Start | Stop | Refuse | RequestPreemption


class Contender(Protocol):
    """A scheduler whose moves the replay carries out and checks."""

    def arrive(self, job: TraceJob) -> None:
        """Receive a job that has arrived."""
        ...

    def depart(self, job_id: str, finished: bool) -> None:
        """Note that a run is over and its resources are free: it finished, or was stopped, or its node went.

        A job that has not finished waits again.
        """
        ...

    def node_leaves(self, node_id: str) -> None:
        """Note that a node will soon be gone; runs that are stopped with `saves` in time lose nothing."""
        ...

    def node_gone(self, node_id: str) -> None:
        """Note that a node is gone. `depart` of the runs on it follows at once."""
        ...

    def node_back(self, node_id: str) -> None:
        """Note that a node that was gone is back, empty."""
        ...

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Decide, after all events of this instant. Moves take effect in order."""
        ...

    def deadline_ms(self) -> int | None:
        """Return when to decide next even without an event, milliseconds; not later than now: at once."""
        ...
