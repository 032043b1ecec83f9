"""Samples: the cluster at even steps of virtual time, and where its free part goes.

What is free at a moment is one of three things:

    unschedulable   jobs wait, and none of them fits into what is free
    held back       jobs wait, one of them would fit, and it does not run: the policy keeps the place
    no demand       nobody waits

Used and these three are the whole cluster. In the first, free places are too few or lie wrongly: that is
fragmentation. A queue's due is what dividing the cluster by maximin at that moment would give it: queues that
ask for less than an even share get all they ask, the others divide the rest evenly.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from muster.cluster import Cluster, Shape
from muster.lab.loads.load import Load, Measure, TraceJob

Key = TypeVar("Key", bound=Hashable)

STEPS = 1_000
"""Samples over the time that the load must take."""


class Idle(StrEnum):
    """Why something is free."""

    UNSCHEDULABLE = "unschedulable"
    HELD_BACK = "held_back"
    NO_DEMAND = "no_demand"


@dataclass(frozen=True, slots=True)
class Sample:
    """The cluster at a moment. Amounts are thousandths of the resource that counts (load.Measure).

    Attributes:
        at_ms: When.
        times: For how many steps it stayed so.
        used_milli: Held by runs.
        idle: Why the rest is free.
        waiting: Jobs that wait.
        had_milli: Held, by queue; queues without jobs are left out.
        due_milli: Due, by queue, the same queues.
    """

    at_ms: int
    times: int
    used_milli: int
    idle: Idle
    waiting: int
    had_milli: Mapping[str, int]
    due_milli: Mapping[str, int]


class Sampler:
    """Keeps count as jobs wait and run, and takes the samples.

    Args:
        load: What is asked.
        cluster: As the replay keeps it; only looked at.

    Attributes:
        waiting: Jobs that wait.
        step_ms: Time between samples.
        samples: So far.
        busy_milli_ms: Resource held so far, thousandths times milliseconds.
        busy_arriving_milli_ms: The part of it before the last arrival.
    """

    def __init__(self, load: Load, cluster: Cluster) -> None:
        self._measure = Measure(load.nodes)
        self._cluster = cluster
        self._arriving_ms = load.jobs[-1].arrival_ms if load.jobs else 0
        work = sum(self._measure.of(job) * job.duration_ms for job in load.jobs)
        self.step_ms = max(1, max(self._arriving_ms, work // max(1, self._measure.capacity_milli)) // STEPS)
        self._now_ms = 0
        self._used_milli = 0
        self._wanted: dict[str, int] = {}
        self._had: dict[str, int] = {}
        self._kinds: dict[tuple[Shape, int], int] = {}
        self.waiting = 0
        self.samples: list[Sample] = []
        self.busy_milli_ms = 0
        self.busy_arriving_milli_ms = 0

    def wait(self, job: TraceJob) -> None:
        """A job waits from now on."""
        self.waiting += 1
        _add(self._wanted, job.queue, self._measure.of(job))
        _add(self._kinds, (job.shape, job.ranks), 1)

    def wait_no_more(self, job: TraceJob) -> None:
        """A job waits no more."""
        self.waiting -= 1
        _add(self._wanted, job.queue, -self._measure.of(job))
        _add(self._kinds, (job.shape, job.ranks), -1)

    def hold(self, job: TraceJob) -> None:
        """A job runs from now on."""
        milli = self._measure.of(job)
        self._used_milli += milli
        _add(self._had, job.queue, milli)
        _add(self._wanted, job.queue, milli)

    def release(self, job: TraceJob) -> None:
        """A run is over."""
        milli = self._measure.of(job)
        self._used_milli -= milli
        _add(self._had, job.queue, -milli)
        _add(self._wanted, job.queue, -milli)

    def advance(self, to_ms: int) -> None:
        """Time goes on, and until then nothing changes."""
        arriving_ms = max(0, min(to_ms, self._arriving_ms) - self._now_ms)
        self.busy_milli_ms += self._used_milli * (to_ms - self._now_ms)
        self.busy_arriving_milli_ms += self._used_milli * arriving_ms
        first = -(-self._now_ms // self.step_ms)
        times = -(-to_ms // self.step_ms) - first
        if times:
            self._take(first * self.step_ms, times)
        self._now_ms = to_ms

    def _take(self, at_ms: int, times: int) -> None:
        self.samples.append(
            Sample(
                at_ms=at_ms,
                times=times,
                used_milli=self._used_milli,
                idle=self._idle(),
                waiting=self.waiting,
                had_milli={queue: self._had.get(queue, 0) for queue in self._wanted},
                due_milli=maximin(self._wanted, self._measure.capacity_milli),
            )
        )

    def _idle(self) -> Idle:
        if not self._kinds:
            return Idle.NO_DEMAND
        fits = any(self._cluster.find_gang(shape, ranks) for shape, ranks in self._kinds)
        return Idle.HELD_BACK if fits else Idle.UNSCHEDULABLE


def maximin(wanted: Mapping[str, int], capacity: int) -> dict[str, int]:
    """Divide a capacity so that the least is as much as can be, nobody getting more than wanted."""
    due: dict[str, int] = {}
    left = capacity
    poorest_first = sorted(wanted.items(), key=lambda entry: (entry[1], entry[0]))
    for index, (queue, want) in enumerate(poorest_first):
        due[queue] = min(want, left // (len(poorest_first) - index))
        left -= due[queue]
    return due


def _add(counts: dict[Key, int], key: Key, amount: int) -> None:
    """Add to a count; one that reaches zero is forgotten."""
    total = counts.get(key, 0) + amount
    if total:
        counts[key] = total
    else:
        counts.pop(key, None)
