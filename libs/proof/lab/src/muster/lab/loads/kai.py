"""KAI's published scale tests: 500 nodes of 8 GPUs filled, reclaimed, consolidated; a gang of 512 pods.

Source: NVIDIA/KAI-Scheduler (72de64f), test/e2e/scale/kwok_test*.go.
There pods run until they are deleted; here they run for an hour, those to be deleted for a minute, and the
jobs after a filled cluster arrive after two minutes.
"""

from __future__ import annotations

from muster.cluster import GPU_MILLI, NodeCapacity, Shape
from muster.events.queue_commands import QueueSettings, Quota
from muster.lab.loads.load import Load, TraceJob

NODES = 500
NODE_GPUS = 8
GANG_NODES = 512
GANG_GPUS_PER_POD = 2

FREED_PER_NODE = 5
"""Jobs deleted on each full node before consolidation."""

CONSOLIDATED_GANGS, CONSOLIDATED_PODS, CONSOLIDATED_GPUS_PER_POD = 41, 10, 6
"""As many gangs as the freed GPUs could hold, each pod one GPU more than is free on any node."""

MINUTE_MS = 60_000


def kai_fill() -> Load:
    """4,000 jobs of one GPU at once: the whole cluster."""
    return Load("kai-fill", _nodes(NODES), tuple(_single("fill", 0, 60)))


def kai_gang() -> Load:
    """One gang of 512 pods with 2 GPUs each, on as many empty nodes."""
    gang = _gang(0, 0, GANG_NODES, GANG_GPUS_PER_POD)
    return Load("kai-gang", _nodes(GANG_NODES), (gang,))


def kai_reclaim() -> Load:
    """A cluster that one queue has filled, and then as many jobs of another queue."""
    jobs = (*_single("borrower", 0, 60), *_single("owner", 2, 60))
    owner = QueueSettings(guarantee=Quota(gpu_milli=NODES * NODE_GPUS * GPU_MILLI))
    return Load("kai-reclaim", _nodes(NODES), jobs, (("owner", owner),))


def kai_consolidate() -> Load:
    """5 of 8 GPUs free on every node, and gangs whose pods need 6."""
    filling = [
        _job(number, "fill", 0, 1 if number % NODE_GPUS < FREED_PER_NODE else 60)
        for number in range(NODES * NODE_GPUS)
    ]
    gangs = [
        _gang(number, 2, CONSOLIDATED_PODS, CONSOLIDATED_GPUS_PER_POD) for number in range(CONSOLIDATED_GANGS)
    ]
    return Load("kai-consolidate", _nodes(NODES), (*filling, *gangs))


def _nodes(count: int) -> tuple[NodeCapacity, ...]:
    return tuple(
        NodeCapacity(f"kwok-{number:03}", 64_000, 512 * 1024, "H100", NODE_GPUS) for number in range(count)
    )


def _single(queue: str, arrival_min: int, duration_min: int) -> list[TraceJob]:
    return [_job(number, queue, arrival_min, duration_min) for number in range(NODES * NODE_GPUS)]


def _job(number: int, queue: str, arrival_min: int, duration_min: int) -> TraceJob:
    duration_ms = duration_min * MINUTE_MS
    return TraceJob(
        job_id=f"job-{queue}-{number:04}",
        arrival_ms=arrival_min * MINUTE_MS,
        duration_ms=duration_ms,
        limit_ms=duration_ms,
        shape=Shape(1, GPU_MILLI, (), 1_000, 1_024),
        queue=queue,
        project="kai",
    )


def _gang(number: int, arrival_min: int, pods: int, gpus_per_pod: int) -> TraceJob:
    return TraceJob(
        job_id=f"job-gang-{number:04}",
        arrival_ms=arrival_min * MINUTE_MS,
        duration_ms=60 * MINUTE_MS,
        limit_ms=60 * MINUTE_MS,
        shape=Shape(gpus_per_pod, GPU_MILLI, (), gpus_per_pod * 1_000, 1_024),
        ranks=pods,
        queue="gangs",
        project="kai",
    )
