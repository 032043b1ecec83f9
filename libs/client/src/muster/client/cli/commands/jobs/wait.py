"""`muster wait`: wait until a job is over; end with its result."""

from __future__ import annotations

from typing import Annotated

import typer
from muster.client.cli import connect
from muster.client.cli.connect import JobArgument
from muster.client.cli.follow import progress

app = typer.Typer()


@app.command()
def wait(
    reference: JobArgument,
    timeout: Annotated[float | None, typer.Option(min=0, help="Seconds to wait; then exit code 124.")] = None,
) -> None:
    """Wait until a job is over; end with its result: 0 when it succeeded, 1 when not."""
    raise typer.Exit(progress.ended(progress.until_over(connect.job(reference), timeout)))
