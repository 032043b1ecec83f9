"""Measured use of nodes as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from muster.events.node_heartbeats import TaskUsage
from muster.submit.core.read_model import JobRow
from muster.submit.core.use import Reported
from muster.submit.edge.answers.times import Time, iso
from pydantic import Field
from typing_extensions import TypedDict


class GpuUse(TypedDict):
    """One GPU of a node; null: not measured."""

    index: int
    healthy: bool
    busy_percent: Annotated[int | None, Field(description="Recent time in which a kernel ran, %.")]
    sm_active_percent: Annotated[
        int | None, Field(description="Recent time in which multiprocessors were active, %, by DCGM.")
    ]
    memory_used_mib: int | None


class RankUse(TypedDict):
    """One rank of a task."""

    rank: int
    gpu_indices: list[int]
    cpu_busy_milli: Annotated[int, Field(description="Thousandths of a core, since the last heartbeat.")]
    memory_used_mib: Annotated[
        int, Field(description="Resident in its processes; shared pages count once for each process.")
    ]


class TaskUse(TypedDict):
    """The ranks of one attempt on one node."""

    job_id: str
    name: str
    user: str
    attempt: int
    gpu_indices: list[int]
    gpu_milli: Annotated[int, Field(description="Thousandths of each of these GPUs.")]
    cpu_busy_milli: Annotated[int, Field(description="Thousandths of a core, since the last heartbeat.")]
    memory_mib: Annotated[int, Field(description="Limit; 0: unlimited.")]
    memory_used_mib: int
    ranks: Annotated[list[RankUse], Field(description="Those measured by themselves.")]


class NodeUse(TypedDict):
    """Use of a node, by its newest heartbeat; null: not measured, as on simulated nodes."""

    node_id: str
    reported_at: Time | None
    gpu_model: str
    gpu_memory_mib: Annotated[int, Field(description="Memory of each GPU; 0: unknown.")]
    gpus: list[GpuUse]
    cpu_milli: Annotated[int, Field(description="CPU for jobs, thousandths of a core.")]
    cpu_busy_milli: Annotated[int | None, Field(description="Used by the whole machine.")]
    memory_mib: Annotated[int, Field(description="Memory for jobs.")]
    memory_used_mib: Annotated[int | None, Field(description="Used by the whole machine.")]
    tasks: Annotated[list[TaskUse], Field(description="Of jobs of the caller's tenant.")]


def node_use_json(reported: Reported, jobs: Mapping[str, JobRow]) -> NodeUse:
    """Convert a node's newest heartbeat.

    Args:
        reported: The heartbeat.
        jobs: Jobs whose tasks are shown, by id.
    """
    beat = reported.beat
    return {
        "node_id": beat.node_id,
        "reported_at": iso(reported.at_ms),
        "gpu_model": beat.gpu_model,
        "gpu_memory_mib": beat.gpu_memory_mib,
        "gpus": [
            {
                "index": gpu.index,
                "healthy": gpu.healthy,
                "busy_percent": gpu.busy_percent,
                "sm_active_percent": gpu.sm_active_percent,
                "memory_used_mib": gpu.memory_used_mib,
            }
            for gpu in reported.gpus
        ],
        "cpu_milli": beat.cpu_milli,
        "cpu_busy_milli": None if beat.usage is None else beat.usage.cpu_busy_milli,
        "memory_mib": beat.memory_mib,
        "memory_used_mib": None if beat.usage is None else beat.usage.memory_used_mib,
        "tasks": [_task_json(task, jobs[task.job_id]) for task in reported.tasks(jobs)],
    }


def _task_json(task: TaskUsage, job: JobRow) -> TaskUse:
    return {
        "job_id": task.job_id,
        "name": job.name or "",
        "user": job.user_name or "",
        "attempt": task.attempt,
        "gpu_indices": list(task.gpu_indices),
        "gpu_milli": task.gpu_milli,
        "cpu_busy_milli": task.cpu_busy_milli,
        "memory_mib": task.memory_mib,
        "memory_used_mib": task.memory_used_mib,
        "ranks": [
            {
                "rank": each.rank,
                "gpu_indices": list(each.gpu_indices),
                "cpu_busy_milli": each.cpu_busy_milli,
                "memory_used_mib": each.memory_used_mib,
            }
            for each in task.ranks
        ],
    }
