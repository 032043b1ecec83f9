"""`muster list`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer
from muster.client.cli import completion
from muster.client.cli.commands.token import subject
from muster.client.cli.connect import client, job
from muster.client.cli.follow.watch import watch as watch_items
from muster.client.errors import Unauthorized
from muster.client.resources import Job
from muster.client.settings import Settings
from muster.submit.cli import columns
from muster.submit.cli.jobs.found import filters
from muster.terminal import output
from muster.terminal.durations import SinceOption
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption, WatchOption
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.client.requests import JobFilters
    from muster.client.sync.client import Client

app = typer.Typer()


StatesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--state",
        "-s",
        help="Show only jobs in this state; repeatable.",
        callback=filters.states,
        autocompletion=completion.states,
    ),
]
LabelsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--label",
        "-l",
        metavar="KEY=VALUE",
        help="Show only jobs with this label; repeatable.",
        callback=filters.labels,
    ),
]


@app.command("list")
def list_jobs(
    text: Annotated[str | None, typer.Argument(help="Show only jobs that contain these words.")] = None,
    *,
    state: StatesOption = None,
    user: Annotated[str | None, typer.Option("--user", "-u", help="Show only jobs of this user.")] = None,
    me: Annotated[bool, typer.Option("--me", help="Show only your jobs.")] = False,
    team: Annotated[str | None, typer.Option(help="Show only jobs of this team.")] = None,
    queue: Annotated[
        str | None,
        typer.Option("--queue", "-q", help="Show only jobs in this queue.", autocompletion=completion.queues),
    ] = None,
    label: LabelsOption = None,
    after: Annotated[
        str | None,
        typer.Option(
            "--after",
            metavar="JOB",
            help="Show only jobs that start after this job.",
            autocompletion=completion.jobs,
        ),
    ] = None,
    since: SinceOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Maximum number of jobs.")] = 50,
    how: OutputOption = Format.TABLE,
    watch: WatchOption = False,
) -> None:
    """List jobs: in a table yours before those of others, and the newest first.

    Formats for programs (-o json, jsonl, yaml and name) list the jobs of all users by time alone.

    Examples:
        muster list --me
        muster list --state queued --queue vision
        muster list --watch
        muster list -l dataset=oasst2 -o name
    """
    name = _caller(me, user, how)
    connected = client()
    chosen: JobFilters = {
        "state": state or (),
        "user": name if me else user,
        "team": team,
        "queue": queue,
        "labels": label or (),
        "since": None if since is None else datetime.now(UTC) - timedelta(seconds=since),
        "text": text,
        "starts_after": None if after is None else job(after).job_id,
    }

    first = "" if me else name
    fetch = partial(mine_first, connected, first, limit, chosen)
    if watch:
        watch_items(fetch, columns.jobs, how)
        return
    found = fetch()
    if not found and how.for_people:
        say(filters.why_empty(connected, queue=queue, user=chosen.get("user"), team=team, labels=label or ()))
        return
    output.show(found, columns.jobs(), how)
    if how.for_people:
        _say_which(found, limit, first)


def _caller(me: bool, user: str | None, how: Format) -> str:
    """Return the name of the caller where its jobs are wanted first or alone; else empty."""
    if me and user is not None:
        raise typer.BadParameter("--me is --user with your own name; give one of them")
    name = subject(Settings.load()) if me or (user is None and how.for_people) else ""
    if me and not name:
        raise Unauthorized("the token does not name its user", hint="--user NAME lists the jobs of one user")
    return name


def mine_first(connected: Client, name: str, limit: int, chosen: JobFilters) -> list[Job]:
    """Return the newest jobs of a user, then those of all others; without a name, all by age."""
    if not name:
        return list(connected.jobs(limit=limit, **chosen))
    mine = list(connected.jobs(limit=limit, **{**chosen, "user": name}))
    if len(mine) == limit:
        return mine
    others = (job for job in connected.jobs(limit=limit, **chosen) if job.user != name)
    return [*mine, *islice(others, limit - len(mine))]


def _say_which(found: Sequence[Job], limit: int, name: str) -> None:
    """Report whose jobs come first, and that there may be more."""
    mine = sum(job.user == name for job in found)
    if len(found) == limit:
        say(f"showing {'your' if mine == limit else 'the'} newest {limit} jobs; use -n for more")
    if 0 < mine < len(found):
        say(f"yours first: {counted(mine, 'job')}; --me shows no others")
