"""`muster resume`."""

from __future__ import annotations

import typer
from muster.client.cli.commands.jobs import requests, selection, suspended_queue
from muster.client.cli.commands.jobs.requests import ReasonOption
from muster.client.cli.commands.jobs.selection import (
    AllOption,
    DryRunOption,
    JobsArgument,
    JobsOnlyOption,
    QueueOption,
    UserOption,
    YesOption,
)
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def resume(
    references: JobsArgument = None,
    *,
    queue: QueueOption = None,
    user: UserOption = None,
    everything: AllOption = False,
    jobs_only: JobsOnlyOption = False,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
    reason: ReasonOption = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Queue suspended jobs again; with --queue the queue itself is resumed first.

    Examples:
        muster resume train
        muster resume --queue research --yes
    """
    jobs = selection.of(
        "resume",
        references,
        queue=queue,
        user=user,
        everything=everything,
        dry_run=dry_run,
        yes=yes,
        how=how,
        queue_too=queue is not None and not jobs_only,
    )
    if jobs is None:
        return
    if queue is not None and not jobs_only:
        suspended_queue.resume(queue)
    if jobs:
        requests.ask("resume", jobs, reason, how)
