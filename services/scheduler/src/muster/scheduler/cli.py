"""`muster explain`."""

from __future__ import annotations

from typing import Final

import typer
from muster.client.cli import connect, explanations
from muster.client.cli.connect import JobArgument
from muster.terminal import output
from muster.terminal.output import Format, OutputOption, terminal_width

app = typer.Typer()

_WIDTH_MAX: Final = 100


@app.command()
def explain(reference: JobArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Explain why a job waits, when it will start and what would start it now; or why it runs where it does.

    The scheduler answers from its current state, using the code that makes its decisions.

    For a waiting job: the main reason with its code and the numbers behind it; its position in the queue and
    why others go first (your jobs are named, other people's are counted); when it will start, as far as that
    is known; and what would start it at once. Every suggestion has been tried, and is the smallest change of
    its kind that works.

    For a placed job: what the placement costs other work, and the next best placement.

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
