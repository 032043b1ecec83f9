"""`python -m muster.testkit.simulation SEED [NAME=VALUE ...]` lives through one history and shows it.

`names SEED` does so with a deciding service instead of the scheduler, `chores SEED` with work orders, `plans
SEED` with the preemption service beside the scheduler.
`FIRST..LAST` lives through many and sums them up. Chaos is drawn from the seed; NAME=VALUE sets a field of it
(chaos.py). The exit code is 1 when something broke.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping
from typing import Final

from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.many import live_through, story_of
from muster.testkit.simulation.report import Report
from muster.testkit.simulation.worlds.chores import simulate_chores
from muster.testkit.simulation.worlds.names import simulate_names
from muster.testkit.simulation.worlds.plans import simulate_plans
from muster.testkit.simulation.worlds.scheduler import simulate

WORLDS: Final[Mapping[str, Callable[..., Report]]] = {
    "names": simulate_names,
    "chores": simulate_chores,
    "plans": simulate_plans,
}


def main(seeds: str, *words: str) -> int:
    """The command."""
    logging.disable(logging.CRITICAL)
    run: Callable[..., Report] = simulate
    if seeds in WORLDS:
        run, seeds, words = WORLDS[seeds], words[0], words[1:]
    first, several, last = seeds.partition("..")
    if several:
        return _many(range(int(first), int(last) + 1), run)
    report = run(int(first), Chaos.parsed(Chaos.drawn(int(first)), list(words)))
    for line in (*report.lines, "", *report.breaches, report.command):
        print(line)  # noqa: T201  (a command's output)
    print(f"{report.jobs} jobs, {dict(report.states)}, {report.epochs} leaders, {report.batches} batches")  # noqa: T201
    return 1 if report.breaches else 0


def _many(seeds: range, run: Callable[..., Report]) -> int:
    tally = live_through(seeds, run)
    for what, times in tally.counts.most_common():
        print(f"{times:8,d}  {what}")  # noqa: T201
    print(f"{tally.histories} histories, {tally.jobs} jobs, {tally.cpu_s:.0f} s of CPU")  # noqa: T201
    for failed in tally.failed[:3]:
        print(story_of(failed, run))  # noqa: T201
    return 1 if tally.failed else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
