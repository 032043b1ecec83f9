"""The bench load's decisions in one digest: `python tests/bench/decided.py JOBS`.

Prints what runs, how many decisions were made, their digest in order with their causes, and the state hash.
Half of the jobs that were placed end again: agents' reports and what is learned from them are in it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import bench_scheduler
from muster.compiled.loading import running
from muster.scheduler.core.canonical import canonical
from muster.scheduler.core.decide import step
from muster.scheduler.core.replay.hashing import StateHash


def decided(jobs: int) -> tuple[int, str, str]:
    """Return the number of decisions, their digest, and the state hash after `jobs` jobs."""
    digest = blake2b(digest_size=32)
    decisions = 0

    def recorded(state: Any, inputs: Any, now_ms: int) -> Sequence[Any]:
        nonlocal decisions
        consequences = step(state, inputs, now_ms)
        for consequence in consequences:
            decision, *causes = consequence
            digest.update(canonical([decision.to_datum(), [str(cause) for cause in causes]]))
            decisions += 1
        return consequences

    bench_scheduler.step = recorded
    cell = bench_scheduler.Cell()
    cell.submit(jobs)
    cell.change(min(jobs, len(cell.running)) // 2)
    cell.settle()
    return decisions, digest.hexdigest(), StateHash().refresh_all(cell.state)


if __name__ == "__main__":
    print(running().build, *decided(int(sys.argv[1])))
