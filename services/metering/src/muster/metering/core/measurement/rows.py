"""Conversion of measured task usage to rows of tables. PURE."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.events.measurement_events import (
    BusyTime,
    GpuMeasured,
    MeasurementEvent,
    TaskMeasured,
    UsageMeasured,
)
from muster.journal import Delivery
from muster.views.rows import TableRow, Upsert

IDLE_PERCENT: Final = 5
"""Minimum busy time of a used GPU, percent; below it, the GPU was idle."""


def measured_rows(delivery: Delivery[MeasurementEvent]) -> list[TableRow]:
    """Return a row for each task of the node."""
    fact = delivery.envelope.payload
    busy = frozenset(gpu.index for gpu in fact.gpus if _is_busy(gpu))
    return [_row(fact, task, busy) for task in fact.tasks]


def _row(fact: UsageMeasured, task: TaskMeasured, busy: frozenset[int]) -> TableRow:
    key = {
        "job_id": task.job_id,
        "attempt": task.attempt,
        "node_id": fact.node_id,
        "starts_at_ms": fact.starts_at_ms,
    }
    columns = {
        "gpus": list(task.gpu_indices),
        "gpus_busy": [index for index in task.gpu_indices if index in busy],
        "gpu_milli": task.gpu_milli,
        "measured_ms": task.measured_ms,
        **_times("kernel", task.kernel),
        **_times("sm", task.sm_active),
        "cpu_busy_milli": task.cpu_busy_milli,
        "memory_mib": task.memory_mib,
        "memory_used_mib": task.memory_used_mib,
    }
    return Upsert("measured", key, columns)


def _times(name: str, time: BusyTime | None) -> Mapping[str, int | None]:
    return {
        f"{name}_measured_ms": None if time is None else time.measured_ms,
        f"{name}_busy_ms": None if time is None else time.busy_ms,
    }


def _is_busy(gpu: GpuMeasured) -> bool:
    """Whether a GPU was busy: by its multiprocessors if measured, else as the driver reports."""
    time = gpu.sm_active or gpu.kernel
    return time is not None and 100 * time.busy_ms >= IDLE_PERCENT * time.measured_ms
