"""8,152 real pods as submissions with compressed times. Pure.

The pods are those of Alibaba's GPU cluster trace v2023 (data/openb, Apache-2.0). What is kept of each: what
it asked, its service class, how it ended, the order and the bursts in which pods came. What is compressed:
- silence: a gap between two arrivals counts at most GAP_MAX_S (99 % of the pods came in the last quarter);
- arrivals: then all of it is scaled to the length of the stream;
- durations: nobody leaves before the last has come, so that the cluster fills up as in the published
  experiments (FGD, ATC'23, section 6); then each runs on TAIL_S for every power of ten of its real seconds.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, Final

GAP_MAX_S: Final = 600
TAIL_S: Final = 6.0

_TIERS: Final = {
    "LS": "production-inference",
    "Guaranteed": "premium-training",
    "Burstable": "standard-training",
    "BE": "batch-inference",
}
"""The trace's service classes (latency-sensitive, guaranteed, burstable, best effort) as our tiers."""

_QUEUES: Final = {"LS": "serving", "Guaranteed": "training", "Burstable": "training", "BE": "batch"}
"""And as queues (examples/openb_queues.yaml)."""


@dataclass(frozen=True, slots=True)
class Pod:
    """One line of a pod list. Times in seconds of the trace."""

    name: str
    cpu_milli: int
    memory_mib: int
    gpu_count: int
    gpu_milli: int
    gpu_models: tuple[str, ...]
    qos: str
    failed: bool
    created_s: int
    deleted_s: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """A submission and when it is due, in seconds from the start of the stream."""

    at_s: float
    request: dict[str, Any]


def read_pods(lines: Iterable[str]) -> list[Pod]:
    """The pods of a list, in order of arrival.

    Raises:
        KeyError, ValueError: it is not a pod list with times.
    """
    pods = [_pod(row) for row in csv.DictReader(lines)]
    return sorted(pods, key=lambda pod: (pod.created_s, pod.name))


def _pod(row: Mapping[str, str]) -> Pod:
    return Pod(
        name=row["name"],
        cpu_milli=int(row["cpu_milli"]),
        memory_mib=int(row["memory_mib"]),
        gpu_count=int(row["num_gpu"]),
        gpu_milli=int(row["gpu_milli"]),
        gpu_models=tuple(sorted(filter(None, row["gpu_spec"].split("|")))),
        qos=row["qos"],
        failed=row["pod_phase"] == "Failed",
        created_s=int(row["creation_time"]),
        deleted_s=int(row["deletion_time"]),
    )


def arrivals(pods: Sequence[Pod], *, stream_s: float, models: Sequence[str], run: str) -> list[Arrival]:
    """Every pod's submission.

    Args:
        pods: in order of arrival.
        stream_s: how long the stream takes.
        models: GPU models of the simulated nodes: a pod that accepts any accepts any of these, so that none
            is placed on this machine's own slots.
        run: label of all of them.
    """
    gaps_s = (min(later.created_s - sooner.created_s, GAP_MAX_S) for sooner, later in pairwise(pods))
    times_s = list(accumulate(gaps_s, initial=0))
    scale = stream_s / max(times_s[-1], 1)
    return [
        Arrival(time_s * scale, _request(pod, stream_s - time_s * scale, models, run))
        for pod, time_s in zip(pods, times_s, strict=True)
    ]


def _request(pod: Pod, until_all_came_s: float, models: Sequence[str], run: str) -> dict[str, Any]:
    """The pod as a body of POST /v1/jobs."""
    duration_s = until_all_came_s + TAIL_S * math.log10(1 + pod.deleted_s - pod.created_s)
    resources: dict[str, Any] = {"cpu": pod.cpu_milli / 1000, "memory": f"{pod.memory_mib}MiB"}
    if pod.gpu_count:
        resources["gpus"] = pod.gpu_count if pod.gpu_milli == 1000 else pod.gpu_milli / 1000
        resources["gpu_models"] = list(pod.gpu_models or sorted(models))
    return {
        "name": pod.name,
        "project": "openb",
        "queue": _QUEUES[pod.qos],
        "tier": _TIERS[pod.qos],
        "resources": resources,
        **simulated(duration_s, exit_code=int(pod.failed)),
        "labels": {"run": run, "qos": pod.qos},
    }


def simulated(duration_s: float, *, exit_code: int) -> dict[str, Any]:
    """Return the outcome for a simulated node; the real node, which may get CPU-only pods, ends alike."""
    return {
        "run": 'exit "$MUSTER_SIM_EXIT_CODE"',
        "env": {
            "MUSTER_SIM_DURATION_MS": str(round(duration_s * 1000)),
            "MUSTER_SIM_EXIT_CODE": str(exit_code),
        },
    }
