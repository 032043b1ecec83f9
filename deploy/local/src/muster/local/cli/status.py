"""`muster status`: what of the local stack runs, on which port, with how much memory."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer
from muster.local import stack
from muster.local.cli import output
from muster.local.errors import UnavailableError
from muster.local.home import Home

app = typer.Typer()


class Format(StrEnum):
    """For people, or for programs."""

    TABLE = "table"
    JSON = "json"


@app.command()
def status(how: Annotated[Format, typer.Option("--output", "-o")] = Format.TABLE) -> None:
    """What of the local stack runs, on which port, with how much memory.

    Ends with 6 when something is not ready.
    """
    standings = stack.status(Home.default())
    if how is Format.JSON:
        typer.echo(json.dumps([standing.document() for standing in standings], indent=2))
    else:
        output.show(standings)
    if not standings or any(standing.state != "ready" for standing in standings):
        output.say("`muster up` starts what does not run; `muster logs NAME` says why something failed")
        raise typer.Exit(UnavailableError.exit_code)
