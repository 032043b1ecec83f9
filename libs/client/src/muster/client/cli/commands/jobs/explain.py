"""`muster explain`: why a job is where it is, from the scheduler that decides it."""

from __future__ import annotations

import shutil
from typing import Final

import typer
from muster.client.cli import connect, output
from muster.client.cli.commands.jobs import explanations
from muster.client.cli.connect import JobArgument
from muster.client.cli.output import Format, JsonOption, OutputOption

app = typer.Typer()

_WIDTH_MAX: Final = 100


@app.command()
def explain(reference: JobArgument, how: OutputOption = Format.TABLE, as_json: JsonOption = False) -> None:
    """Why a job waits, when it will start and what would start it now; or why it is where it is.

    The scheduler itself answers, from the code that decides, as things stand now.

    Of a job that waits: the one reason with its code and the numbers behind it; its place in the order of
    turns and why others go first (others' jobs are counted, yours are named); when it will start, as far as
    anybody can tell; and what would start it at once. Every proposal has been tried, and of each sort it is
    the least change that does it.

    Of a job that is placed: what its place costs other work, and the next best place.

    What each code means and what to do: docs/how-to/why-does-my-job-not-start.md. For programs: --json, or
    GET /v1/jobs/JOB/explanation of a scheduler.
    """
    handle = connect.job(reference)
    found = handle.client.explanation(handle.job_id)
    how = output.chosen(how, as_json)
    if how.for_people:
        width = min(shutil.get_terminal_size().columns, _WIDTH_MAX)
        output.write("".join(f"{line}\n" for line in explanations.lines(found, width)))
    else:
        output.show_one(found.raw, found.job_id, how)
