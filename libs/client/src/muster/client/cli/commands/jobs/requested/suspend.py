"""`muster suspend`."""

from __future__ import annotations

import typer
from muster.client.cli.commands.jobs.found.selection import (
    AllOption,
    DryRunOption,
    JobsArgument,
    JobsOnlyOption,
    QueueOption,
    UserOption,
    YesOption,
)
from muster.client.cli.commands.jobs.requested import suspension
from muster.client.cli.commands.jobs.requested.requests import ReasonOption
from muster.client.cli.commands.jobs.requested.suspended_cluster import ClusterOption
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def suspend(
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
    """Stop jobs but keep their ids, their place in the queue and their checkpoints.

    Each job is asked for by a command of its own, so that each is answered, and can be resumed, by itself.
    With --queue the queue is suspended, too: nothing of it and of the queues below it starts until it is
    resumed, and jobs that are submitted later wait, too. Without it jobs that come later are not suspended.

    With --cluster all nodes are drained: jobs of everybody save in turns, stop and wait at their old places,
    and nothing starts until `muster resume --cluster`. Production inference runs on: it is moved only to room
    elsewhere. A node that joins later is open.

    Examples:
        muster suspend train --reason 'make room for the demo'
        muster suspend --queue research --dry-run
        muster suspend --queue research --reason 'budget is used up'
        muster suspend --cluster --reason 'the store is moved' --yes
        muster resume train
    """
    suspension.ask(
        "suspend",
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
