"""Format values for people: durations, sizes, ages, a job's reason in one sentence. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from muster.client.resources import Job, Queue, Quota
from muster.jobs.values.timed_ids import made_at_ms

_SHORT_END: Final = 8
_SHORT_ID: Final = len("job-") + 8
_ID_OF_API: Final = re.compile(r"job-[a-z2-7]{20}")
_UNITS = (("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1))


def duration(seconds: float) -> str:
    """Format a duration in its two largest units: 4.2s, 3m20s, 2h5m, 12d3h."""
    if seconds < 10:
        return f"{max(seconds, 0):.1f}s"
    left, parts = int(seconds), list[str]()
    for unit, size in _UNITS:
        count, left = divmod(left, size)
        if count or parts:
            parts.append(f"{count}{unit}" if count else "")
        if len(parts) == 2:
            break
    return "".join(parts)


def age(then: datetime | None, now: datetime) -> str:
    """Format the time since `then`; a dash if unknown."""
    return duration((now - then).total_seconds()) if then else "-"


def moment(at: datetime | None) -> str:
    """Format a time in UTC, to the minute: 2026-11-21 09:00Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%MZ") if at else "-"


def until(then: datetime | None, now: datetime) -> str:
    """Format the time left until `then`; a dash if unknown."""
    return age(now, then) if then else "-"


def memory(mib: int) -> str:
    """Format mebibytes in the largest unit that keeps them readable."""
    for unit, size in (("TiB", 1 << 20), ("GiB", 1 << 10)):
        if mib >= size:
            return f"{mib / size:.3g}{unit}"
    return f"{mib}MiB"


def queue_name(queue: Queue) -> str:
    """Return a queue's name, marked if it is suspended or restricted."""
    if queue.suspended is not None:
        return f"{queue.name} (suspended)"
    return f"{queue.name} (restricted)" if queue.restrictions else queue.name


def number(value: float) -> str:
    """Format a number as 2 or 0.5, never 2.0."""
    return f"{value:g}"


def amount(value: float) -> str:
    """Format a number; a dash for zero."""
    return number(value) if value else "-"


def percent(part: float) -> str:
    """Format a fraction as a percentage: 0.3125 as 31.2%."""
    return f"{part * 100:.1f}%"


def gpu_hours(hours: float) -> str:
    """Format hours, such as 12.5h, with separators between thousands; a dash for zero."""
    return "-" if not hours else f"{hours:,.1f}h" if hours < 100 else f"{hours:,.0f}h"


def gpus_of(quota: Quota | None) -> str:
    """Format the total GPUs of a quota; a dash if it has none."""
    gpus = quota.gpus_in_all if quota else None
    return "-" if gpus is None else number(gpus)


def models(gpus: Mapping[str, float]) -> str:
    """Format GPUs, or prices, by model: A100 4, H100 32."""
    return ", ".join(f"{model} {number(count)}" for model, count in sorted(gpus.items())) or "-"


def quota(quota: Quota | None) -> str:
    """Format the amount of each resource: 64 GPUs (H100 32), 512 CPU, 4TiB."""
    if quota is None:
        return "-"
    within = f" ({models(quota.gpus_by_model)})" if quota.gpus_by_model else ""
    said = [f"{gpus_of(quota)} GPUs{within}"] if quota.gpus_in_all is not None else []
    said += [f"{number(quota.cpus)} CPU"] if quota.cpus is not None else []
    said += [quota.memory] if quota.memory is not None else []
    return ", ".join(said) or "-"


def gpus(job: Job) -> str:
    """Format the GPUs a job holds or requests: ranks x GPUs per rank."""
    if not job.gpus_per_rank:
        return "-"
    each = number(job.gpus_per_rank)
    return each if job.ranks == 1 else f"{job.ranks}x{each}"


def reason_code(job: Job) -> str:
    """Return the code of the reason why a job waits; a dash if it does not wait."""
    shown = job.reason is not None and not job.over and job.reason.code != job.state
    return job.reason.code if job.reason is not None and shown else "-"


def short_id(job_id: str) -> str:
    """Return the part of a job's id that tells it from others; every command accepts it.

    Ids begin with the time, so that their ends differ. Eight characters of an end hold 40 bits: two of 10,000
    jobs share them in one of 20,000 cells, and then the command asks which one is meant. Older ids carry no
    time and are shortened to their beginning; ids chosen by others are not shortened.
    """
    if made_at_ms(job_id) is not None:
        return job_id[-_SHORT_END:]
    return job_id[:_SHORT_ID] if _ID_OF_API.fullmatch(job_id) else job_id


def why(job: Job) -> str:
    """Say in one sentence where a job runs, why it waits, or how it ended."""
    if job.reason is not None and not job.over:
        return job.reason.message or (job.reason.code if job.reason.code != job.state else "")
    if job.state in {"BOUND", "RUNNING", "STOPPING"} and job.nodes:
        return places(job)
    if job.state == "FAILED" and job.exit_code is not None and "exit" not in job.message:
        return f"exit code {job.exit_code}" + (f": {job.message}" if job.message else "")
    return job.message


def places(job: Job) -> str:
    """List the nodes of a job, the first three by name."""
    shown = ", ".join(f"{node}{_gpus_on(job, node)}" for node in job.nodes[:3])
    return shown + (f" and {len(job.nodes) - 3} more" if len(job.nodes) > 3 else "")


def _gpus_on(job: Job, node: str) -> str:
    indices = sorted({g for p in job.placements if p.node_id == node for g in p.gpu_indices})
    return f":{','.join(map(str, indices))}" if indices else ""


def ran(job: Job, now: datetime) -> str:
    """Format the run time of a job so far, or in total once it has ended."""
    return age(job.started_at, job.ended_at or now)


def result(job: Job) -> str:
    """Say how a job ended: "FAILED after 12s: rank 1 exited with 3 (exit code 3)"."""
    took = f" after {ran(job, job.ended_at)}" if job.ended_at and job.started_at else ""
    code = f" (exit code {job.exit_code})" if job.exit_code and f"{job.exit_code}" not in job.message else ""
    said = f": {job.message}" if job.message else ""
    return f"{job.state}{took}{said}{code}"
