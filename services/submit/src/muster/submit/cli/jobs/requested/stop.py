"""`muster stop`."""

from __future__ import annotations

import typer
from muster.submit.cli.jobs.found import selection
from muster.submit.cli.jobs.found.selection import (
    AllOption,
    DryRunOption,
    JobsArgument,
    LabelOption,
    QueueOption,
    StateOption,
    UserOption,
    YesOption,
)
from muster.submit.cli.jobs.requested import requests
from muster.submit.cli.jobs.requested.requests import ReasonOption
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def stop(
    references: JobsArgument = None,
    *,
    label: LabelOption = None,
    queue: QueueOption = None,
    state: StateOption = None,
    user: UserOption = None,
    everything: AllOption = False,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
    reason: ReasonOption = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Stop jobs for good; running jobs get their grace period.

    Instead of JOB, options select the jobs that fit all of them; they are listed and confirmed first.

    Examples:
        muster stop train
        muster stop job-k3v7 job-p2qa --reason 'wrong data set'
        muster stop --label dataset=oasst2 --state queued
        muster stop --all --dry-run
    """
    jobs = selection.of(
        "cancel",
        references,
        queue=queue,
        user=user,
        everything=everything,
        labels=label,
        states=state,
        dry_run=dry_run,
        yes=yes,
        how=how,
    )
    if jobs:
        requests.ask("cancel", jobs, reason, how)
