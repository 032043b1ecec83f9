"""`muster resume`."""

from __future__ import annotations

import typer
from muster.client.cli.commands.jobs import requests
from muster.client.cli.commands.jobs.requests import ReasonOption
from muster.client.cli.connect import JobArgument
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def resume(
    references: list[JobArgument], *, reason: ReasonOption = "", how: OutputOption = Format.TABLE
) -> None:
    """Queue suspended jobs again.

    Examples:
        muster resume train
    """
    requests.ask("resume", references, reason, how)
