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

    Ends with 6 when something ended by itself or does not answer, or when nothing runs.
    """
    home = Home.default()
    standings = stack.status(home)
    if not standings:
        output.say(f"no stack was started in {home.root} yet: `muster up`")
        raise typer.Exit(UnavailableError.exit_code)
    if how is Format.JSON:
        typer.echo(json.dumps([standing.document() for standing in standings], indent=2))
    else:
        output.show(standings)
    states = {standing.state for standing in standings}
    if states & {"ended", "not ready"} or "ready" not in states:
        output.say("`muster up` starts what does not run; `muster logs NAME` says why something failed")
        raise typer.Exit(UnavailableError.exit_code)
