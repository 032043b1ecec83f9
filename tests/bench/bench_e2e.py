"""From command to bind, end to end: `make bench-e2e [JSON=FILE] [ARGS="--jobs 5000 --rates 100"]`.

Starts a stack of its own (Kafka, registry, stores; submit, leader, standby, projector; simulated nodes),
sends commands on a schedule that waits for no answer, and follows them as a read-committed consumer with
production's reader settings. Prints a table, stops the stack. Nothing is asserted.

    each rate    a steady load for --seconds. Latency is counted from when the command was due, so a stall
                 counts for every command that it delayed
    burst        --jobs commands at once: what is carried a second, from the first command until the last job
                 has ended, with projections, then without the projector

Jobs are openb's pods, run for a second each by 64 users in the default queue. A phase ends when every job has
ended and every projection has caught up. CPU is that of the stack's processes over the whole phase, idle work
such as heartbeats included, divided by its jobs; the load generator and the consumer are not counted. On a
busy machine trust CPU and hops, not rates.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from end_to_end import figures
from end_to_end.cell import NODES_MAX, cell
from end_to_end.generator import load_generator
from end_to_end.observer import Observer
from end_to_end.phase import Bench, Outcome
from end_to_end.projections import Projections
from end_to_end.schedule import burst, steady

RATES: Final = (100, 300, 500, 1_000)
WARM_RATE: Final = 50
PROGRESS_EVERY_S: Final = 10.0


def main() -> None:
    """Start, measure, stop; print a table, write the figures where asked."""
    options = _options()
    outcomes = list(_run(options))
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    print(figures.table(outcomes))
    if options.json:
        load_1, load_5, _ = os.getloadavg()
        machine = {"cores": os.cpu_count(), "load_1_min": load_1, "load_5_min": load_5}
        options.json.write_text(json.dumps(figures.document(outcomes, machine), indent=2) + "\n")


def _run(options: argparse.Namespace) -> Iterator[Outcome]:
    """Every phase in turn."""
    tell = _Progress()
    tell(f"starting a stack with {options.nodes} simulated nodes")
    with ExitStack() as kept:
        running = kept.enter_context(cell(options.nodes, options.logs))
        endpoints = running.endpoints
        generator = kept.enter_context(
            load_generator(endpoints.kafka_bootstrap, endpoints.schema_registry_url, running.home.root)
        )
        observer = kept.enter_context(closing(Observer(endpoints.kafka_bootstrap)))
        projections = kept.enter_context(closing(Projections(endpoints)))
        bench = Bench(running, generator, observer, projections, tell)
        first = 0
        if options.warm:
            bench.run("warming up", load := steady(first, WARM_RATE, options.warm))
            first += load.jobs
        for rate in options.rates:
            yield bench.run(f"{rate}/s", load := steady(first, rate, options.seconds))
            first += load.jobs
        if options.jobs:
            yield bench.run(figures.SATURATED, burst(first, options.jobs))
            running.stop_projector()
            yield bench.run(
                figures.SATURATED_ALONE, burst(first + options.jobs, options.jobs), projected=False
            )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument(
        "--rates",
        type=_rates,
        default=RATES,
        metavar="N,N",
        help=f"commands a second of the steady loads, '' for none (default {','.join(map(str, RATES))})",
    )
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each lasts (default 30)")
    parser.add_argument(
        "--jobs", type=int, default=20_000, help="jobs of each burst, 0 for none (default 20000)"
    )
    parser.add_argument(
        "--nodes",
        type=int,
        default=NODES_MAX,
        help=f"simulated nodes, 1 to {NODES_MAX} (default {NODES_MAX}); with few, jobs wait for room",
    )
    parser.add_argument(
        "--warm",
        type=float,
        default=20.0,
        help=f"seconds at {WARM_RATE}/s before the first phase (default 20)",
    )
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="keep the processes' logs here")
    options = parser.parse_args()
    if not 1 <= options.nodes <= NODES_MAX:
        parser.error(f"--nodes is {options.nodes}; must be 1 to {NODES_MAX}")
    return options


def _rates(text: str) -> Sequence[int]:
    """The rates of a list.

    Raises:
        argparse.ArgumentTypeError: one is not a whole number from 1.
    """
    rates = [part.strip() for part in text.split(",") if part.strip()]
    if bad := [rate for rate in rates if not (rate.isascii() and rate.isdigit() and int(rate))]:
        raise argparse.ArgumentTypeError(f"rate {bad[0]!r}; allowed: whole numbers from 1, as in 100,300")
    return [int(rate) for rate in rates]


class _Progress:
    """How far the run has come, on stderr: a line that moves on a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._told_at_s = -PROGRESS_EVERY_S

    def __call__(self, line: str) -> None:
        """Show this line."""
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\033[K{line}")
        elif time.monotonic() - self._told_at_s >= PROGRESS_EVERY_S:
            self._told_at_s = time.monotonic()
            sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


if __name__ == "__main__":
    main()
