"""Contender: a scheduler in the laboratory. The real core is one; each baseline rule is another.

    replay                                   contender
      a job comes                 arrive ->
      a run is over               depart ->
      all of an instant is told   decide ->  starts, stops, refusals

A contender sees shapes, queues and the owners' limits; how long a job really runs, it is never told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from muster.cluster import Placement
from muster.lab.loads.load import TraceJob


@dataclass(frozen=True, slots=True)
class Start:
    """Run all ranks of a job here, now. Places are in rank order."""

    job_id: str
    places: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """End a run before its time. `depart` follows at once; starting it again is the contender's affair."""

    job_id: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """A job that has just come will not be queued."""

    job_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Wish:
    """A waiting job is due what others hold. Nobody in the laboratory makes them yield: it is counted."""

    job_id: str


Move = Start | Stop | Refuse | Wish


class Contender(Protocol):
    """What decides. Its moves are carried out and checked by the replay."""

    def arrive(self, job: TraceJob) -> None:
        """A job has come."""
        ...

    def depart(self, job_id: str, finished: bool) -> None:
        """A run is over and its places are free: it has finished, or it was stopped."""
        ...

    def decide(self, now_ms: int) -> Sequence[Move]:
        """What to do, all of this instant told. Moves take effect in their order."""
        ...

    def deadline_ms(self) -> int | None:
        """When to be asked again though nothing happens; not later than now: at once."""
        ...
