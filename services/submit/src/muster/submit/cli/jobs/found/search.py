"""`muster search`."""

from __future__ import annotations

from typing import Annotated

import typer
from muster.client.cli.connect import client
from muster.submit.cli import columns
from muster.terminal import output
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def search(
    words: Annotated[list[str], typer.Argument(help="Words to look for.")],
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Maximum number of jobs.")] = 20,
    how: OutputOption = Format.TABLE,
) -> None:
    """Find jobs by words in their names, labels, messages and commands.

    Examples:
        muster search oasst2
        muster search out of memory -n 5
    """
    output.show(list(client().jobs(limit=limit, text=" ".join(words))), columns.jobs(), how)
