"""`muster queues`: the queues jobs wait in; the same as `muster queue list`."""

from __future__ import annotations

import typer
from muster.client.cli import columns, output
from muster.client.cli.connect import client
from muster.client.cli.output import Format, JsonOption, OutputOption

app = typer.Typer()


@app.command()
def queues(how: OutputOption = Format.TABLE, as_json: JsonOption = False) -> None:
    """The queues jobs wait in; the same as `muster queue list`."""
    output.show(client().queues(), columns.queues(), output.chosen(how, as_json))
