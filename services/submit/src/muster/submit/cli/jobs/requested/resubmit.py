"""`muster resubmit`."""

from __future__ import annotations

from pathlib import Path

import typer
from muster.client.cli import connect
from muster.client.cli.connect import JobArgument
from muster.submit.cli.jobs.requested.submission import (
    AfterOption,
    CpusOption,
    EnvOption,
    FollowOption,
    GpusOption,
    KeyOption,
    MemoryOption,
    NameOption,
    OverridesOption,
    QueueOption,
    WaitOption,
    settings,
    submit_and_watch,
)
from muster.submit.cli.jobs.requested.wait import TimeoutOption
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def resubmit(
    reference: JobArgument,
    *,
    name: NameOption = None,
    gpus: GpusOption = None,
    cpus: CpusOption = None,
    memory: MemoryOption = None,
    env: EnvOption = None,
    queue: QueueOption = None,
    after: AfterOption = None,
    overrides: OverridesOption = None,
    wait: WaitOption = False,
    follow: FollowOption = False,
    timeout: TimeoutOption = None,
    key: KeyOption = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Submit a job again, as a new job with the same settings and working files.

    The new job starts from the beginning: checkpoints of the old one are not used. It starts after the jobs
    that --after names, and no longer after those of the old one.

    Examples:
        muster resubmit train
        muster resubmit train --memory 16GiB --follow
    """
    from muster.client.documents.jobfile import from_fields

    job = connect.job(reference).status()
    changed = settings(
        overrides, name=name, gpus=gpus, cpus=cpus, memory=memory, env=env, queue=queue, after=after
    )
    spec = {name: value for name, value in job.spec.items() if name != "after"}
    job_file = from_fields(spec, origin=job.job_id, folder=Path(), overrides=changed)
    submit_and_watch(job_file, key, how, wait=wait, follow=follow, timeout=timeout)
