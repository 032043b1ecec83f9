"""`muster down`."""

from __future__ import annotations

import typer
from muster.local import stack
from muster.local.cli import output
from muster.local.home import Home
from muster.terminal.words import counted

app = typer.Typer()


@app.command()
def down() -> None:
    """Stop everything that `muster up` started; data stays.

    Examples:
        muster down
    """
    with output.progress() as progress:
        stopped = stack.down(Home.default(), progress=progress)
    output.say(
        f"stopped {counted(stopped, 'process', 'processes')}; data stays"
        if stopped
        else "nothing was running"
    )
