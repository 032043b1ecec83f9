"""`muster resume`."""

from __future__ import annotations

import typer
from muster.submit.cli.jobs.found.selection import (
    AllOption,
    DryRunOption,
    JobsArgument,
    JobsOnlyOption,
    QueueOption,
    UserOption,
    YesOption,
)
from muster.submit.cli.jobs.requested import suspension
from muster.submit.cli.jobs.requested.requests import ReasonOption
from muster.submit.cli.jobs.requested.suspended_cluster import ClusterOption
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def resume(
    references: JobsArgument = None,
    *,
    queue: QueueOption = None,
    user: UserOption = None,
    everything: AllOption = False,
    cluster: ClusterOption = False,
    jobs_only: JobsOnlyOption = False,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
    reason: ReasonOption = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Queue suspended jobs again; with --queue, resume the queue itself first.

    With --cluster, reopen the nodes that `muster suspend --cluster` drained, and no others.

    Examples:
        muster resume train
        muster resume --queue research --yes
        muster resume --cluster --yes
    """
    suspension.ask(
        "resume",
        references,
        queue=queue,
        user=user,
        everything=everything,
        cluster=cluster,
        jobs_only=jobs_only,
        dry_run=dry_run,
        yes=yes,
        reason=reason,
        how=how,
    )
