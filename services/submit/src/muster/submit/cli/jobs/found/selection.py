"""Jobs that `muster stop`, `suspend` and `resume` apply to: by name, or all that match some options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from muster.client.cli import completion, connect
from muster.submit.cli import columns
from muster.submit.cli.jobs.found import filters
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
        help="Job id, its beginning or end, or job name.",
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
LabelOption = Annotated[
    list[str] | None,
    typer.Option("--label", "-l", metavar="KEY=VALUE", help="Select all jobs with this label; repeatable."),
]
StateOption = Annotated[
    list[str] | None,
    typer.Option("--state", "-s", metavar="STATE", help="Select all jobs in this state; repeatable."),
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show the selected jobs; change nothing.")]
JobsOnlyOption = Annotated[
    bool, typer.Option("--jobs-only", help="With --queue: apply to its jobs but not to the queue itself.")
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]

_STATES: Final = {
    "suspend": ("QUEUED", "BOUND", "RUNNING"),
    "resume": ("SUSPENDED",),
    "cancel": ("QUEUED", "BOUND", "RUNNING", "SUSPENDED"),
}
_WORDS: Final = {"cancel": "stop"}
_OF_SUSPENSION: Final = "--queue, --user, --all or --cluster"
_OPTIONS: Final = {
    "suspend": _OF_SUSPENSION,
    "resume": _OF_SUSPENSION,
    "cancel": "--label, --queue, --state, --user or --all",
}


def listed(
    verb: Literal["cancel", "suspend", "resume"],
    *,
    queue: str | None,
    user: str | None,
    labels: Sequence[str] = (),
    states: Sequence[str] = (),
) -> list[Job]:
    """Return the jobs that match all options and that the verb can apply to."""
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
    """Return the selected jobs as references or ids; None when there is nothing to do.

    Args:
        verb: The requested action.
        references: Jobs by name.
        queue: All jobs of this queue.
        user: All jobs of this user.
        everything: All jobs.
        labels: All jobs with these labels, as KEY=VALUE.
        states: All jobs in one of these states.
        dry_run: Only show them.
        yes: Do not ask for confirmation.
        how: Output format.
        queue_too: The action also applies to the queue, so there is something to do even without jobs.

    Raises:
        typer.BadParameter: no jobs are selected, or both by name and by an option.
        typer.Abort: the user does not confirm.
    """
    selects = queue is not None or user is not None or everything or bool(labels) or bool(states)
    if bool(references) == selects:
        raise typer.BadParameter(
            f"name jobs or select them with {_OPTIONS[verb]}, not both"
            if references
            else f"no jobs selected: name jobs, or give {_OPTIONS[verb]}"
        )
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
    word = _WORDS.get(verb, verb)
    what = (f"queue {queue} and " if queue_too else "") + counted(len(found), "job")
    if not yes:
        output.show(found, columns.jobs(), Format.TABLE)
        typer.confirm(f"{word} {what}?", abort=True, err=True)
    say(f"{word}: {what}")
    return [job.job_id for job in found]
