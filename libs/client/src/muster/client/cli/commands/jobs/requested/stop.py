"""`muster stop`."""

from __future__ import annotations

import typer
from muster.client.cli.commands.jobs.requested import requests
from muster.client.cli.commands.jobs.requested.requests import ReasonOption
from muster.client.cli.connect import JobArgument
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def stop(
    references: list[JobArgument], *, reason: ReasonOption = "", how: OutputOption = Format.TABLE
) -> None:
    """Stop jobs for good; running jobs get their grace period.

    Examples:
        muster stop train
        muster stop job-k3v7 job-p2qa --reason 'wrong data set'
    """
    requests.ask("cancel", references, reason, how)
