"""The Philly load: 15 virtual clusters as Gavel prepared them (data/philly/README.md says what is synthetic).

Each virtual cluster is a queue. A job of up to 8 GPUs is one rank on one node; a larger one has a rank of up
to 8 GPUs on each of its nodes. The traces have no CPU and memory; each GPU gets an equal part of its node's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from muster.cluster import GPU_MILLI, NodeCapacity, Shape
from muster.lab.loads.generator import Generator
from muster.lab.loads.load import Load, TraceJob
from muster.lab.loads.traces import TraceError, lines_of

NODE_GPUS = 8
CPU_MILLI_PER_GPU = 6_000
MEMORY_MIB_PER_GPU = 48 * 1_024
GPU_MODELS = ("V100", "P100", "K80")
"""In the order of cluster_specs.json."""

THROUGHPUT_MODEL = "v100"
DURATION_MIN_MS = 1_000

DurationOf = Callable[[str, int, float], int]
"""Duration in milliseconds of a job of this type, with this number of GPUs and steps."""


def read_philly(folder: Path, drawn_by: Generator | None) -> Load:
    """All traces of a folder as one load.

    Args:
        folder: With `*.trace` or `*.trace.gz`, cluster_specs.json and the files of durations.
        drawn_by: Draws durations from the real run times; None: they follow from steps and throughput.

    Raises:
        TraceError: A file is missing or malformed.
    """
    duration_of = _by_steps(folder) if drawn_by is None else _drawn(folder, drawn_by)
    traces = sorted(folder.glob("*.trace*"))
    if not traces:
        raise TraceError(f"{folder}: holds no *.trace or *.trace.gz; allowed: at least one")
    jobs = [job for trace in traces for job in _read_trace(trace, duration_of)]
    return Load("philly", _nodes(folder), tuple(sorted(jobs, key=lambda job: (job.arrival_ms, job.job_id))))


def read_run_times_ms(folder: Path) -> list[int]:
    """The real run times, in the order of the file: ascending.

    Raises:
        TraceError: The file is missing or malformed.
    """
    path = folder / "philly_runtime.csv.gz"
    try:
        return [round(float(line) * 1_000) for line in lines_of(path)[1:]]
    except ValueError as error:
        raise TraceError(f"{path}: {error}; allowed: seconds, one number a line") from error


def _read_trace(path: Path, duration_of: DurationOf) -> list[TraceJob]:
    queue = path.name.partition(".")[0]
    jobs: list[TraceJob] = []
    for line_number, line in enumerate(lines_of(path), 1):
        try:
            job_type, _, _, _, steps, arrival_s, gpus = line.split("\t")
            jobs.append(
                TraceJob(
                    job_id=f"job-{queue}-{line_number:04}",
                    arrival_ms=round(float(arrival_s) * 1_000),
                    duration_ms=(duration_ms := duration_of(job_type, int(gpus), float(steps))),
                    limit_ms=duration_ms,
                    ranks=-(-int(gpus) // NODE_GPUS),
                    shape=_shape(int(gpus)),
                    queue=queue,
                    user=queue,
                    project=job_type.partition(" ")[0].lower(),
                )
            )
        except ValueError as error:
            raise TraceError(f"{path}:{line_number}: {error}; allowed: 7 tab-separated fields") from error
    return jobs


def _shape(gpus: int) -> Shape:
    """One rank of a job with this number of GPUs, spread evenly over the fewest nodes that hold them."""
    nodes = -(-gpus // NODE_GPUS)
    per_rank = -(-gpus // nodes)
    return Shape(per_rank, GPU_MILLI, (), per_rank * CPU_MILLI_PER_GPU, per_rank * MEMORY_MIB_PER_GPU)


def _nodes(folder: Path) -> tuple[NodeCapacity, ...]:
    """The cluster: its GPUs in nodes of 8, the rest in a smaller one."""
    spec = _json(folder / "cluster_specs.json")["philly"][0]
    nodes: list[NodeCapacity] = []
    for model, count in zip(GPU_MODELS, map(int, spec.split(":")), strict=True):
        for first in range(0, count, NODE_GPUS):
            gpus = min(NODE_GPUS, count - first)
            node_id = f"{model.lower()}-{first // NODE_GPUS:03}"
            cpu_milli, memory_mib = gpus * CPU_MILLI_PER_GPU, gpus * MEMORY_MIB_PER_GPU
            nodes.append(NodeCapacity(node_id, cpu_milli, memory_mib, model, gpus))
    return tuple(nodes)


def _by_steps(folder: Path) -> DurationOf:
    """Steps over throughput; an unknown throughput is scaled from the next smaller GPU count known."""
    alone: Mapping[str, Any] = _json(folder / "simulation_throughputs.json.gz")[THROUGHPUT_MODEL]

    def duration_ms(job_type: str, gpus: int, steps: float) -> int:
        for known in range(gpus, 0, -1):
            per_s = alone.get(str((job_type, known)), {}).get("null")
            if per_s:
                return max(DURATION_MIN_MS, round(steps / (per_s * gpus / known) * 1_000))
        raise ValueError(f"job_type is {job_type!r}, which has no throughput")

    return duration_ms


def _drawn(folder: Path, generator: Generator) -> DurationOf:
    """Real run times, drawn with replacement, independent of the job."""
    run_times_ms = read_run_times_ms(folder)

    def duration_ms(job_type: str, gpus: int, steps: float) -> int:
        del job_type, gpus, steps
        return max(DURATION_MIN_MS, run_times_ms[generator.randrange(len(run_times_ms))])

    return duration_ms


def _json(path: Path) -> Any:
    try:
        return json.loads("\n".join(lines_of(path)))
    except json.JSONDecodeError as error:
        raise TraceError(f"{path}: cannot be read: {error}") from error
