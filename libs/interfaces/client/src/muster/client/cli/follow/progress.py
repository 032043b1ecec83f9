"""Wait for a job and report its changes, one line per change."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING

from muster.client.cli import texts
from muster.client.cli.follow.interrupted import goes_on
from muster.client.resources import WAITING, Job
from muster.terminal.messages import interactive, say

if TYPE_CHECKING:
    from muster.client.sync.handle import JobHandle

EXIT_DID_NOT_SUCCEED = 1


def until_over(handle: JobHandle, timeout_s: float | None = None) -> Job:
    """Wait until the job has ended, reporting each change.

    Raises:
        WaitTimeout: it has not ended in time.
        typer.Exit: after Ctrl-C; the job keeps running.
    """
    if interactive(sys.stderr):
        say("Ctrl-C stops watching; the job keeps running")
    with goes_on(handle.job_id):
        return handle.wait(timeout_s, on_change=lambda job: say(line(job)))


def until_placed(handle: JobHandle) -> Job:
    """Wait until the job has a placement; report the reason for waiting whenever it changes."""
    for job in handle.changes():
        if job.state not in WAITING:
            return job
        say(line(job))
    return handle.status()


def ended(job: Job) -> int:
    """Report how a job ended; return the exit code for its result."""
    say(f"{job.job_id} ({job.name}): {texts.result(job)}")
    return 0 if job.succeeded else EXIT_DID_NOT_SUCCEED


def line(job: Job) -> str:
    """Format a job's state as one line: "14:02:07  RUNNING    openb-node-0001:0"."""
    # Local time, because people compare it with their own clock.
    clock = datetime.now().astimezone().strftime("%H:%M:%S")
    attempt = f"attempt {job.attempt}: " if job.attempt > 1 and not job.over else ""
    return f"{clock}  {job.state:<9}  {attempt}{texts.why(job)}".rstrip()
