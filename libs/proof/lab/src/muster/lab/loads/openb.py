"""The openb load: pods with the times they were created, scheduled and deleted.

A pod runs from its scheduling to its deletion; a pod that was never scheduled has no duration and is left
out. Its service class is both its queue and its tier. The list has no limits, users or projects.
"""

from __future__ import annotations

from pathlib import Path

from muster.cluster import NodeCapacity
from muster.events.job_commands import Tier
from muster.lab.loads.load import Load, TraceJob
from muster.lab.loads.traces import number, read_pod, rows

COLUMNS = ("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "qos", "creation_time")
DURATION_MIN_MS = 1_000

TIER_OF_QOS = {
    "LS": Tier.PRODUCTION_INFERENCE,
    "Guaranteed": Tier.PREMIUM_TRAINING,
    "Burstable": Tier.STANDARD_TRAINING,
    "BE": Tier.BATCH_INFERENCE,
}
"""Latency-sensitive, guaranteed, burstable, best effort."""


def read_openb(path: Path, nodes: tuple[NodeCapacity, ...]) -> Load:
    """The pods of a list with times, as jobs of one rank.

    Raises:
        TraceError: The file is missing, lacks a column or holds an impossible value.
    """
    jobs: list[TraceJob] = []
    for where, row in rows(path, (*COLUMNS, "deletion_time", "scheduled_time")):
        if row["scheduled_time"]:
            ran_s = number(where, row, "deletion_time") - number(where, row, "scheduled_time")
            duration_ms = max(DURATION_MIN_MS, ran_s * 1_000)
            qos = row["qos"]
            jobs.append(
                TraceJob(
                    job_id=f"job-{row['name']}",
                    arrival_ms=number(where, row, "creation_time") * 1_000,
                    duration_ms=duration_ms,
                    limit_ms=duration_ms,
                    shape=read_pod(where, row).shape,
                    tier=TIER_OF_QOS.get(qos, Tier.STANDARD_TRAINING),
                    queue=qos.lower() or "default",
                )
            )
    return Load("openb", nodes, tuple(sorted(jobs, key=lambda job: (job.arrival_ms, job.job_id))))
