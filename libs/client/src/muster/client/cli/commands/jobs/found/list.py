"""`muster list`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer
from muster.client.cli import columns, completion
from muster.client.cli.commands.jobs.found import filters
from muster.client.cli.connect import client
from muster.client.cli.follow.watch import watch as watch_items
from muster.client.resources import Job
from muster.terminal import output
from muster.terminal.durations import SinceOption
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption, WatchOption

app = typer.Typer()


@app.command("list")
def list_jobs(
    text: Annotated[str | None, typer.Argument(help="Show only jobs that contain these words.")] = None,
    *,
    state: Annotated[
        list[str] | None,
        typer.Option(
            "--state",
            "-s",
            help="Show only jobs in this state; repeatable.",
            callback=filters.states,
            autocompletion=completion.states,
        ),
    ] = None,
    user: Annotated[str | None, typer.Option("--user", "-u", help="Show only jobs of this user.")] = None,
    team: Annotated[str | None, typer.Option(help="Show only jobs of this team.")] = None,
    queue: Annotated[
        str | None,
        typer.Option("--queue", "-q", help="Show only jobs in this queue.", autocompletion=completion.queues),
    ] = None,
    label: Annotated[
        list[str] | None,
        typer.Option(
            "--label",
            "-l",
            metavar="KEY=VALUE",
            help="Show only jobs with this label; repeatable.",
            callback=filters.labels,
        ),
    ] = None,
    since: SinceOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Maximum number of jobs.")] = 50,
    how: OutputOption = Format.TABLE,
    watch: WatchOption = False,
) -> None:
    """List jobs, newest first.

    Examples:
        muster list --state queued --queue vision
        muster list --watch
        muster list -l dataset=oasst2 -o name
    """
    connected = client()
    after = datetime.now(UTC) - timedelta(seconds=since) if since is not None else None

    def fetch() -> list[Job]:
        jobs = connected.jobs(
            limit=limit,
            state=state or (),
            user=user,
            team=team,
            queue=queue,
            labels=label or (),
            since=after,
            text=text,
        )
        return list(jobs)

    if watch:
        watch_items(fetch, columns.jobs, how)
        return
    found = fetch()
    if not found and how.for_people:
        say(filters.why_empty(connected, queue=queue, user=user, team=team, labels=label or ()))
        return
    output.show(found, columns.jobs(), how)
    if how.for_people and len(found) == limit:
        say(f"showing the newest {limit} jobs; use -n for more")
