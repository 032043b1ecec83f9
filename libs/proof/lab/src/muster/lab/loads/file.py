"""Loads as files: a node list in openb's format, and a job list in openb's format with more columns.

`name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec` as in traces.py, per rank; then `ranks,tier,queue,user,
project,arrival_ms,duration_ms,limit_ms,checkpoint_ms`. `muster sim generate` writes both.
"""

from __future__ import annotations

import csv
from pathlib import Path

from muster.cluster import NodeCapacity
from muster.events.job_commands import Tier
from muster.lab.loads.load import Load, TraceJob
from muster.lab.loads.traces import NODE_COLUMNS, POD_COLUMNS, TraceError, number, read_pod, rows

TIMES = ("arrival_ms", "duration_ms", "limit_ms", "checkpoint_ms")
TIERS = tuple(tier.value for tier in Tier)
COLUMNS = (*POD_COLUMNS, "gpu_spec", "ranks", "tier", "queue", "user", "project", *TIMES)


def read_load(path: Path, nodes: tuple[NodeCapacity, ...]) -> Load:
    """The jobs of a file.

    Raises:
        TraceError: The file is missing, lacks a column, repeats a job or holds an impossible value.
    """
    jobs: dict[str, TraceJob] = {}
    for where, row in rows(path, COLUMNS):
        times = {name: number(where, row, name) for name in TIMES}
        if times["duration_ms"] < 1 or times["limit_ms"] < times["duration_ms"] or min(times.values()) < 0:
            raise TraceError(f"{where}: times are {times}; allowed: 0.., duration 1.., limit no less than it")
        ranks = number(where, row, "ranks")
        if ranks < 1:
            raise TraceError(f"{where}: ranks is {ranks}; allowed: 1..")
        if row["tier"] not in TIERS:
            raise TraceError(f"{where}: tier is {row['tier']!r}; allowed: {', '.join(TIERS)}")
        if row["name"] in jobs:
            raise TraceError(f"{where}: name {row['name']!r} appears twice; allowed: each job once")
        jobs[row["name"]] = TraceJob(
            job_id=row["name"],
            shape=read_pod(where, row).shape,
            ranks=ranks,
            tier=Tier(row["tier"]),
            queue=row["queue"],
            user=row["user"],
            project=row["project"],
            arrival_ms=times["arrival_ms"],
            duration_ms=times["duration_ms"],
            limit_ms=times["limit_ms"],
            checkpoint_ms=times["checkpoint_ms"],
        )
    ordered = sorted(jobs.values(), key=lambda job: (job.arrival_ms, job.job_id))
    return Load(path.stem, nodes, tuple(ordered))


def write_load(load: Load, jobs_path: Path, nodes_path: Path) -> None:
    """Write both lists.

    Raises:
        TraceError: A file cannot be written.
    """
    jobs = [[str(value) for value in _row(job)] for job in load.jobs]
    nodes = [
        [n.node_id, str(n.cpu_milli), str(n.memory_mib), str(n.gpu_count), n.gpu_model] for n in load.nodes
    ]
    for path, header, lines in ((jobs_path, COLUMNS, jobs), (nodes_path, NODE_COLUMNS, nodes)):
        try:
            with path.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file, lineterminator="\n").writerows([header, *lines])
        except OSError as error:
            raise TraceError(f"{path}: cannot be written: {error}") from error


def _row(job: TraceJob) -> tuple[object, ...]:
    shape = job.shape
    return (
        job.job_id, shape.cpu_milli, shape.memory_mib, shape.gpu_count, shape.gpu_milli,
        "|".join(shape.gpu_models), job.ranks, job.tier.value, job.queue, job.user, job.project,
        job.arrival_ms, job.duration_ms, job.limit_ms, job.checkpoint_ms,
    )  # fmt: skip
