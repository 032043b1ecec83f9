"""Shrinks a failing history: fewer faults, rounds, nodes, requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.report import Report
from muster.testkit.simulation.worlds.scheduler import simulate

TRIES_MAX = 120
SEEDS_PER_CHAOS = 8
"""Seeds to try for each chaos: with less chaos a seed draws another history, but one of a few often fails."""


def shrink(failed: Report, run: Callable[[int, Chaos], Report] = simulate) -> Report:
    """Return the report of the smallest failing history found; the original if none is smaller.

    Args:
        failed: With breaches.
        run: Simulates a history.
    """
    tries = TRIES_MAX
    smallest, reductions = failed, failed.chaos.reductions()
    while tries > 0 and (chaos := next(reductions, None)):
        if chaos.size >= smallest.chaos.size:
            continue
        for seed in _seeds(smallest.seed):
            tries -= 1
            report = run(seed, chaos)
            if report.breaches:
                smallest, reductions = report, chaos.reductions()
                break
    return smallest


def _seeds(seed: int) -> Iterator[int]:
    yield seed
    yield from range(1, SEEDS_PER_CHAOS)
