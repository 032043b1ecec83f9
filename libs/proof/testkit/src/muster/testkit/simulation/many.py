"""Seeds side by side: as many histories as there are, in as many processes as there are cores."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import repeat
from multiprocessing import get_context
from time import process_time

from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.report import Report
from muster.testkit.simulation.shrink import shrink
from muster.testkit.simulation.worlds.scheduler import simulate

SEEDS_PER_TASK = 10
_NICENESS = 10


@dataclass(slots=True)
class Tally:
    """Sums over many histories.

    Attributes:
        histories: Number of histories.
        jobs: Submitted in all of them.
        cpu_s: Spent by all processes, seconds.
        counts: Number of events of each kind.
        failed: Histories with breaches.
    """

    histories: int = 0
    jobs: int = 0
    cpu_s: float = 0.0
    counts: Counter[str] = field(default_factory=Counter[str])
    failed: list[Report] = field(default_factory=list[Report])

    def add(self, report: Report) -> None:
        """Add one history."""
        self.histories += 1
        self.jobs += report.jobs
        self.counts.update(report.counts)
        if report.breaches:
            self.failed.append(report)

    def add_all(self, reports: Iterable[Report], cpu_s: float) -> None:
        """Add histories and their CPU time."""
        self.cpu_s += cpu_s
        for report in reports:
            self.add(report)


def live_through(
    seeds: Sequence[int], run: Callable[[int], Report] = simulate, processes: int | None = None
) -> Tally:
    """Live through the history of every seed, each with the chaos drawn from it.

    Args:
        seeds: Their seeds; a few run in this process, because starting another takes longer.
        run: Simulates one; a function at module level.
        processes: Number at a time; default: the number of cores.
    """
    tally = Tally()
    if len(seeds) <= SEEDS_PER_TASK:
        with _quiet():
            tally.add_all(*_live_through(seeds, run))
        return tally
    chunks = [seeds[start : start + SEEDS_PER_TASK] for start in range(0, len(seeds), SEEDS_PER_TASK)]
    with ProcessPoolExecutor(processes or os.cpu_count(), get_context("spawn"), _be_modest) as pool:
        for reports, cpu_s in pool.map(_live_through, chunks, repeat(run)):
            tally.add_all(reports, cpu_s)
    return tally


def story_of(failed: Report, run: Callable[[int, Chaos], Report] = simulate) -> str:
    """Describe a failure: the breaches, how to repeat it, and the smallest history that also fails."""
    smallest = shrink(failed, run)
    return "\n".join(
        [
            f"SEED={failed.seed}: {len(failed.breaches)} breaches. Repeat with",
            f"  {failed.command}",
            *failed.breaches[:5],
            "",
            f"The smallest history found that breaks something: {smallest.command}",
            *smallest.lines[-40:],
            *smallest.breaches[:5],
        ]
    )


def _live_through(seeds: Iterable[int], run: Callable[[int], Report]) -> tuple[list[Report], float]:
    begun_s = process_time()
    return [run(seed) for seed in seeds], process_time() - begun_s


@contextmanager
def _quiet() -> Generator[None]:
    before = logging.root.manager.disable
    _be_quiet()
    try:
        yield
    finally:
        logging.disable(before)


def _be_modest() -> None:
    """Lower this process's priority and silence it, so that interactive work comes first."""
    os.nice(_NICENESS)
    _be_quiet()


def _be_quiet() -> None:
    """Silence logging: messages about injected faults are of no interest."""
    logging.disable(logging.CRITICAL)
