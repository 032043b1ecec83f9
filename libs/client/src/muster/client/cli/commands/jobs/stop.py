"""`muster stop`: stop a job for good; what runs gets its grace period."""

from __future__ import annotations

import typer
from muster.client.cli.commands.jobs import requests
from muster.client.cli.commands.jobs.requests import ReasonOption
from muster.client.cli.connect import JobArgument

app = typer.Typer()


@app.command()
def stop(references: list[JobArgument], reason: ReasonOption = "") -> None:
    """Stop a job for good; what runs gets its grace period."""
    requests.ask("cancel", references, reason)
