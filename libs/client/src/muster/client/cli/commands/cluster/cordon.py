"""`muster cordon`: place nothing new on a node."""

from __future__ import annotations

import typer
from muster.client.cli.commands.cluster import requests
from muster.client.cli.commands.cluster.requests import NodeArgument
from muster.client.cli.commands.jobs.requests import ReasonOption

app = typer.Typer()


@app.command()
def cordon(node_id: NodeArgument, reason: ReasonOption = "") -> None:
    """Place nothing new on a node; what runs there goes on. Needs the role operator."""
    requests.ask(node_id, lambda client: client.cordon(node_id, reason=reason))
