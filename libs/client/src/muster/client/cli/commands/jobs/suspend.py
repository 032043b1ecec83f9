"""`muster suspend`: stop a job but keep its place, its id and its checkpoints."""

from __future__ import annotations

import typer
from muster.client.cli.commands.jobs import requests
from muster.client.cli.commands.jobs.requests import ReasonOption
from muster.client.cli.connect import JobArgument

app = typer.Typer()


@app.command()
def suspend(references: list[JobArgument], reason: ReasonOption = "") -> None:
    """Stop a job but keep its place, its id and its checkpoints."""
    requests.ask("suspend", references, reason)
