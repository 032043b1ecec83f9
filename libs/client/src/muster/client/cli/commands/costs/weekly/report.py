"""`muster cost report`."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

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
    from muster.client.cli.commands.costs.weekly.markdown import markdown
    from muster.client.cli.commands.costs.weekly.page import page
    from muster.client.cli.commands.costs.weekly.week import week_of

    first = _monday(week)
    found = week_of(team, first, _asked(team, first))
    if html is None:
        output.write(markdown(found))
        return
    try:
        html.write_text(page(found))
    except OSError as error:
        raise typer.BadParameter(f"--html {html}: {error.strerror}") from None
    say(f"{html}: {team}, {found.name}")


def _asked(team: str, first: date) -> Any:
    from muster.client.cli.commands.costs.weekly.week import DAYS, WEEKS_BEFORE, Answers

    muster, only = client(), [f"team={team}"]
    since, until = _at(first), _at(first + timedelta(days=DAYS))
    before = _at(first - timedelta(days=DAYS * WEEKS_BEFORE))

    def by(dimension: str) -> Any:
        return muster.costs(dimension, since=since, until=until, only=only)["items"]

    return Answers(
        projects=muster.costs("project", step="day", since=before, until=until, only=only)["items"],
        models=by("model"),
        users=by("user"),
        losses=by("loss"),
        efficiency=muster.efficiency("team", since=since, until=until, only=only)["items"],
        idle_jobs=muster.idle_jobs(since=since, until=until, only=only)["items"][:10],
        budgets=muster.budgets(),
    )


def _monday(week: str) -> date:
    """The Monday of a week, or of the last one that is over."""
    if not week:
        today = datetime.now(UTC).date()
        return today - timedelta(days=today.weekday() + 7)
    try:
        return datetime.strptime(f"{week}-1", "%G-W%V-%u").replace(tzinfo=UTC).date()
    except ValueError:
        raise typer.BadParameter(f"--week {week}: a week is written like 2026-W47") from None


def _at(day: date) -> str:
    return f"{day}T00:00:00Z"
