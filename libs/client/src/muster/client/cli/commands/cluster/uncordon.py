"""`muster uncordon`: place work on a node again."""

from __future__ import annotations

import typer
from muster.client.cli.commands.cluster import requests
from muster.client.cli.commands.cluster.requests import NodeArgument

app = typer.Typer()


@app.command()
def uncordon(node_id: NodeArgument) -> None:
    """Place work on a node again. Needs the role operator."""
    requests.ask(node_id, lambda client: client.uncordon(node_id))
