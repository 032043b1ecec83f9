"""`muster wait`."""

from __future__ import annotations

from typing import Annotated

import typer
from muster.client.cli import connect
from muster.client.cli.connect import JobArgument
from muster.client.cli.follow import progress
from muster.terminal import output
from muster.terminal.output import Format, OutputOption

app = typer.Typer()
TimeoutOption = Annotated[
    float | None,
    typer.Option(
        "--timeout", min=0, help="Wait at most this many seconds, then exit with 124 (default: no limit)."
    ),
]


@app.command()
def wait(reference: JobArgument, *, timeout: TimeoutOption = None, how: OutputOption = Format.TABLE) -> None:
    """Wait until a job ends; exit with its result: 0 if it succeeded, 1 if not.

    Ctrl-C stops waiting; the job keeps running.

    Examples:
        muster wait train && muster submit evaluate.yaml
        muster wait train --timeout 600 -o json
    """
    job = progress.until_over(connect.job(reference), timeout)
    code = progress.ended(job)
    if not how.for_people:
        output.show_one(job.raw, job.job_id, how)
    raise typer.Exit(code)
