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
    float | None, typer.Option("--timeout", min=0, help="Seconds to wait; then exit code 124.")
]


@app.command()
def wait(reference: JobArgument, *, timeout: TimeoutOption = None, how: OutputOption = Format.TABLE) -> None:
    """Wait until a job ends; exit with its result: 0 when it succeeded, 1 when not.

    Ctrl-C stops waiting; the job goes on.

    Examples:
        muster wait train && muster submit evaluate.yaml
        muster wait train --timeout 600 -o json
    """
    job = progress.until_over(connect.job(reference), timeout)
    code = progress.ended(job)
    if not how.for_people:
        output.show_one(job.raw, job.job_id, how)
    raise typer.Exit(code)
