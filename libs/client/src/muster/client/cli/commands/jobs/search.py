"""`muster search`: jobs in which words are found: names, labels, messages, commands."""

from __future__ import annotations

from typing import Annotated

import typer
from muster.client.cli import columns, output
from muster.client.cli.connect import client
from muster.client.cli.output import Format, JsonOption, OutputOption

app = typer.Typer()


@app.command()
def search(
    words: Annotated[list[str], typer.Argument(help="What to look for.")],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")] = 20,
    how: OutputOption = Format.TABLE,
    as_json: JsonOption = False,
) -> None:
    """Jobs in which words are found: names, labels, messages, commands."""
    found = list(client().jobs(limit=limit, text=" ".join(words)))
    output.show(found, columns.jobs(), output.chosen(how, as_json))
