"""`muster down`."""

from __future__ import annotations

import typer
from muster.local.cli import output
from muster.local.home import Home
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption, show_one
from muster.terminal.words import counted

app = typer.Typer()


@app.command()
def down(*, how: OutputOption = Format.TABLE) -> None:
    """Stop everything that `muster up` started; data is kept.

    Examples:
        muster down
    """
    from muster.local import stack

    home = Home.default()
    with output.progress() as progress:
        stopped = stack.down(home, progress=progress)
    if not how.for_people:
        show_one({"home": str(home.root), "processes_stopped": stopped}, str(home.root), how)
    else:
        said = f"stopped {counted(stopped, 'process', 'processes')}; data is kept"
        say(said if stopped else "nothing was running")
