"""`muster list`: jobs, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer
from muster.client.cli import columns, output
from muster.client.cli.connect import client
from muster.client.cli.durations import DurationOption
from muster.client.cli.follow.watch import watch as watch_items
from muster.client.cli.messages import say
from muster.client.cli.output import Format, JsonOption, OutputOption, WatchOption
from muster.client.resources import STATES, Job

app = typer.Typer()


def _states(names: Sequence[str] | None) -> list[str]:
    wanted = [name.upper() for name in names or ()]
    for name in wanted:
        if name not in STATES:
            raise typer.BadParameter(f"{name}: allowed are {', '.join(s.lower() for s in STATES)}")
    return wanted


@app.command("list")
def list_jobs(
    text: Annotated[str | None, typer.Argument(help="Only jobs in which these words are found.")] = None,
    *,
    state: Annotated[
        list[str] | None,
        typer.Option("--state", "-s", help="Only in this state; may be repeated.", callback=_states),
    ] = None,
    user: Annotated[str | None, typer.Option("--user", "-u", help="Only of this user.")] = None,
    team: Annotated[str | None, typer.Option(help="Only of this team.")] = None,
    queue: Annotated[str | None, typer.Option("--queue", "-q", help="Only in this queue.")] = None,
    label: Annotated[
        list[str] | None, typer.Option("--label", "-l", metavar="KEY=VALUE", help="Only with this label.")
    ] = None,
    since: DurationOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")] = 50,
    how: OutputOption = Format.TABLE,
    as_json: JsonOption = False,
    watch: WatchOption = False,
) -> None:
    """Jobs, newest first."""
    connected = client()
    after = datetime.now(UTC) - timedelta(seconds=since) if since is not None else None

    def fetch() -> list[Job]:
        return list(
            connected.jobs(
                limit=limit,
                state=state or (),
                user=user,
                team=team,
                queue=queue,
                labels=label or (),
                since=after,
                text=text,
            )
        )

    how = output.chosen(how, as_json)
    if watch:
        watch_items(fetch, columns.jobs, how)
        return
    found = fetch()
    output.show(found, columns.jobs(), how)
    if how.for_people and len(found) == limit:
        say(f"the newest {limit}; -n shows more")
