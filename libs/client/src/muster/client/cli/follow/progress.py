"""Waiting for a job, told as it changes: a line per change, and on a terminal a spinner below."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import datetime

from muster.client.cli import texts
from muster.client.cli.messages import interactive, say
from muster.client.handle import JobHandle
from muster.client.resources import WAITING, Job

EXIT_DID_NOT_SUCCEED = 1


def until_over(handle: JobHandle, timeout_s: float | None = None) -> Job:
    """Wait until the job is over, telling each change.

    Raises:
        WaitTimeout: it is not over in time.
    """
    with _telling(handle) as tell:
        return handle.wait(timeout_s, on_change=tell)


def until_placed(handle: JobHandle) -> Job:
    """Wait while the job waits for its place, telling why each time the reason changes."""
    with _telling(handle) as tell:
        for job in handle.changes():
            if job.state not in WAITING:
                return job
            tell(job)
    return handle.status()


def ended(job: Job) -> int:
    """Say how a job ended; the exit code of a command that ends with the job's result."""
    say(f"{job.job_id} ({job.name}): {texts.result(job)}")
    return 0 if job.succeeded else EXIT_DID_NOT_SUCCEED


@contextmanager
def _telling(handle: JobHandle) -> Generator[Callable[[Job], None]]:
    """Something to tell a job's changes to."""
    if not interactive(sys.stderr):
        yield lambda job: say(line(job))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True)
    with console.status(Text(handle.job_id)) as status:

        def tell(job: Job) -> None:
            console.print(Text(line(job)), no_wrap=True, overflow="ellipsis")
            status.update(Text(f"{job.state.lower()}  (Ctrl-C stops watching; the job goes on)"))

        yield tell


def line(job: Job) -> str:
    """A job's state on one line: "14:02:07  RUNNING    openb-node-0001:0"."""
    # The local clock: people compare it with the one on their wall.
    clock = datetime.now().astimezone().strftime("%H:%M:%S")
    attempt = f"attempt {job.attempt}: " if job.attempt > 1 and not job.over else ""
    return f"{clock}  {job.state:<9}  {attempt}{texts.why(job)}".rstrip()
