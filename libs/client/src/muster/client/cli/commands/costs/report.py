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
    team: Annotated[str, typer.Option("--team", help="Whose week.")],
    week: Annotated[str, typer.Option("--week", help="Like 2026-W47; the last that is over otherwise.")] = "",
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Write one HTML file, its picture in it, not Markdown."),
    ] = None,
) -> None:
    """Write a team's week, as Markdown or HTML: spent, lost, idle, budgets, and what next week may cost.

    It says what you may see: the week of your team; with the role billing, of any team of your tenant.

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
    say(f"{html}: {team}, {week or 'the last week that is over'}")
