"""`muster history`."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Annotated

import typer
from muster.client.cli import connect
from muster.client.cli.connect import JobArgument, say_connection_lost
from muster.client.cli.follow.interrupted import goes_on
from muster.client.resources import JobEvent
from muster.terminal import output
from muster.terminal.output import Column, Format, OutputOption, View

app = typer.Typer()
_LAST = frozenset({"JobSucceeded", "JobFailed", "JobCancelled", "CommandRejected"})


@app.command()
def history(
    reference: JobArgument,
    *,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Keep printing new events until the job ends.")
    ] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show everything that happened to a job, oldest first, as recorded in the log.

    Examples:
        muster history train
        muster history -f train -o jsonl
    """
    handle = connect.job(reference)
    if not follow:
        output.show(list(handle.events()), view(), how)
        return
    if how not in {Format.TABLE, Format.WIDE, Format.JSONL}:
        raise typer.BadParameter(f"-o is {how}; with --follow it must be table, wide or jsonl")
    with goes_on(handle.job_id):
        for event in handle.client.events(handle.job_id, follow=True, on_lost=say_connection_lost):
            output.write(output.json_line(raw(event)) if how is Format.JSONL else _line(event, how))
            sys.stdout.flush()
            if event.type in _LAST:
                return


def view() -> View[JobEvent]:
    """Return the table view of events."""
    return View(
        columns=(
            Column("TIME", clock),
            Column("POSITION", lambda e: e.position, wide=True),
            Column("EVENT", lambda e: e.type),
            Column("WHAT", _sentence, least=30),
        ),
        raw=raw,
        name=lambda e: e.position,
        empty="no events yet",
    )


def raw(event: JobEvent) -> output.Json:
    """Return the event as recorded in the log, with its position there."""
    return {"position": event.position, **event.event}


def clock(event: JobEvent) -> str:
    """Return the local time of an event."""
    return datetime.fromtimestamp(event.occurred_at_ms / 1000).astimezone().strftime("%H:%M:%S.%f")[:-3]


def _sentence(event: JobEvent) -> str:
    # Imported only when there is an event to show: the module loads the schema of every record.
    from muster.client.sentences import sentence

    return sentence(event.event)


def _line(event: JobEvent, how: Format) -> str:
    position = f"{event.position:<18}  " if how is Format.WIDE else ""
    return f"{clock(event)}  {position}{event.type:<18}  {_sentence(event)}".rstrip() + "\n"
