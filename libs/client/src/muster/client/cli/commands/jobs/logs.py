"""`muster logs`: what a job's ranks wrote, or what a server of the local stack wrote."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from muster.client.cli import connect, output
from muster.client.cli.durations import parse
from muster.client.cli.follow import progress
from muster.client.cli.follow.tail import tail_file
from muster.client.cli.messages import next_command, say, styled
from muster.client.cli.output import Format
from muster.client.handle import JobHandle
from muster.client.resources import WAITING, Job, LogLine
from muster.client.settings import Settings

app = typer.Typer()
LOG_PATHS: Final = "muster.logs"
_RANK_COLOURS: Final = ("36", "35", "33", "32", "34", "31")


@app.command()
def logs(
    name: Annotated[str, typer.Argument(metavar="JOB|SERVER", help="A job, or a server of the local stack.")],
    *,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Go on until the job is over; end with its result.")
    ] = False,
    rank: Annotated[int | None, typer.Option(min=0, help="Only of this rank.")] = None,
    attempt: Annotated[int | None, typer.Option(min=1, help="Of this attempt; the newest otherwise.")] = None,
    previous: Annotated[
        bool, typer.Option("--previous", "-p", help="Of the attempt before the newest.")
    ] = False,
    tail: Annotated[
        int | None, typer.Option("--tail", "-n", min=0, help="Only the last so many lines.")
    ] = None,
    since: Annotated[
        float | None,
        typer.Option(metavar="DURATION", parser=parse, help="Only what was written in the last 5m, 2h ..."),
    ] = None,
    how: Annotated[
        Format, typer.Option("--output", "-o", help="table prints text; jsonl an object a line.")
    ] = Format.TABLE,
) -> None:
    """What a job's ranks wrote, or what a server of the local stack wrote.

    With -f it waits for a pending job, saying why it waits, and goes on through restarts of the service.
    """
    if how not in {Format.TABLE, Format.JSONL}:
        raise typer.BadParameter(f"-o {how}: allowed for logs are table (text) and jsonl")
    if (file := _server_log(name)) is not None:
        for line in tail_file(file, lines=tail, follow=follow):
            output.write(line)
        return
    handle = connect.job(name)
    which: dict[str, Any] = {
        "rank": rank,
        "attempt": attempt,
        "previous": previous,
        "tail": tail,
        "since_s": since,
    }
    if follow:
        raise typer.Exit(follow_to_the_end(handle, how, which))
    job = handle.status()
    _print(handle.logs(**which), job, how, rank)
    if job.state in WAITING:
        _say_why_nothing_runs(job)


def follow_to_the_end(
    handle: JobHandle, how: Format = Format.TABLE, which: dict[str, Any] | None = None
) -> int:
    """Print what a job writes until it is over; the exit code that its result means."""
    job = progress.until_placed(handle)
    lines = handle.logs(follow=True, on_lost=_say_lost, **(which or {}))
    _print(lines, job, how, (which or {}).get("rank"))
    return progress.ended(handle.wait())


def _server_log(name: str) -> Path | None:
    """The log file of a server or service of the local stack; the packages that run one know."""
    home = Settings.load().home
    for point in entry_points(group=LOG_PATHS):
        path = point.load()(home, name)
        if path is not None:
            return path
    return None


def _print(lines: Iterator[LogLine], job: Job, how: Format, rank: int | None) -> None:
    """Each line as it comes; several ranks are told apart by a prefix."""
    prefixed = job.ranks > 1 and rank is None
    width = len(str(job.ranks - 1))
    for line in lines:
        if how is Format.JSONL:
            output.write(output.json_line(line.raw))
        elif prefixed:
            colour = _RANK_COLOURS[line.rank % len(_RANK_COLOURS)]
            output.write(f"{styled(f'rank {line.rank:>{width}} |', colour, sys.stdout)} {line.text}\n")
        else:
            output.write(f"{line.text}\n")
        sys.stdout.flush()


def _say_lost(reason: str) -> None:
    say(f"connection lost ({reason}); reconnecting, nothing will be missed")


def _say_why_nothing_runs(job: Job) -> None:
    reason = f": {job.reason.message}" if job.reason else ""
    say(f"{job.job_id} is {job.state.lower()}{reason}")
    next_command(f"muster logs -f {job.job_id}      waits for it")
