"""`muster status`."""

from __future__ import annotations

import typer
from muster.local import stack
from muster.local.cli import output
from muster.local.errors import UnavailableError
from muster.local.home import Home
from muster.terminal import output as printed
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def status(*, how: OutputOption = Format.TABLE) -> None:
    """Show what of the local stack runs, on which port, with how much memory.

    Exit code 6 when something ended by itself or does not answer, or when nothing runs.

    Examples:
        muster status
        muster status -o json
    """
    home = Home.default()
    standings = stack.status(home)
    if not standings:
        output.say(f"no stack has been started in {home.root} yet: `muster up` starts one")
        raise typer.Exit(UnavailableError.exit_code)
    if how.for_people:
        output.show(standings)
    else:
        printed.show(standings, output.STANDINGS, how)
    states = {standing.state for standing in standings}
    if states & {"ended", "not ready"} or "ready" not in states:
        output.say("`muster up` starts what does not run; `muster logs NAME` shows why something failed")
        raise typer.Exit(UnavailableError.exit_code)
