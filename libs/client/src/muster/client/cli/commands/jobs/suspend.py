"""`muster suspend`."""

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
def suspend(
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
    """Stop jobs but keep their ids, their place in the queue and their checkpoints.

    Each job is asked for by a command of its own, so that each is answered, and can be resumed, by itself.
    With --queue the queue is suspended, too: nothing of it and of the queues below it starts until it is
    resumed, and jobs that are submitted later wait, too. Without it jobs that come later are not suspended.

    Examples:
        muster suspend train --reason 'make room for the demo'
        muster suspend --queue research --dry-run
        muster suspend --queue research --reason 'budget is used up'
        muster resume train
    """
    jobs = selection.of(
        "suspend",
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
        suspended_queue.suspend(queue, reason)
    if jobs:
        requests.ask("suspend", jobs, reason, how)
