"""`muster cordon`."""

from __future__ import annotations

import typer
from muster.submit.cli.cluster import requests
from muster.submit.cli.cluster.requests import NodeArgument
from muster.submit.cli.jobs.requested.requests import ReasonOption
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def cordon(node_id: NodeArgument, *, reason: ReasonOption = "", how: OutputOption = Format.TABLE) -> None:
    """Close a node to new work; running jobs continue. Needs the role operator.

    Examples:
        muster cordon gpu-17 --reason 'noisy fan'
    """
    requests.ask(node_id, lambda client: client.cordon(node_id, reason=reason), how)
