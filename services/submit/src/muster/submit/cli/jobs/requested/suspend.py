"""`muster suspend`."""

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

    Each job gets a request of its own, so each is answered, and can be resumed, on its own.
    With --queue the queue is suspended as well: no job in it or in the queues below it starts until the queue
    is resumed, including jobs submitted later. Without --queue, jobs submitted later are not suspended.

    With --cluster all nodes are drained: everyone's jobs save their checkpoints in turn, stop and keep their
    place in the queue, and nothing starts until `muster resume --cluster`. Production inference keeps
    running: it moves only where there is room for it elsewhere. Nodes that join later are not drained.

    Examples:
        muster suspend train --reason 'make room for the demo'
        muster suspend --queue research --dry-run
        muster suspend --queue research --reason 'budget used up'
        muster suspend --cluster --reason 'moving the store' --yes
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
