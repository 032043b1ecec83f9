"""`muster suspend`."""

from __future__ import annotations

import typer
from muster.client.cli.commands.jobs import requests
from muster.client.cli.commands.jobs.requests import ReasonOption
from muster.client.cli.connect import JobArgument
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def suspend(
    references: list[JobArgument], *, reason: ReasonOption = "", how: OutputOption = Format.TABLE
) -> None:
    """Stop jobs but keep their ids, their place in the queue and their checkpoints.

    Examples:
        muster suspend train --reason 'make room for the demo'
        muster resume train
    """
    requests.ask("suspend", references, reason, how)
