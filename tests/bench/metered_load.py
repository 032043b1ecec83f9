"""Input of metering in a busy cell: jobs that arrive, hold GPUs for a while, and end. All randomness comes
from a seed, and nothing from the scheduler: what matters is the number of facts, not their contents.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random
from typing import Any

from muster.events.job_commands import JobSpec
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    GangBound,
    JobQueued,
    JobSucceeded,
    RankPlacement,
    RankShape,
)
from muster.events.metering_commands import ActivateRates, Rate, RateCard
from muster.events.node_commands import Sharing
from muster.testkit.cores import build

BEGIN_MS = 1_790_812_800_000
DAY_MS = 86_400_000
NODE_GPUS = 8
MODELS = ("H100", "A100")
TEAMS, PROJECTS, PEOPLE = 12, 40, 60
HELD_MS = (600_000, 14_400_000)
"""Jobs hold their GPUs between ten minutes and four hours."""

CARD = RateCard(
    name="bench",
    currency="USD",
    default_gpu_hour_micros=2_000_000,
    rates=(
        Rate(gpu_model="H100", commitment="", spot=False, gpu_hour_micros=4_100_000),
        Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_500_000),
    ),
    tier_percent={"BATCH_INFERENCE": 60},
)


def facts_over(days: int, jobs_a_day: int, nodes: int, seed: int = 42) -> Iterator[tuple[int, Any]]:
    """Yield times, milliseconds since 1970 UTC, and facts of `job-events`; a rate card comes first.

    Args:
        days: Number of days.
        jobs_a_day: Number of jobs that arrive each day.
        nodes: Nodes of eight GPUs; a job that finds none free waits for the next that ends.
        seed: Seed of sizes and times.
    """
    drawn = Random(seed)
    specs = _specs(drawn)
    yield BEGIN_MS, ActivateRates(card=CARD, starts_at_ms=BEGIN_MS, requested_by="bench")
    free = {f"node-{n:04}": list(range(NODE_GPUS)) for n in range(nodes)}
    for n, node_id in enumerate(free):
        yield BEGIN_MS, build.node(node_id, gpus=NODE_GPUS, model=MODELS[n % len(MODELS)])
    ends: list[tuple[int, str, str, tuple[int, ...]]] = []
    names = list(free)
    for n in range(days * jobs_a_day):
        at_ms = BEGIN_MS + n * DAY_MS // jobs_a_day
        while ends and ends[0][0] <= at_ms:
            yield from _ended(free, *heappop(ends))
        job_id, gpus = f"job-{n:08}", drawn.choice((1, 1, 1, 1, 2, 2, 4, 8))
        yield at_ms, JobQueued(job_id=job_id, tenant="acme", spec=specs[n % len(specs)])
        node_id = _found(free, names, gpus, n)
        if node_id is None:
            continue  # it waits for longer than this lasts
        held = tuple(free[node_id][:gpus])
        del free[node_id][:gpus]
        yield at_ms, _bound(job_id, node_id, held)
        heappush(ends, (at_ms + drawn.randint(*HELD_MS), job_id, node_id, held))


def _specs(drawn: Random) -> list[JobSpec]:
    return [
        build.job_spec(
            gpus=1,
            queue=f"queue-{n % TEAMS}",
            team=f"team-{n % TEAMS}",
            project=f"project-{drawn.randrange(PROJECTS)}",
            user=f"user-{drawn.randrange(PEOPLE)}",
        )
        for n in range(500)
    ]


def _found(free: dict[str, list[int]], names: list[str], gpus: int, n: int) -> str | None:
    count = len(names)
    return next(
        (names[(n + at) % count] for at in range(count) if len(free[names[(n + at) % count]]) >= gpus), None
    )


def _ended(
    free: dict[str, list[int]], at_ms: int, job_id: str, node_id: str, held: tuple[int, ...]
) -> Iterator[tuple[int, Any]]:
    free[node_id] += held
    outcome = AttemptOutcome.SUCCEEDED
    yield at_ms, AttemptEnded(job_id=job_id, attempt=1, outcome=outcome, exit_code=0, ran_ms=1)
    yield at_ms, JobSucceeded(job_id=job_id, attempt=1)


def _bound(job_id: str, node_id: str, gpus: tuple[int, ...]) -> GangBound:
    place = RankPlacement(
        rank=0, node_id=node_id, gpu_indices=gpus, gpu_milli=1_000, sharing=Sharing.EXCLUSIVE
    )
    return GangBound(
        job_id=job_id,
        attempt=1,
        placements=(place,),
        master_address="",
        master_port=0,
        waited_ms=0,
        tenant="acme",
        queue="",
        each=RankShape(cpu_milli=1, memory_mib=1),
    )
