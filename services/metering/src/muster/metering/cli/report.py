"""`muster cost report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from muster.client.cli.connect import client
from muster.terminal import output
from muster.terminal.messages import say


def report(
    *,
    team: Annotated[str, typer.Option("--team", help="Team to report on.")],
    week: Annotated[
        str, typer.Option("--week", help="ISO week, e.g. 2026-W47 (default: the last complete week).")
    ] = "",
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Write a self-contained HTML file instead of Markdown on stdout."),
    ] = None,
) -> None:
    """Report a team's week in Markdown or HTML: spent, lost, idle, budgets, and a forecast of next week.

    Available for your own teams; with the role billing, for any team of your tenant.

    Examples:
        muster cost report --team vision
        muster cost report --team vision --week 2026-W47 --html week.html
    """
    text = client().cost_report(team, week=week, kind="markdown" if html is None else "html")
    if html is None:
        output.write(text)
        return
    try:
        html.write_text(text)
    except OSError as error:
        raise typer.BadParameter(f"--html {html}: {error.strerror}") from None
    say(f"{html}: {team}, {week or 'the last complete week'}")
