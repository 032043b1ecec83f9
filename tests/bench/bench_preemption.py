"""How fast the preemption planner is on 12,500 nodes, and how far from the bound.

12,500 nodes of 8 GPUs in leaves of 32, full: jobs of 1 to 64 GPUs, drawn with a seed, two thirds of them in a
queue that borrows, checkpoints of different ages. A production job of 64, then of 512 GPUs asks for room,
anywhere, then within one leaf. CPU time, the median of RUNS; nothing is asserted.

With --end-to-end, on a stack of its own: simulated nodes full of jobs that borrow, and one job after another
that is due a GPU. A read-committed consumer takes the time from its request to the orders to its victims.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from end_to_end import victims
from muster.cluster import GPU_MILLI
from muster.events.job_commands import Strictness, Tier, Topology, TopologyLevel
from muster.events.job_events import (
    CheckpointRecorded,
    GangBound,
    JobQueued,
    Payload,
    PreemptionCause,
    QueueCreated,
    RankPlacement,
    RankShape,
)
from muster.events.node_commands import Sharing
from muster.events.preemption_commands import PreemptionPolicy
from muster.events.queue_commands import QueueSettings, Quota
from muster.preemption.core.history import History, Terms
from muster.preemption.core.planner import Plan, plan_for
from muster.preemption.core.world import World
from muster.testkit.cores import build

NODES = 12_500
GPUS = 8
LEAF_NODES = 32
RUNS = 5
SEED = 11
NOW_MS = 1_800_000_000_000
MINUTE_MS = 60_000
SIZES = ((1, 1),) * 6 + ((2, 1),) * 4 + ((4, 1),) * 3 + ((8, 1),) * 4 + ((8, 2),) * 2 + ((8, 4), (8, 8))
"""(GPUs a rank, ranks), as often as drawn."""
CELLS = {"jobs of 1 to 64 GPUs": SIZES, "jobs of 1 to 4 GPUs": SIZES[:13]}
TIERS = (
    (Tier.STANDARD_TRAINING,) * 5 + (Tier.BATCH_INFERENCE,) * 2 + (Tier.INTERACTIVE, Tier.PREMIUM_TRAINING)
)
POLICY = PreemptionPolicy(
    name="bench", gain_percent_min=0, evictions_per_queue_hour_max=10_000, evictions_per_user_hour_max=10_000
)


class Case(NamedTuple):
    """A request: GPUs of the job, whether it must lie in one leaf, and the GPUs of one rank."""

    gpus: int
    leaf: bool = False
    rank_gpus: int = GPUS


CASES = {
    "64 GPUs": Case(64),
    "64 GPUs in one leaf": Case(64, leaf=True),
    "64 GPUs, ranks of 2": Case(64, rank_gpus=2),
    "512 GPUs": Case(512),
}


def main() -> None:
    """Print a table; write the figures where asked."""
    parser = argparse.ArgumentParser(description="Plans on 12,500 nodes.")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--end-to-end", action="store_true", help="on the real stack")
    parser.add_argument("--nodes", type=int, default=100, help="of the real stack (default 100)")
    parser.add_argument("--asks", type=int, default=200, help="jobs that ask there (default 200)")
    options = parser.parse_args()
    figures = dict[str, float]()
    if options.end_to_end:
        figures = victims.measured(options.nodes, options.asks)
        print("\n".join(f"{name:32}{figure:8.0f}" for name, figure in figures.items()))
    else:
        for name, sizes in CELLS.items():
            figures |= measured(name, large_world(sizes))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


def measured(cell: str, world: World) -> dict[str, float]:
    """CPU milliseconds for each case on one cell; prints a table."""
    figures = dict[str, float]()
    print(f"\n{cell}: {NODES:,} nodes, {len(world.runs):,} running jobs")
    print(f"{'plan, median of ' + str(RUNS):28}{'CPU ms':>8}{'victims':>9}{'above the bound':>17}")
    for name, case in CASES.items():
        times, plan = list[float](), None
        for _ in range(RUNS):
            begun = process_time()
            plan = planned(world, case)
            times.append((process_time() - begun) * 1000)
        assert isinstance(plan, Plan), plan
        gap = plan.cost_gpu_ms / plan.cost_gpu_ms_min - 1 if plan.cost_gpu_ms_min else float("nan")
        figures[f"{cell}: {name}"] = median(times)
        print(f"{name:28}{median(times):8.1f}{len(plan.yields):9}{gap:17.1%}")
    return figures


def planned(world: World, case: Case) -> object:
    """A plan for a production job of this size."""
    job_id = f"job-asks-{case.gpus}-{case.leaf}-{case.rank_gpus}"
    if job_id not in world.queues.jobs:
        topology = Topology(within=TopologyLevel.LEAF, strictness=Strictness.REQUIRED) if case.leaf else None
        spec = build.job_spec(
            gpus=case.rank_gpus,
            ranks=case.gpus // case.rank_gpus,
            tier=Tier.PRODUCTION_INFERENCE,
            queue="owner",
            topology=topology,
        )
        world.apply(JobQueued(job_id=job_id, tenant="acme", spec=spec), NOW_MS, world.seq + 1)
    terms = Terms(POLICY, History(), NOW_MS)
    return plan_for(world, world.queues.job(job_id), PreemptionCause.TIER, terms)


def large_world(sizes: Sequence[tuple[int, int]], nodes: int = NODES) -> World:
    """A full cell with jobs of these sizes."""
    world = World()
    for seq, (fact, at_ms) in enumerate(_facts(Random(SEED), sizes, nodes)):
        world.apply(fact, at_ms, seq)
    return world


def _facts(random: Random, sizes: Sequence[tuple[int, int]], nodes: int) -> Iterator[tuple[Payload, int]]:
    begun_ms = NOW_MS - 600 * MINUTE_MS
    half = Quota(gpu_milli=nodes * GPUS * GPU_MILLI // 2)
    for name, guarantee in (("owner", half), ("borrower", Quota(gpu_milli=GPU_MILLI))):
        settings = QueueSettings(guarantee=guarantee)
        created = QueueCreated(
            queue=name, tenant="acme", description="", requested_by="op", settings=settings
        )
        yield created, begun_ms
    for i in range(nodes):
        yield build.node(f"n{i:05}", gpus=GPUS, leaf=f"l{i // LEAF_NODES:03}"), begun_ms
    node, used, number = 0, 0, 0
    while node < nodes:
        gpus, ranks = random.choice(sizes)
        if used + gpus > GPUS or (ranks > 1 and used):
            gpus, ranks = min(gpus, GPUS - used), 1
        ranks = min(ranks, nodes - node) if ranks > 1 else 1
        yield from _running(random, f"job-{number:06}", (node, used), (gpus, ranks))
        number += 1
        used += gpus
        if used >= GPUS:
            node, used = node + ranks, 0


def _running(
    random: Random, job_id: str, first: tuple[int, int], size: tuple[int, int]
) -> Iterator[tuple[Payload, int]]:
    (node, used), (gpus, ranks) = first, size
    queue = random.choice(("owner", "borrower", "borrower"))
    spec = build.job_spec(gpus=gpus, ranks=ranks, tier=random.choice(TIERS), queue=queue, checkpoint=True)
    bound_at_ms = NOW_MS - random.randint(10, 500) * MINUTE_MS
    yield JobQueued(job_id=job_id, tenant="acme", spec=spec), bound_at_ms
    places = tuple(
        RankPlacement(
            rank=rank,
            node_id=f"n{node + rank:05}",
            gpu_indices=tuple(range(used, used + gpus)),
            gpu_milli=GPU_MILLI,
            sharing=Sharing.EXCLUSIVE,
        )
        for rank in range(ranks)
    )
    yield (
        GangBound(
            job_id=job_id,
            attempt=1,
            placements=places,
            master_address="a",
            master_port=1,
            waited_ms=0,
            tenant="acme",
            queue=queue,
            each=RankShape(cpu_milli=1_000, memory_mib=1_024),
        ),
        bound_at_ms,
    )
    if random.random() < 0.7:
        saved = CheckpointRecorded(
            job_id=job_id, attempt=1, rank=0, file="c", uri="s3://c", sha256="0", size_bytes=1
        )
        yield saved, max(bound_at_ms, NOW_MS - random.randint(0, 60) * MINUTE_MS)


if __name__ == "__main__":
    main()
