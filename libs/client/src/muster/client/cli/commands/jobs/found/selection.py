"""Jobs that `muster suspend` and `muster resume` apply to: by name, or all of a queue, user or tenant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from muster.client.cli import columns, completion, connect
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Format
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.client.requests import JobFilters

JobsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[JOB]...",
        help="Job id, a prefix of it, or job name.",
        autocompletion=completion.jobs,
    ),
]
QueueOption = Annotated[
    str | None, typer.Option("--queue", metavar="QUEUE", help="Select all jobs of this queue.")
]
UserOption = Annotated[
    str | None, typer.Option("--user", metavar="USER", help="Select all jobs of this user.")
]
AllOption = Annotated[bool, typer.Option("--all", help="Select all jobs of your tenant.")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show the selected jobs; change nothing.")]
JobsOnlyOption = Annotated[
    bool, typer.Option("--jobs-only", help="With --queue: apply to its jobs but not to the queue itself.")
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]

_STATES: Final = {"suspend": ("QUEUED", "BOUND", "RUNNING"), "resume": ("SUSPENDED",)}


def of(
    verb: Literal["suspend", "resume"],
    references: Sequence[str] | None,
    *,
    queue: str | None,
    user: str | None,
    everything: bool,
    dry_run: bool,
    yes: bool,
    how: Format,
    queue_too: bool = False,
) -> list[str] | None:
    """Return the selected jobs as references or ids; None when there is nothing to do.

    Args:
        verb: The requested action.
        references: Jobs by name.
        queue: All jobs of this queue.
        user: All jobs of this user.
        everything: All jobs.
        dry_run: Only show them.
        yes: Do not ask for confirmation.
        how: Output format.
        queue_too: The action also applies to the queue, so there is something to do even without jobs.

    Raises:
        typer.BadParameter: no jobs are selected, or both by name and by an option.
        typer.Abort: the user does not confirm.
    """
    selects = queue is not None or user is not None or everything
    if bool(references) == selects:
        raise typer.BadParameter(
            "name jobs or select them with --queue, --user or --all, not both"
            if references
            else "no jobs selected: name jobs, or give --queue, --user, --all or --cluster"
        )
    if references and not dry_run:
        return list(references)
    client = connect.client()
    if references:
        from muster.client.references import resolve

        found = [client.job(resolve(client, reference)) for reference in references]
    else:
        filters: JobFilters = {"state": _STATES[verb], "queue": queue, "user": user}
        found = list(client.jobs(**filters))
    if dry_run or not (found or queue_too):
        output.show(found, columns.jobs(), how)
        return None
    what = (f"queue {queue} and " if queue_too else "") + counted(len(found), "job")
    if not yes:
        output.show(found, columns.jobs(), Format.TABLE)
        typer.confirm(f"{verb} {what}?", abort=True, err=True)
    say(f"{verb}: {what}")
    return [job.job_id for job in found]
