"""`muster projections`: how far each is behind the log, and rebuilding one from the log.

muster projections status                    positions of each projection against the end of the log
muster projections rebuild submit/tables     beside the live one; compared, then swapped in
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from muster.terminal import output
from muster.terminal.messages import CommandFailed
from muster.terminal.output import Column, Format, OutputOption, View

if TYPE_CHECKING:
    from muster.journal.journal import Journal
    from muster.service.settings import ProjectionSettings
    from muster.views.projection import Projection
    from muster.views.rebuild import Rebuilt

app = typer.Typer(
    help="Show how far tables, search indexes and graphs lag behind the log; rebuild one from the log.",
    no_args_is_help=True,
)

_ERROR: Final = 1
_USAGE: Final = 2
_CONFLICT: Final = 4
_UNAVAILABLE: Final = 6
_MEMBERSHIPS: Final = "muster-projections-memberships"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Progress of a projection.

    Attributes:
        projection: Name of the projection.
        applied: Offsets applied, over all partitions; None: the store does not answer.
        behind: Offsets from there to the end of the log.
        failure: Why the store does not answer.
    """

    projection: str
    applied: int | None = None
    behind: int | None = None
    failure: str | None = None


_PROGRESS: Final[View[Progress]] = View(
    columns=(
        Column("PROJECTION", lambda each: each.projection),
        Column("APPLIED", lambda each: _number(each.applied), right=True),
        Column("BEHIND", lambda each: _number(each.behind), right=True),
        Column("FAILURE", lambda each: each.failure or "-", least=16),
    ),
    raw=asdict,
    name=lambda each: each.projection,
    empty="no projection is installed",
)


@app.command()
def status(*, how: OutputOption = Format.TABLE) -> None:
    """Show how far each projection lags behind the log; exit with 6 if a store does not answer.

    Examples:
        muster projections status
        muster projections status -o json
    """
    from muster.views import registry

    with _opened() as (settings, journal):
        found = [_progress(registry.declared(name).open(settings), journal) for name in registry.names()]
    output.show(found, _PROGRESS, how)
    if any(each.failure for each in found):
        raise typer.Exit(_UNAVAILABLE)


def _names(incomplete: str) -> Sequence[str]:
    """Return names for the shell's completion."""
    from muster.views import registry

    return [name for name in registry.names() if name.startswith(incomplete)]


@app.command(name="rebuild")
def rebuild_(
    name: Annotated[
        str, typer.Argument(help="Projection, SERVICE/KIND, as shown by status.", autocompletion=_names)
    ],
    *,
    accept_differences: Annotated[
        bool,
        typer.Option(
            "--accept-differences",
            help="Swap even if old and new differ, e.g. after a change of the mapping.",
        ),
    ] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Rebuild a projection beside the live one, compare both, and swap them, without interruption.

    Examples:
        muster projections rebuild submit/tables
    """
    from muster.identity.report_check import checking_reports
    from muster.views import registry

    try:
        declared = registry.declared(name)
    except LookupError as error:
        raise CommandFailed(str(error), exit_code=_USAGE) from None
    with (
        _opened() as (settings, journal),
        checking_reports(journal, settings.node_jwks_file, settings.cell, name=_MEMBERSHIPS) as check,
    ):
        rebuilt = _rebuilt(declared.open(settings, check), journal, accept_differences=accept_differences)
    if how.for_people:
        output.write(
            f"{name}: rebuilt from {rebuilt.records} records, compared with the live one, swapped in\n"
        )
        output.write("".join(f"  {count:>8} {kind}\n" for kind, count in sorted(rebuilt.counts.items())))
        output.write("".join(f"  accepted: {line}\n" for line in rebuilt.differences))
    else:
        accepted = {"differences_accepted": list(rebuilt.differences)}
        counts = {"records": rebuilt.records, "counts": dict(rebuilt.counts)}
        output.show_one({"projection": name, **counts, **accepted}, name, how)


def _rebuilt(kept: Projection[Any], journal: Journal, *, accept_differences: bool) -> Rebuilt:
    """Rebuild it.

    Raises:
        CommandFailed: it was not swapped in; says why.
    """
    from muster.views.rebuild import Differs, rebuild
    from muster.views.view import Behind, Overtaken, Unavailable

    name = kept.name
    try:
        with _bar(name) as bar:
            return rebuild(kept, journal, accept_differences=accept_differences, on_progress=bar)
    except Differs as error:
        lines = "\n".join(f"  {line}" for line in error.differences)
        problem = f"{name}: not swapped; rebuilt and live differ:\n{lines}"
        raise CommandFailed(problem, exit_code=_CONFLICT, hint="--accept-differences swaps") from None
    except Overtaken as error:
        raise CommandFailed(f"{name}: another rebuild took over: {error}", exit_code=_CONFLICT) from None
    except Unavailable as error:
        raise CommandFailed(f"{name}: {error}", exit_code=_UNAVAILABLE, hint="`muster status`") from None
    except Behind as error:
        hint = "--accept-differences swaps, if the log was reset on purpose"
        raise CommandFailed(f"{name}: {error}", exit_code=_ERROR, hint=hint) from None
    finally:
        kept.view.close()


def _progress(kept: Projection[Any], journal: Journal) -> Progress:
    from muster.journal.position import Start
    from muster.views.projection import offsets_missing
    from muster.views.view import Overtaken, Unavailable

    with closing(journal.reader(kept.topics, start=Start.END, name="projections-status")) as reader:
        end = reader.positions()
    try:
        positions = kept.view.positions()
    except (Overtaken, Unavailable) as error:
        return Progress(projection=kept.name, failure=str(error))
    finally:
        kept.view.close()
    behind = offsets_missing(positions, end)
    return Progress(projection=kept.name, applied=sum(positions.values()), behind=behind)


def _number(count: int | None) -> str:
    return "?" if count is None else str(count)


@contextmanager
def _opened() -> Generator[tuple[ProjectionSettings, Journal]]:
    """Settings and the log.

    Raises:
        CommandFailed: the settings are invalid, or the log does not answer.
    """
    from muster.events.topics import IDENTITY_EVENTS
    from muster.journal.errors import JournalError
    from muster.journal.kafka import KafkaJournal
    from muster.service.settings import InvalidSettings, ProjectionSettings

    logging.getLogger("neo4j").setLevel(logging.ERROR)  # it warns of every retry
    try:
        settings = ProjectionSettings.load()
    except InvalidSettings as error:
        raise CommandFailed(str(error), exit_code=_USAGE) from None
    try:
        journal = KafkaJournal(
            settings.kafka_bootstrap,
            settings.schema_registry_url,
            "muster-projections",
            topics=[IDENTITY_EVENTS],  # a log that does not answer is known now, not in the background
        )
        with closing(journal):
            yield settings, journal
    except JournalError as error:
        problem = f"{type(error).__name__}: {error}"
        raise CommandFailed(problem, exit_code=_UNAVAILABLE, hint="`muster status`") from None


@contextmanager
def _bar(name: str) -> Generator[Callable[[int, int], None]]:
    """A progress bar on a terminal, nothing elsewhere."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True, highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bars(*columns, console=console, disable=not console.is_terminal, transient=True) as bars:
        task = bars.add_task(f"rebuilding {name}", total=None)

        def advance(read: int, left: int) -> None:
            bars.update(task, completed=read, total=read + left)

        yield advance
