"""`muster projections`: what is kept where, how far each is, and making one anew from the log.

muster projections status                    positions of each projection against the end of the log
muster projections rebuild NAME              beside the live one; compared, then swapped in
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing, contextmanager
from enum import StrEnum
from typing import Annotated, Any, Final, NoReturn

import typer
from muster.journal.errors import JournalError
from muster.journal.journal import Journal
from muster.journal.kafka import KafkaJournal
from muster.journal.position import Start
from muster.submit.config import BadSettings, Settings
from muster.submit.edge.projections import TOPICS, projections
from muster.views.projection import Projection
from muster.views.rebuild import Differs, rebuild
from muster.views.view import Behind, Overtaken
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

app = typer.Typer(help="Tables, search and graph: how far they are, and making one anew from the log.")

EXIT_ERROR: Final = 1
EXIT_USAGE: Final = 2
EXIT_CONFLICT: Final = 4
EXIT_UNAVAILABLE: Final = 6

_out = Console(highlight=False)
_err = Console(stderr=True, highlight=False)


class Name(StrEnum):
    """A projection."""

    TABLES = "tables"
    SEARCH = "search"
    GRAPH = "graph"


@app.command()
def status() -> None:
    """How far each projection is behind the end of the log. Exit code 6 when a store does not answer."""
    table = Table("PROJECTION", "STORE", "APPLIED", "BEHIND", box=None)
    failed = False
    with _opened() as (settings, journal):
        for projection in projections(settings):
            try:
                applied, behind = _progress(projection, journal)
                table.add_row(projection.name, type(projection.view).__name__, str(applied), str(behind))
            except Exception as error:  # of whatever kind: a store that is down is a line of this table
                failed = True
                table.add_row(
                    projection.name, type(projection.view).__name__, "?", f"{type(error).__name__}: {error}"
                )
    _out.print(table)
    if failed:
        raise typer.Exit(EXIT_UNAVAILABLE)


@app.command(name="rebuild")
def rebuild_(
    name: Annotated[Name, typer.Argument(help="Which projection.")],
    accept_differences: Annotated[
        bool,
        typer.Option(
            "--accept-differences",
            help="Swap even when old and new differ, as after a change of the mapping.",
        ),
    ] = False,
) -> None:
    """Make a projection anew beside the live one, compare, and swap. Nothing stops meanwhile."""
    with _opened() as (settings, journal):
        (projection,) = [p for p in projections(settings) if p.name == name]
        try:
            with _bar(name) as bar:
                rebuilt = rebuild(projection, journal, accept_differences=accept_differences, on_progress=bar)
        except Differs as error:
            lines = "\n".join(f"  {line}" for line in error.differences)
            _fail(
                f"{name}: not swapped; rebuilt and live differ:\n{lines}",
                EXIT_CONFLICT,
                "--accept-differences swaps",
            )
        except Overtaken as error:
            _fail(f"{name}: another rebuild took over: {error}", EXIT_CONFLICT)
        except Behind as error:
            _fail(str(error), EXIT_ERROR, "was the log reset? then --fresh the stack, or drop the view")
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(rebuilt.counts.items()))
    _out.print(f"{name}: rebuilt from {rebuilt.records} records and swapped: {counts}")
    for line in rebuilt.differences:
        _out.print(f"  accepted: {line}")


def _progress(projection: Projection[Any], journal: Journal) -> tuple[int, int]:
    """Offsets applied, and offsets between there and the end of the log."""
    positions = projection.view.positions()
    with closing(journal.reader(projection.topics, start=Start.END, name="projections-status")) as reader:
        end = reader.positions()
    return sum(positions.values()), sum(max(0, n - positions.get(k, 0)) for k, n in end.items())


@contextmanager
def _opened() -> Generator[tuple[Settings, Journal]]:
    """Settings and the log; a failure to reach them is a message and an exit code."""
    try:
        settings = Settings.load()
    except BadSettings as error:
        _fail(str(error), EXIT_USAGE)
    try:
        journal = KafkaJournal(
            settings.kafka_bootstrap, settings.schema_registry_url, "muster-projections", topics=TOPICS
        )
        with closing(journal):
            yield settings, journal
    except JournalError as error:
        _fail(f"{type(error).__name__}: {error}", EXIT_UNAVAILABLE, "muster status")


@contextmanager
def _bar(name: str) -> Generator[Any]:
    """A progress bar on a terminal, nothing elsewhere."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=_err, disable=not _err.is_terminal, transient=True) as progress:
        task = progress.add_task(f"rebuilding {name}", total=None)

        def advance(read: int, left: int) -> None:
            progress.update(task, completed=read, total=read + left)

        yield advance


def _fail(message: str, code: int, hint: str = "") -> NoReturn:
    _err.print(f"[red]error[/red]: {message}", soft_wrap=True)
    if hint:
        _err.print(f"  try: {hint}", soft_wrap=True)
    raise typer.Exit(code)
