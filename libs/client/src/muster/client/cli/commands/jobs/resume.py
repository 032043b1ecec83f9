"""`muster resume`: queue a suspended job again."""

from __future__ import annotations

import typer
from muster.client.cli.commands.jobs import requests
from muster.client.cli.commands.jobs.requests import ReasonOption
from muster.client.cli.connect import JobArgument

app = typer.Typer()


@app.command()
def resume(references: list[JobArgument], reason: ReasonOption = "") -> None:
    """Queue a suspended job again."""
    requests.ask("resume", references, reason)
