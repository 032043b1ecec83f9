"""`muster logs`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from muster.client.cli import completion, connect, texts
from muster.client.cli.connect import say_connection_lost
from muster.client.cli.follow import progress
from muster.client.cli.follow.interrupted import goes_on
from muster.client.cli.follow.tail import tail_file
from muster.client.errors import NotFound
from muster.client.resources import WAITING, Job, LogLine
from muster.client.settings import Settings
from muster.terminal import output
from muster.terminal.durations import parse
from muster.terminal.escaping import coloured
from muster.terminal.messages import next_command, say, styled
from muster.terminal.output import Format
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.client.sync.handle import JobHandle

app = typer.Typer()
LOG_PATHS: Final = "muster.logs"
_GOES_ON: Final = " [line goes on]"
_RANK_COLOURS: Final = ("36", "35", "33", "32", "34", "31")


@app.command()
def logs(
    name: Annotated[
        str,
        typer.Argument(
            metavar="JOB|SERVER",
            help="A job, or a server of the local stack.",
            autocompletion=completion.jobs,
        ),
    ],
    *,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Follow until the job ends; exit with its result.")
    ] = False,
    rank: Annotated[int | None, typer.Option(min=0, help="Show only this rank.")] = None,
    attempt: Annotated[int | None, typer.Option(min=1, help="Show this attempt (default: newest).")] = None,
    previous: Annotated[
        bool, typer.Option("--previous", "-p", help="Show the attempt before the newest.")
    ] = False,
    tail: Annotated[
        int | None, typer.Option("--tail", "-n", min=0, help="Show only this many of the last lines.")
    ] = None,
    since: Annotated[
        float | None,
        typer.Option(metavar="DURATION", parser=parse, help="Show only lines written in the last 5m, 2h ..."),
    ] = None,
    how: Annotated[
        Format, typer.Option("--output", "-o", help="table: text; jsonl: one object per line.")
    ] = Format.TABLE,
) -> None:
    """Show a job's output, or the log of a server of the local stack.

    With -f it waits for a job that has not started and shows why, and continues when the service restarts.
    Ctrl-C stops following; the job keeps running.

    Examples:
        muster logs -f train
        muster logs train --rank 0 --tail 100
        muster logs train --previous
        muster logs scheduler
    """
    if how not in {Format.TABLE, Format.JSONL}:
        raise typer.BadParameter(f"-o is {how}; must be table or jsonl for logs")
    if previous and attempt is not None:
        raise typer.BadParameter("--previous and --attempt are given; must be one of them")
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
    if follow and rank is None and attempt is None and not previous:
        raise typer.Exit(progress.ended(follow_to_the_end(handle, how, which)))
    job = handle.status()
    _require(job, rank=rank, attempt=attempt, previous=previous)
    if follow:
        raise typer.Exit(progress.ended(follow_to_the_end(handle, how, which)))
    _print(handle.logs(on_bytes_lost=_say_bytes_lost, **which), job, how, rank)
    if job.state in WAITING:
        _say_why_nothing_runs(job)


def follow_to_the_end(
    handle: JobHandle, how: Format = Format.TABLE, which: dict[str, Any] | None = None
) -> Job:
    """Print a job's output until it has ended; return the job.

    Raises:
        typer.Exit: after Ctrl-C; the job keeps running.
    """
    with goes_on(handle.job_id):
        job = progress.until_placed(handle)
        lines = handle.logs(
            follow=True, on_lost=say_connection_lost, on_bytes_lost=_say_bytes_lost, **(which or {})
        )
        _print(lines, job, how, (which or {}).get("rank"))
        return handle.wait()


def _require(job: Job, *, rank: int | None, attempt: int | None, previous: bool) -> None:
    """Check that the job has the requested rank and attempt.

    Raises:
        NotFound: if it does not; the hint names those that it has.
    """
    if rank is not None and rank >= job.ranks:
        has = f"its ranks are 0 to {job.ranks - 1}" if job.ranks > 1 else "its only rank is 0"
        raise NotFound(f"job {job.name} has no rank {rank}", hint=has)
    tried = f"it has had {counted(job.attempt, 'attempt')}: `muster describe {texts.short_id(job.job_id)}`"
    if attempt is not None and attempt > max(job.attempt, 1):
        raise NotFound(f"job {job.name} has no attempt {attempt}", hint=tried)
    if previous and job.attempt < 2:
        raise NotFound(f"job {job.name} has no attempt before the newest", hint=tried)


def _server_log(name: str) -> Path | None:
    """Return the log file of a server or service of the local stack, from the packages that run one."""
    if name.startswith("job-"):
        return None
    from importlib.metadata import entry_points

    home = Settings.load().home
    for point in entry_points(group=LOG_PATHS):
        path = point.load()(home, name)
        if path is not None:
            return path
    return None


def _print(lines: Iterator[LogLine], job: Job, how: Format, rank: int | None) -> None:
    """Print each line as it arrives, with a prefix if there are several ranks."""
    prefixed = job.ranks > 1 and rank is None
    width = len(str(job.ranks - 1))
    for line in lines:
        text = coloured(line.text) + (_GOES_ON if line.goes_on else "")
        if how is Format.JSONL:
            output.write(output.json_line(line.raw))
        elif prefixed:
            colour = _RANK_COLOURS[line.rank % len(_RANK_COLOURS)]
            output.write(f"{styled(f'rank {line.rank:>{width}} |', colour, sys.stdout)} {text}\n")
        else:
            output.write(f"{text}\n")
        sys.stdout.flush()


def _say_bytes_lost(count: int) -> None:
    say(f"{counted(count, 'byte')} of output {'was' if count == 1 else 'were'} lost")


def _say_why_nothing_runs(job: Job) -> None:
    reason = f": {job.reason.message}" if job.reason and job.reason.message else ""
    say(f"{job.job_id} is {job.state.lower()}{reason}")
    next_command(f"muster logs -f {texts.short_id(job.job_id)}      wait for its output")
