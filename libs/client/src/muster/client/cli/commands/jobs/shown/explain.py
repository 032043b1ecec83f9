"""`muster explain`."""

from __future__ import annotations

from typing import Final

import typer
from muster.client.cli import connect
from muster.client.cli.commands.jobs.shown import explanations
from muster.client.cli.connect import JobArgument
from muster.terminal import output
from muster.terminal.output import Format, OutputOption, terminal_width

app = typer.Typer()

_WIDTH_MAX: Final = 100


@app.command()
def explain(reference: JobArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Explain why a job waits, when it will start and what would start it now; or why it is where it is.

    The scheduler itself answers, with the code that decides, as things stand now.

    For a job that waits: the main reason with its code and the numbers behind it; its position in the queue
    and why others go first (other people's jobs are counted, yours are named); when it will start, as far as
    that is known; and what would start it at once. Every proposal has been tried, and is the smallest change
    of its kind that works.

    For a job that has a placement: what the placement costs other work, and the next best one.

    What each code means and what to do: docs/how-to/why-does-my-job-not-start.md.

    Examples:
        muster explain train
        muster explain train --json
    """
    handle = connect.job(reference)
    found = handle.client.explanation(handle.job_id)
    if how.for_people:
        lines = explanations.lines(found, min(terminal_width(), _WIDTH_MAX))
        output.write("".join(f"{line}\n" for line in lines))
    else:
        output.show_one(found.raw, found.job_id, how)
