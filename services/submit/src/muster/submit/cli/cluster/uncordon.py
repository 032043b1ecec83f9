"""`muster uncordon`."""

from __future__ import annotations

import typer
from muster.submit.cli.cluster import requests
from muster.submit.cli.cluster.requests import NodeArgument
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def uncordon(node_id: NodeArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Open a node to new work again. Needs the role operator.

    Examples:
        muster uncordon gpu-17
    """
    requests.ask(node_id, lambda client: client.uncordon(node_id), how)
