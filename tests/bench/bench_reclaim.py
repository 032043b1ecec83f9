"""A total reclaim, and a total drain: every node is emptied at once, and the store has limited bandwidth.

    python tests/bench/bench_reclaim.py [--nodes 1000] [--notice-s 120] [--store-gb-s 10 100 ...]

The scheduler's own core runs in virtual time. Jobs are training runs with checkpoints of a stated size (10
bytes a parameter: weights in bf16 and 8 bytes of optimizer state, so 700 GB at 70 billion parameters); a node
stores 1 GB/s. Agents are simulated: they send as fast as their stop order says, and a job ends when all of
its save is stored, or after a second if there is no save. Prints, for each bandwidth of the store, the jobs
that could save, the time of the last requeue, and the bandwidth that a total reclaim needs; then the same
for an operator's drain, which has no deadline and where a job stores 1 GB/s (its checkpoint.grace is taken to
be long enough). Exits with 1 if a job whose save fits was late, if a drained job lost work, or if more was
sent at once than the store takes.
"""

from __future__ import annotations

import argparse
import heapq
import sys
import time
from dataclasses import replace
from typing import Any, NamedTuple

from muster.events.job_events import JobRequeued, SaveTooLarge
from muster.events.node_commands import StopTask
from muster.events.operator_commands import ActivatePolicy, DrainNode
from muster.events.scheduler_log import ClockTicked, SequencedInput
from muster.events.task_events import (
    CheckpointSaved,
    NodeReclaimAnnounced,
    ReclaimSource,
    TaskOutcome,
)
from muster.scheduler.core.decide import next_deadline_ms, step
from muster.scheduler.core.state.state import DEFAULT_POLICY, State
from muster.testkit.cores import build

GB = 10**9
GPUS = 8
NODE_GB_S = 1
BYTES_PER_PARAMETER = 10
UNASKED_STOP_MS = 1_000
DRAIN_MS_MAX = 7 * 86_400_000
START_MS = 1_700_000_000_000
HEADINGS = (
    "store GB/s",
    "saved",
    "too large",
    "late",
    "stored TB",
    "last queued again s",
    "peak GB/s",
    "slowest batch ms",
)


class Load(NamedTuple):
    """Jobs of one size: how many, on how many nodes each, with how many billion parameters."""

    jobs: int
    nodes: int
    billions: int

    @property
    def save_bytes(self) -> int:
        """Bytes that each has to save."""
        return self.billions * BYTES_PER_PARAMETER * GB


class Outcome(NamedTuple):
    """Outcome of a total reclaim or drain."""

    jobs: int
    too_large: int
    late: int
    last_requeued_s: float
    stored_bytes: int
    store_peak_gb_s: float
    slowest_batch_ms: float


class Cell:
    """A cell in virtual time, with agents that only end what they are ordered to stop."""

    def __init__(self, store_gb_s: float) -> None:
        self.now_ms = START_MS
        self.state = State()
        self.slowest_ms = 0.0
        self.decided: list[Any] = []
        policy = replace(
            DEFAULT_POLICY,
            node_upload_bytes_per_s=NODE_GB_S * GB,
            store_upload_bytes_per_s=int(store_gb_s * GB),
        )
        self.when(build.elected(), build.founding_queue(), ActivatePolicy(policy=policy, requested_by="op"))

    def when(self, *payloads: Any) -> None:
        """These come in as one batch."""
        first = self.state.seq_next
        inputs = [
            SequencedInput(seq=seq, event_id=f"e{seq}", correlation_id=f"e{seq}", payload=payload)
            for seq, payload in enumerate(payloads, first)
        ]
        began = time.perf_counter()
        self.decided = [each.decision.payload for each in step(self.state, inputs, self.now_ms)]
        self.slowest_ms = max(self.slowest_ms, (time.perf_counter() - began) * 1_000)


def total_reclaim(loads: list[Load], store_gb_s: float, notice_s: int) -> Outcome:
    """Fill a cell, take every node away, and see what is stored in time."""
    cell = Cell(store_gb_s)
    sizes = _fill(cell, loads)
    notices = [
        NodeReclaimAnnounced(
            node_id=node_id, notice_id="aws/1", remaining_ms=notice_s * 1_000, source=ReclaimSource.AWS
        )
        for node_id in cell.state.nodes
    ]
    return _emptied(cell, sizes, notices, cell.now_ms + notice_s * 1_000)


def total_drain(loads: list[Load], store_gb_s: float) -> Outcome:
    """Fill a cell, have an operator drain every node, and see how long it takes."""
    cell = Cell(store_gb_s)
    sizes = _fill(cell, loads)
    drains = [
        DrainNode(node_id=node_id, requested_by="op", reason="the hall moves") for node_id in cell.state.nodes
    ]
    return _emptied(cell, sizes, drains, cell.now_ms + DRAIN_MS_MAX)


def _emptied(cell: Cell, sizes: dict[str, int], notices: list[Any], gone_ms: int) -> Outcome:
    end_ms = gone_ms - cell.state.policy.reclaim_margin_ms
    cell.slowest_ms = 0.0
    begun_ms = cell.now_ms
    cell.when(*notices)
    exits: list[tuple[int, str, str]] = []
    ends: dict[str, int] = {}
    saves: list[tuple[int, int, int]] = []
    too_large, requeued = set[str](), dict[str, int]()
    while True:
        for fact in cell.decided:
            match fact:
                case SaveTooLarge():
                    too_large.add(fact.job_id)
                case StopTask():
                    if fact.job_id not in ends:
                        ends[fact.job_id] = cell.now_ms + UNASKED_STOP_MS
                        if fact.checkpoint_bytes_per_s:
                            size, rate = sizes[fact.job_id], fact.checkpoint_bytes_per_s
                            ends[fact.job_id] = cell.now_ms - (-size * 1_000 // rate)
                            saves.append((cell.now_ms, ends[fact.job_id], size))
                    heapq.heappush(exits, (ends[fact.job_id], fact.node_id, fact.job_id))
                case JobRequeued():
                    requeued[fact.job_id] = cell.now_ms
                case _:
                    pass
        due_ms = next_deadline_ms(cell.state)
        pending = [at_ms for at_ms in (exits[0][0] if exits else None, due_ms) if at_ms is not None]
        if not pending or min(pending) > gone_ms:
            break
        cell.now_ms = max(cell.now_ms, min(pending))
        over = list[Any]()
        while exits and exits[0][0] <= cell.now_ms:
            _, node_id, job_id = heapq.heappop(exits)
            over.append(build.exited(node_id, job_id, outcome=TaskOutcome.STOPPED, exit_code=143))
        cell.when(*(over or [ClockTicked()]))
    late = sum(1 for job_id in sizes if job_id not in too_large and requeued.get(job_id, gone_ms) > end_ms)
    return Outcome(
        jobs=len(sizes),
        too_large=len(too_large),
        late=late,
        last_requeued_s=(max(requeued.values(), default=begun_ms) - begun_ms) / 1_000,
        stored_bytes=sum(size for _, _, size in saves),
        store_peak_gb_s=_peak(saves),
        slowest_batch_ms=cell.slowest_ms,
    )


def _fill(cell: Cell, loads: list[Load]) -> dict[str, int]:
    """Nodes and running jobs with a checkpoint each; returns what each has to save."""
    sizes: dict[str, int] = {}
    nodes = sum(load.jobs * load.nodes for load in loads)
    cell.when(*(build.node(f"n{number:04}", gpus=GPUS) for number in range(nodes)))
    for which, load in enumerate(loads):
        spec = build.job_spec(gpus=GPUS, ranks=load.nodes, checkpoint=True, cpu_milli=1_000)
        names = [f"job-{which}-{number:04}" for number in range(load.jobs)]
        for first in range(0, len(names), 100):
            cell.when(*(build.submit(name, spec) for name in names[first : first + 100]))
            while any(cell.state.jobs[name].attempt is None for name in names[first : first + 100]):
                cell.when(ClockTicked())
        for name in names:
            attempt = cell.state.jobs[name].attempt
            assert attempt is not None
            cell.when(
                *(build.started(node, name, ranks=tuple(task.ranks)) for node, task in attempt.tasks.items())
            )
            cell.when(
                CheckpointSaved(
                    node_id=attempt.master_node_id,
                    job_id=name,
                    attempt=1,
                    rank=0,
                    file="c",
                    uri="s3://b/c",
                    sha256="0" * 64,
                    size_bytes=load.save_bytes,
                )
            )
            sizes[name] = load.save_bytes
    cell.now_ms += 600_000
    return sizes


def _peak(saves: list[tuple[int, int, int]]) -> float:
    """The most that was stored at once, GB/s."""
    changes = [
        change
        for start, end, size in saves
        if end > start
        for change in ((start, size / (end - start)), (end, -size / (end - start)))
    ]
    rate, most = 0.0, 0.0
    for _, change in sorted(changes):
        rate += change
        most = max(most, rate)
    return most * 1_000 / GB


def report(title: str, loads: list[Load], notice_s: int, stores: list[float]) -> bool:
    """Print one case; whether nobody was late whose save fits, and the store was not asked too much."""
    total_gb = sum(load.jobs * load.save_bytes for load in loads) / GB
    nodes = sum(load.jobs * load.nodes for load in loads)
    needed_gb_s = total_gb / (notice_s - DEFAULT_POLICY.reclaim_margin_ms / 1_000)
    print(f"{title}: {nodes:,} nodes x {GPUS} GPUs, notice {notice_s} s")
    for load in loads:
        each = (
            f"{load.billions} billion parameters on {load.nodes} nodes: {load.save_bytes / GB:,.0f} GB each"
        )
        print(f"  {load.jobs:,} jobs of {each}")
    print(f"  to save {total_gb / 1e3:,.2f} TB; a total reclaim needs {needed_gb_s:,.0f} GB/s of the store")
    reclaims = [(store, total_reclaim(loads, store, notice_s)) for store in stores]
    good = all(found.late == 0 and found.store_peak_gb_s <= store * 1.001 for store, found in reclaims)
    _print(reclaims)
    print("  the same nodes drained by an operator, without a deadline:")
    drains = [(store, total_drain(loads, store)) for store in stores]
    _print(drains)
    return good and all(
        found.late == found.too_large == 0 and found.store_peak_gb_s <= store * 1.001
        for store, found in drains
    )


def _print(rows: list[tuple[float, Outcome]]) -> None:
    print("  " + " ".join(f"{name:>{len(name) + 2}}" for name in HEADINGS))
    for store, found in rows:
        shown = (
            f"{store:,.0f}",
            f"{found.jobs - found.too_large:,}",
            f"{found.too_large:,}",
            f"{found.late:,}",
            f"{found.stored_bytes / 1e12:.2f}",
            f"{found.last_requeued_s:.1f}",
            f"{found.store_peak_gb_s:.1f}",
            f"{found.slowest_batch_ms:.0f}",
        )
        row = zip(HEADINGS, shown, strict=True)
        print("  " + " ".join(f"{value:>{len(name) + 2}}" for name, value in row))


def main() -> int:
    """Both cases."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--nodes", type=int, default=1_000, help="of the first case; a multiple of 40")
    parser.add_argument("--notice-s", type=int, default=120)
    parser.add_argument("--store-gb-s", type=float, nargs="+", default=[10, 100, 400, 800])
    asked = parser.parse_args()
    mixed = [Load(asked.nodes * 4 // 5, 1, 7), Load(asked.nodes // 40, 8, 70)]
    good = report("mixed", mixed, asked.notice_s, asked.store_gb_s)
    large = [Load(12, 8, 70), Load(1, 4, 70)]
    good = report("70B", large, asked.notice_s, [10, 40, 80, 100]) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
