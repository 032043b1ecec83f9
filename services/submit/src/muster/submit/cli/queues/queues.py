"""`muster queues`."""

from __future__ import annotations

import typer
from muster.client.cli.connect import client
from muster.submit.cli import columns
from muster.terminal import output
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def queues(*, how: OutputOption = Format.TABLE) -> None:
    """List the queues; the same as `muster queue list`.

    Examples:
        muster queues
    """
    output.show(client().queues(), columns.queues(), how)
