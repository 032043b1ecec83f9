"""`muster history`: everything that happened to a job, as it stands in the log."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Annotated

import typer
from muster.client.cli import connect, output
from muster.client.cli.connect import JobArgument
from muster.client.cli.messages import say
from muster.client.cli.output import Column, Format, JsonOption, OutputOption, View
from muster.client.resources import JobEvent
from muster.client.sentences import sentence

app = typer.Typer()
_LAST = frozenset({"JobSucceeded", "JobFailed", "JobCancelled", "CommandRejected"})


@app.command()
def history(
    reference: JobArgument,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on until the job is over.")] = False,
    how: OutputOption = Format.TABLE,
    as_json: JsonOption = False,
) -> None:
    """Everything that happened to a job, oldest first, as it stands in the log."""
    handle = connect.job(reference)
    how = output.chosen(how, as_json)
    if not follow:
        output.show(list(handle.events()), view(), how)
        return
    if how not in {Format.TABLE, Format.WIDE, Format.JSONL}:
        raise typer.BadParameter(f"--follow with -o {how}: allowed are table, wide and jsonl")
    for event in handle.client.events(handle.job_id, follow=True, on_lost=_say_lost):
        output.write(output.json_line(raw(event)) if how is Format.JSONL else _line(event, how))
        sys.stdout.flush()
        if event.type in _LAST:
            return


def view() -> View[JobEvent]:
    """Events as a table."""
    return View(
        columns=(
            Column("TIME", clock),
            Column("POSITION", lambda e: e.position, wide=True),
            Column("EVENT", lambda e: e.type),
            Column("WHAT", lambda e: sentence(e.event)),
        ),
        raw=raw,
        name=lambda e: e.position,
        empty="nothing yet",
    )


def raw(event: JobEvent) -> output.Json:
    """The event as it stands in the log, and where."""
    return {"position": event.position, **event.event}


def clock(event: JobEvent) -> str:
    """When, on the local clock."""
    return datetime.fromtimestamp(event.occurred_at_ms / 1000).astimezone().strftime("%H:%M:%S.%f")[:-3]


def _line(event: JobEvent, how: Format) -> str:
    place = f"{event.position:<18}  " if how is Format.WIDE else ""
    return f"{clock(event)}  {place}{event.type:<18}  {sentence(event.event)}".rstrip() + "\n"


def _say_lost(reason: str) -> None:
    say(f"connection lost ({reason}); reconnecting, nothing will be missed")
