"""`muster resume`: queue a suspended job again."""

from __future__ import annotations

import typer
from muster.client.cli import requests
from muster.client.cli.connect import JobArgument
from muster.client.cli.requests import ReasonOption

app = typer.Typer()


@app.command()
def resume(references: list[JobArgument], reason: ReasonOption = "") -> None:
    """Queue a suspended job again."""
    requests.ask("resume", references, reason)
