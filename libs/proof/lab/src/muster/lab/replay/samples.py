"""Samples of the cluster at even steps of virtual time, and why its free part is idle.

The free part is idle for one of three reasons:

    unschedulable   jobs wait, and none of them fits into what is free
    held back       jobs wait and one of them would fit, but the policy does not start it
    no demand       no job waits

The used part and these three add up to the whole cluster. The first is fragmentation: the free resources are
too few or in the wrong places. A queue's fair share is its part in a max-min division of the cluster at that
moment: queues that ask for less than an even share get all they ask, the others divide the rest evenly.
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
"""Number of samples over the least time that the load takes."""


class Idle(StrEnum):
    """Why resources are idle."""

    UNSCHEDULABLE = "unschedulable"
    HELD_BACK = "held_back"
    NO_DEMAND = "no_demand"


@dataclass(frozen=True, slots=True)
class Sample:
    """The cluster at a moment. Amounts are thousandths of the measured resource (load.Measure).

    Attributes:
        at_ms: Time, milliseconds.
        times: Number of steps without a change.
        used_milli: Amount held by runs.
        idle: Why the rest is idle.
        waiting: Number of waiting jobs.
        had_milli: Amount held, by queue; queues without jobs are left out.
        due_milli: Fair share, by the same queues.
    """

    at_ms: int
    times: int
    used_milli: int
    idle: Idle
    waiting: int
    had_milli: Mapping[str, int]
    due_milli: Mapping[str, int]


class Sampler:
    """Counts waiting and running jobs, and takes the samples.

    Args:
        load: The load.
        cluster: The replay's cluster; only read.

    Attributes:
        waiting: Number of waiting jobs.
        step_ms: Time between samples, milliseconds.
        samples: Samples so far.
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
        """Count a job as waiting from now on."""
        self.waiting += 1
        _add(self._wanted, job.queue, self._measure.of(job))
        _add(self._kinds, (job.shape, job.ranks), 1)

    def wait_no_more(self, job: TraceJob) -> None:
        """Count a job as no longer waiting."""
        self.waiting -= 1
        _add(self._wanted, job.queue, -self._measure.of(job))
        _add(self._kinds, (job.shape, job.ranks), -1)

    def hold(self, job: TraceJob) -> None:
        """Count a job as running from now on."""
        milli = self._measure.of(job)
        self._used_milli += milli
        _add(self._had, job.queue, milli)
        _add(self._wanted, job.queue, milli)

    def release(self, job: TraceJob) -> None:
        """Count a run as over."""
        milli = self._measure.of(job)
        self._used_milli -= milli
        _add(self._had, job.queue, -milli)
        _add(self._wanted, job.queue, -milli)

    def advance(self, to_ms: int) -> None:
        """Advance the time; nothing changes until then."""
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
    """Divide a capacity max-min fairly: each gets at most what it wants, and the smallest part is largest."""
    due: dict[str, int] = {}
    left = capacity
    poorest_first = sorted(wanted.items(), key=lambda entry: (entry[1], entry[0]))
    for index, (queue, want) in enumerate(poorest_first):
        due[queue] = min(want, left // (len(poorest_first) - index))
        left -= due[queue]
    return due


def _add(counts: dict[Key, int], key: Key, amount: int) -> None:
    """Add to a count; a count of zero is removed."""
    total = counts.get(key, 0) + amount
    if total:
        counts[key] = total
    else:
        counts.pop(key, None)
