"""Explanations from the scheduler while the cluster is full: of a placed gang and of waiting jobs."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from muster.client import Client, Job
from muster.client.cli import explanations
from muster.client.resources import Explanation
from muster.demo import gangs

_WAITING_ASKED_MAX: Final = 2
_WAITING_READ_MAX: Final = 500
_WIDTH: Final = 92
_PATIENCE_S: Final = 120.0
_PAUSE_S: Final = 1.0


def ask(client: Client, run: str) -> list[str]:
    """Explanations of one placed gang and of one waiting job for each of the commonest reasons.

    Args:
        client: a client of the jobs' tenant.
        run: label of the demo's jobs.
    """
    until_s = time.monotonic() + _PATIENCE_S
    while not (chosen := _chosen(client, run)) and time.monotonic() < until_s:
        time.sleep(_PAUSE_S)
    return [line for job in chosen for line in _lines_of(job, client.explanation(job.job_id))]


def _chosen(client: Client, run: str) -> list[Job]:
    """Choose jobs to explain; on a slow machine no gang may be placed yet, or all may have ended."""
    labels = (f"run={run}",)
    placed = client.jobs(limit=1, queue=gangs.QUEUE, state=("BOUND", "RUNNING", "SUCCEEDED"), labels=labels)
    waiting = client.jobs(limit=_WAITING_READ_MAX, state=("QUEUED",), labels=labels)
    return [*placed, *_one_of_each_reason(waiting)]


def _one_of_each_reason(jobs: Iterable[Job]) -> list[Job]:
    """The first job of each reason, the commonest reasons first."""
    by_code: dict[str, list[Job]] = {}
    for job in jobs:
        if job.reason is not None:
            by_code.setdefault(job.reason.code, []).append(job)
    common = sorted(by_code.values(), key=len, reverse=True)
    return [same[0] for same in common[:_WAITING_ASKED_MAX]]


def _lines_of(job: Job, found: Explanation) -> list[str]:
    lines = [f"  {line}" if line else "" for line in explanations.lines(found, _WIDTH)]
    return [f"$ muster explain {job.job_id}", *lines, ""]
