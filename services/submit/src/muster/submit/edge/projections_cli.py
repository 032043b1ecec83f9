"""`muster projections`: which there are, how far each is, and making one anew from the log.

muster projections status                    positions of each projection against the end of the log
muster projections rebuild submit/tables     beside the live one; compared, then swapped in
"""

from __future__ import annotations

import json
import logging
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, NoReturn

import typer
from muster.journal.errors import JournalError
from muster.journal.journal import Journal
from muster.journal.kafka import KafkaJournal
from muster.journal.position import Start
from muster.service import InvalidSettings
from muster.submit.config import Settings
from muster.views import registry
from muster.views.projection import Projection
from muster.views.rebuild import Differs, rebuild
from muster.views.view import Behind, Overtaken, Unavailable
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

app = typer.Typer(
    help="The services' tables, search and graphs: how far they are, and making one anew from the log.",
    add_completion=False,
)

EXIT_ERROR: Final = 1
EXIT_USAGE: Final = 2
EXIT_CONFLICT: Final = 4
EXIT_UNAVAILABLE: Final = 6

_out = Console(highlight=False)
_err = Console(stderr=True, highlight=False)


class Output(StrEnum):
    """How to print."""

    TABLE = "table"
    JSON = "json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """How far a projection is.

    Attributes:
        projection: Its name.
        applied: Offsets applied, over all partitions; None: the store does not say.
        behind: Offsets from there to the end of the log.
        failure: Why the store does not say.
    """

    projection: str
    applied: int | None = None
    behind: int | None = None
    failure: str | None = None


@app.command()
def status(
    output: Annotated[
        Output, typer.Option("--output", "-o", help="For people or for programs.")
    ] = Output.TABLE,
) -> None:
    """Show how far each projection is behind the end of the log; exit code 6 when a store does not answer.

    Examples:
        muster projections status
    """
    with _opened() as (settings, journal):
        lines = [_line(registry.declared(name).open(settings), journal) for name in registry.names()]
    if output is Output.JSON:
        typer.echo(json.dumps([asdict(line) for line in lines], indent=2))
    else:
        table = Table("PROJECTION", "APPLIED", "BEHIND", "", box=None)
        for line in lines:
            table.add_row(line.projection, _cell(line.applied), _cell(line.behind), line.failure or "")
        _out.print(table)
    if any(line.failure for line in lines):
        raise typer.Exit(EXIT_UNAVAILABLE)


def _names(incomplete: str) -> Sequence[str]:
    """For the shell's completion."""
    return [name for name in registry.names() if name.startswith(incomplete)]


@app.command(name="rebuild")
def rebuild_(
    name: Annotated[
        str, typer.Argument(help="Which projection: SERVICE/KIND, as in status.", autocompletion=_names)
    ],
    accept_differences: Annotated[
        bool,
        typer.Option(
            "--accept-differences",
            help="Swap even when old and new differ, as after a change of the mapping.",
        ),
    ] = False,
) -> None:
    """Rebuild a projection from the log beside the live one, compare, and swap; nothing stops meanwhile.

    Examples:
        muster projections rebuild submit/tables
    """
    try:
        declared = registry.declared(name)
    except LookupError as error:
        _fail(str(error), EXIT_USAGE)
    with _opened() as (settings, journal):
        kept = declared.open(settings)
        try:
            with _bar(name) as bar:
                rebuilt = rebuild(kept, journal, accept_differences=accept_differences, on_progress=bar)
        except Differs as error:
            lines = "\n".join(f"  {line}" for line in error.differences)
            _fail(
                f"{name}: not swapped; rebuilt and live differ:\n{lines}",
                EXIT_CONFLICT,
                "--accept-differences swaps",
            )
        except Overtaken as error:
            _fail(f"{name}: another rebuild took over: {error}", EXIT_CONFLICT)
        except Unavailable as error:
            _fail(f"{name}: {error}", EXIT_UNAVAILABLE, "muster status")
        except Behind as error:
            hint = "--accept-differences, if the log was reset on purpose"
            _fail(f"{name}: {error}", EXIT_ERROR, hint)
        finally:
            kept.view.close()
    _out.print(f"{name}: rebuilt from {rebuilt.records} records, compared with the live one, and swapped in")
    for kind, count in sorted(rebuilt.counts.items()):
        _out.print(f"  {count:>8} {kind}")
    for line in rebuilt.differences:
        _out.print(f"  accepted: {line}")


def _line(kept: Projection[Any], journal: Journal) -> Line:
    with closing(journal.reader(kept.topics, start=Start.END, name="projections-status")) as reader:
        end = reader.positions()
    try:
        positions = kept.view.positions()
    except (Overtaken, Unavailable) as error:
        return Line(projection=kept.name, failure=str(error))
    finally:
        kept.view.close()
    behind = sum(max(0, n - positions.get(partition, 0)) for partition, n in end.items())
    return Line(projection=kept.name, applied=sum(positions.values()), behind=behind)


def _cell(number: int | None) -> str:
    return "?" if number is None else str(number)


@contextmanager
def _opened() -> Generator[tuple[Settings, Journal]]:
    """Settings and the log; a failure to reach them is a message and an exit code."""
    logging.getLogger("neo4j").setLevel(logging.ERROR)  # it warns of every retry
    try:
        settings = Settings.load()
    except InvalidSettings as error:
        _fail(str(error), EXIT_USAGE)
    try:
        journal = KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, "muster-projections")
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
