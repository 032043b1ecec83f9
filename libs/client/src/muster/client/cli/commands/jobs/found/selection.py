"""The jobs that `muster stop`, `suspend` and `resume` mean: those named, or all that fit some options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from muster.client.cli import columns, completion, connect
from muster.client.cli.commands.jobs.found import filters
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Format
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.client.requests import JobFilters
    from muster.client.resources import Job

JobsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[JOB]...",
        help="Its id, the beginning of it, or its name.",
        autocompletion=completion.jobs,
    ),
]
QueueOption = Annotated[str | None, typer.Option("--queue", metavar="QUEUE", help="All jobs of this queue.")]
UserOption = Annotated[str | None, typer.Option("--user", metavar="USER", help="All jobs of this user.")]
AllOption = Annotated[bool, typer.Option("--all", help="All jobs of your tenant.")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show which jobs these are, and do nothing.")]
JobsOnlyOption = Annotated[
    bool, typer.Option("--jobs-only", help="With --queue: its jobs, but not the queue itself.")
]
LabelOption = Annotated[
    list[str] | None, typer.Option("--label", "-l", metavar="KEY=VALUE", help="All jobs with it; repeatable.")
]
StateOption = Annotated[
    list[str] | None, typer.Option("--state", "-s", metavar="STATE", help="All jobs in it; repeatable.")
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before.")]

_STATES: Final = {
    "suspend": ("QUEUED", "BOUND", "RUNNING"),
    "resume": ("SUSPENDED",),
    "cancel": ("QUEUED", "BOUND", "RUNNING", "SUSPENDED"),
}
_SAID: Final = {"cancel": "stop"}
_SUSPENDED: Final = "JOB, --queue, --user, --all or --cluster"
_CHOICES: Final = {
    "suspend": _SUSPENDED,
    "resume": _SUSPENDED,
    "cancel": "JOB or some of --label, --queue, --state, --user, --all",
}


def listed(
    verb: Literal["cancel", "suspend", "resume"],
    *,
    queue: str | None,
    user: str | None,
    labels: Sequence[str] = (),
    states: Sequence[str] = (),
) -> list[Job]:
    """The jobs of which it can be asked and that fit all options."""
    chosen: JobFilters = {"state": states or _STATES[verb], "queue": queue, "user": user, "labels": labels}
    return list(connect.client().jobs(**chosen))


def of(
    verb: Literal["cancel", "suspend", "resume"],
    references: Sequence[str] | None,
    *,
    queue: str | None,
    user: str | None,
    everything: bool,
    labels: Sequence[str] | None = None,
    states: Sequence[str] | None = None,
    dry_run: bool,
    yes: bool,
    how: Format,
    queue_too: bool = False,
) -> list[str] | None:
    """The jobs to ask for: references, or ids; None: nothing is to be done.

    Args:
        verb: What is asked.
        references: Jobs by name.
        queue: All jobs of this queue.
        user: All jobs of this user.
        everything: All jobs.
        labels: All jobs with these labels, as KEY=VALUE.
        states: All jobs in one of these states.
        dry_run: Only show them.
        yes: Do not ask before.
        how: For people or for programs.
        queue_too: It is asked of the queue, too, so that there is something to do without jobs.

    Raises:
        typer.BadParameter: no jobs are named, or both by name and by a selection.
        typer.Abort: the person does not confirm.
    """
    selects = queue is not None or user is not None or everything or bool(labels) or bool(states)
    if bool(references) == selects:
        given = "both" if references else "neither"
        raise typer.BadParameter(f"{_CHOICES[verb]}: {given} given; must be one of them")
    if references and not dry_run:
        return list(references)
    if references:
        from muster.client.references import resolve

        client = connect.client()
        found = [client.job(resolve(client, reference)) for reference in references]
    else:
        found = listed(
            verb,
            queue=queue,
            user=user,
            labels=filters.labels(labels),
            states=filters.states(states),
        )
    if dry_run or not (found or queue_too):
        output.show(found, columns.jobs(), how)
        return None
    said = _SAID.get(verb, verb)
    what = (f"queue {queue} and " if queue_too else "") + counted(len(found), "job")
    if not yes:
        output.show(found, columns.jobs(), Format.TABLE)
        typer.confirm(f"{said} {what}?", abort=True, err=True)
    say(f"{said}: {what}")
    return [job.job_id for job in found]
