"""How fast the scheduler's core decides, with everything but the log: `python
tests/bench/bench_scheduler.py`.

Whole batches through `step`: admission, lines, placement, facts, orders, reasons. CPU time of one process;
nothing is asserted. The curve at the end is the point: what a departure costs must not grow with the number
of waiting jobs.
"""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Any

from muster.events.node_commands import StartTask
from muster.events.scheduler_log import SequencedInput
from muster.scheduler.core.decide import step
from muster.scheduler.core.hashing import StateHash
from muster.scheduler.core.state import State
from muster.testkit import build

NODES = 1_250
BATCH = 200


class Cell:
    """A cell of 10,000 GPUs."""

    def __init__(self) -> None:
        self.state = State()
        self.now_ms = 1_700_000_000_000
        self.running: list[StartTask] = []
        self.take([build.elected(), build.founding_queue()])
        self.take([build.node(f"n{i:05d}", cpu_milli=96_000, port_count=1_000) for i in range(NODES)])

    def take(self, payloads: Iterable[Any]) -> None:
        """One batch."""
        first = self.state.seq_next
        inputs = [
            SequencedInput(seq=seq, event_id=str(seq), correlation_id="c", payload=payload)
            for seq, payload in enumerate(payloads, first)
        ]
        self.now_ms += 5
        for decision, _ in step(self.state, inputs, self.now_ms):
            if isinstance(decision.payload, StartTask):
                self.running.append(decision.payload)

    def submit(self, count: int, **spec: Any) -> float:
        """So many jobs in batches; seconds of CPU."""
        name = self.state.seq_next
        start = process_time()
        for i in range(0, count, BATCH):
            self.take(
                build.submit(f"job-{name}-{j}", build.job_spec(**spec))
                for j in range(i, min(i + BATCH, count))
            )
        return process_time() - start

    def depart(self, count: int) -> float:
        """So many end and others take their places; seconds of CPU."""
        start = process_time()
        for _ in range(0, count, BATCH):
            over, self.running = self.running[:BATCH], self.running[BATCH:]
            self.take(build.exited(task.node_id, task.job_id, task.attempt) for task in over)
        return process_time() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Decisions per second of the scheduler's core, one process.")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    figures = {"submit_to_bind_per_s": 8_000 / Cell().submit(8_000)}
    gang = Cell()
    figures["gang1024_ms"] = 1_000 * gang.submit(1, ranks=1_024)
    for waiting in (1_000, 10_000, 50_000):
        cell = Cell()
        cell.submit(8 * NODES)
        figures[f"queue_{waiting}_per_s"] = waiting / cell.submit(waiting)
        figures[f"depart_with_{waiting}_waiting_per_s"] = 4_000 / cell.depart(4_000)
        start = process_time()
        StateHash().refresh_all(cell.state)
        figures[f"hash_whole_state_{waiting}_ms"] = 1_000 * (process_time() - start)
    for name, figure in figures.items():
        print(f"{name:36}{figure:>12,.0f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
