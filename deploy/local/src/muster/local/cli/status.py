"""`muster status`."""

from __future__ import annotations

import typer
from muster.local.cli import output
from muster.local.errors import UnavailableError
from muster.local.home import Home
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def status(*, how: OutputOption = Format.TABLE) -> None:
    """Show the programs of the local stack with state, port and memory.

    Exits with 6 if a program has crashed or does not answer, or if none is running.

    Examples:
        muster status
        muster status -o json
    """
    from muster.local import stack

    home = Home.default()
    standings = stack.status(home)
    if not standings:
        say(f"no stack has been started in {home.root} yet: `muster up` starts one")
        raise typer.Exit(UnavailableError.exit_code)
    output.show(standings, how)
    states = {standing.state for standing in standings}
    if states & {"ended", "not ready"} or "ready" not in states:
        say("`muster up` starts the programs that are not running; `muster logs NAME` shows why one failed")
        raise typer.Exit(UnavailableError.exit_code)
