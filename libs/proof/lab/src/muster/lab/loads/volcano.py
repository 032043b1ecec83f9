"""Volcano's published load: 10,000 pods in gangs of 1, 20, 500 or 10,000, all at once.

Source: volcano-sh/volcano (ed72c7c), docs/user-guide/how_to_tune_volcano_performance.md, and the templates in
benchmark/: a pod requests 1 CPU and 1 GiB, a node has 32 CPUs and 256 GiB. There are as many nodes as the
pods need, and each pod runs for a minute.
"""

from __future__ import annotations

from muster.cluster import NodeCapacity, Shape
from muster.lab.loads.load import Load, TraceJob

PODS = 10_000
NODE_CPUS = 32
NODES = 313
RUN_MS = 60_000


def volcano(jobs: int) -> Load:
    """A load of this number of gangs of equal size, 10,000 pods in all."""
    pods = PODS // jobs
    return Load(
        f"volcano-{jobs}x{pods}",
        tuple(
            NodeCapacity(f"kwok-{number:03}", NODE_CPUS * 1_000, 256 * 1_024, "", 0)
            for number in range(NODES)
        ),
        tuple(
            TraceJob(
                job_id=f"job-gang-{number:05}",
                arrival_ms=0,
                duration_ms=RUN_MS,
                limit_ms=RUN_MS,
                shape=Shape(0, 0, (), 1_000, 1_024),
                ranks=pods,
                project="volcano",
            )
            for number in range(jobs)
        ),
    )
