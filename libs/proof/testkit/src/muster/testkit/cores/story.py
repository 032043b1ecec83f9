"""Decisions as short lines, so that a test shows a whole ordered story on one screen.

GangBound job-a/1 n1[0,1] n1[2,3]     attempt 1; ranks in order, each with its node and GPUs
GangBound job-a/1 n1[0:2g.10gb@4]     a MIG instance: its GPU, profile and start
StopTask n2 job-a/1
JobPending job-b GPUS_BUSY
"""

from __future__ import annotations

from typing import Any

from muster.events.job_events import GangBound, GpuGeometryChanged, RankPlacement


def line(payload: Any) -> str:
    """One decision as a line: its name, its subject, and what distinguishes it from others of its kind."""
    words = [type(payload).__name__, *_subject(payload)]
    if isinstance(payload, GangBound):
        words += [_place(place) for place in payload.placements]
    for name in ("code", "outcome", "action"):
        if hasattr(payload, name):
            words.append(str(getattr(payload, name)))
    if isinstance(payload, GpuGeometryChanged):
        words.append("cut" if payload.cut else "whole")
    return " ".join(words)


def _place(place: RankPlacement) -> str:
    gpus = ",".join(map(str, place.gpu_indices))
    instance = "" if place.mig_profile is None else f":{place.mig_profile}@{place.mig_start}"
    return f"{place.node_id}[{gpus}{instance}]"


def _subject(payload: Any) -> list[str]:
    words = [payload.node_id] if getattr(payload, "node_id", "") and not hasattr(payload, "outcome") else []
    if hasattr(payload, "gpu_index"):
        words[0] += f"[{payload.gpu_index}]"
    if getattr(payload, "job_id", ""):
        attempt = getattr(payload, "attempt", getattr(payload, "attempt_next", None))
        words.append(payload.job_id + (f"/{attempt}" if attempt is not None else ""))
    if hasattr(payload, "command_id"):
        words += [payload.command, payload.subject]
    elif getattr(payload, "reservation", ""):
        words.append(payload.reservation)
    elif hasattr(payload, "queue") and not hasattr(payload, "placements"):
        words.append(payload.queue)
    if hasattr(payload, "policy"):
        words.append(payload.policy.name)
    return words
