"""One load, from its first command until all its jobs have ended and the projections have caught up."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from muster.testkit.stack.leader import Leader

from end_to_end.cell import Cell
from end_to_end.generator import LoadGenerator
from end_to_end.jobs import RUN_MS
from end_to_end.latency import Waits, bind_waits
from end_to_end.observer import Observer
from end_to_end.projections import Projections
from end_to_end.schedule import Load

_POLL_S: Final = 0.25
_STALLED_S: Final = 120.0


class Stalled(Exception):
    """No job has ended for too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Measurements of a load.

    Attributes:
        name: Name of the phase.
        rate_per_s: Commands a second; None: all at once.
        jobs: Number of jobs.
        carried_per_s: Jobs from command to end a second; the time that a job runs is not counted.
        latency: Time from when a command was due until the consumer saw the bind.
        hops: The parts of that latency, see latency.HOPS.
        cpu_ms_per_job: CPU time by part of the stack.
        rss_mb: Resident memory at the end, MiB, by part.
        leader_rss_max_mb: Maximum memory of the leader meanwhile, MiB.
        behind: Records that each projection was behind when the last job had ended.
        caught_up_s: Time that each then took to catch up, seconds.
        late_max_ms: Maximum delay of the load generator.
        ends: Jobs by kind of end.
        takeovers: Number of changes of leadership meanwhile: CPU of leader and standby are then mixed.
    """

    name: str
    rate_per_s: int | None
    jobs: int
    carried_per_s: float
    latency: Waits
    hops: Mapping[str, Waits]
    cpu_ms_per_job: Mapping[str, float]
    rss_mb: Mapping[str, float]
    leader_rss_max_mb: float
    behind: Mapping[str, int]
    caught_up_s: Mapping[str, float]
    late_max_ms: float
    ends: Mapping[str, int]
    takeovers: int


class Bench:
    """Runner of phases.

    Args:
        cell: The stack.
        generator: Sends commands.
        observer: Observes the log.
        projections: Positions of projections.
        told: Called with lines about the progress of a phase.
    """

    def __init__(
        self,
        cell: Cell,
        generator: LoadGenerator,
        observer: Observer,
        projections: Projections,
        told: Callable[[str], None],
    ) -> None:
        self._cell = cell
        self._generator = generator
        self._observer = observer
        self._projections = projections
        self._told = told

    def run(self, name: str, load: Load, *, projected: bool = True) -> Outcome:
        """Run one load to its end.

        Args:
            name: Name of the phase.
            load: Commands to send, with their times.
            projected: Whether the projector runs, and is waited for.

        Raises:
            Stalled: no job has ended for two minutes.
            TimeoutError: a projection does not catch up.
        """
        seen = self._observer.seen
        self._generator.prepare(load)
        leader_before = self._cell.leader()
        ends_before, usage_before = seen.ends.copy(), self._cell.usage(leader_before)
        begun_ms = self._generator.begin()
        leader_rss_max = self._until_ended(name, load, leader_before)
        late_max_ms = self._generator.late_max_ms()
        behind, caught_up_s = self._follow() if projected else ({}, {})
        leader = self._cell.leader()
        usage = self._cell.usage(leader)
        latency, hops = bind_waits(seen, {n: begun_ms + 1_000 * load.due_s(n) for n in load.numbers})
        last_ms = max(seen.ended_ms[n] for n in load.numbers)
        return Outcome(
            name=name,
            rate_per_s=load.rate_per_s,
            jobs=load.jobs,
            carried_per_s=1_000 * load.jobs / (last_ms - begun_ms - RUN_MS),
            latency=latency,
            hops=hops,
            cpu_ms_per_job=usage.cpu_ms_per_job(usage_before, load.jobs),
            rss_mb={part: used.rss_bytes / 2**20 for part, used in usage.by_part.items()},
            leader_rss_max_mb=leader_rss_max / 2**20,
            behind=behind,
            caught_up_s=caught_up_s,
            late_max_ms=late_max_ms,
            ends=dict(seen.ends - ends_before),
            takeovers=leader.epoch - leader_before.epoch,
        )

    def _until_ended(self, name: str, load: Load, leader: Leader) -> int:
        """Wait until every job has ended; the most memory of the leader meanwhile, bytes."""
        target, rss_max = load.numbers[-1] + 1, 0
        before, progress_at_s = -1, time.monotonic()
        while (ended := self._observer.ended()) < target:
            rss_max = max(rss_max, self._cell.resident_bytes(leader.name))
            if ended > before:
                before, progress_at_s = ended, time.monotonic()
            elif time.monotonic() - progress_at_s > _STALLED_S:
                raise Stalled(f"{name}: {target - ended} of {load.jobs} jobs have not ended")
            self._told(f"{name}: {load.jobs - (target - ended):,} of {load.jobs:,} jobs have ended")
            time.sleep(_POLL_S)
        return rss_max

    def _follow(self) -> tuple[dict[str, int], dict[str, float]]:
        """How far each projection is behind now, and how long it takes to catch up."""
        end = self._projections.end()
        return self._projections.behind(end), self._projections.caught_up_s(end)
