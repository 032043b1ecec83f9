"""Output of the three commands: a table to stdout, messages to stderr, an error as its exit code."""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import typer
from muster.local.errors import LocalError, UnavailableError
from muster.local.progress import Lines, Progress
from muster.terminal import output
from muster.terminal.messages import interactive, say
from muster.terminal.output import Column, Format, View, table_text, write

if TYPE_CHECKING:
    from muster.local.stack import Standing

_WHAT_STAYS = (
    "programs that are ready keep running: `muster up` continues from here, `muster down` stops them"
)


STANDINGS: Final[View[Standing]] = View(
    columns=(
        Column("NAME", lambda each: each.name),
        Column("STATE", lambda each: each.state),
        Column("PORT", lambda each: str(each.port or "-"), right=True),
        Column("PID", lambda each: str(each.pid or "-"), right=True),
        Column("MEMORY", lambda each: f"{each.resident_bytes / 1e6:.0f} MB" if each.pid else "-", right=True),
    ),
    raw=lambda each: each.document(),
    name=lambda each: each.name,
)


def show(standings: Sequence[Standing], how: Format, *, seconds: Mapping[str, float] | None = None) -> None:
    """Print one line per program, then the total; machine-readable formats leave out the total."""
    if not how.for_people:
        output.show(standings, STANDINGS, how)
        return
    took = seconds or {}
    start: Column[Standing] = Column(
        "SECONDS", lambda each: f"{took[each.name]:.1f}" if each.name in took else "-"
    )
    columns = (*STANDINGS.columns, start) if took else STANDINGS.columns
    ready = sum(standing.state == "ready" for standing in standings)
    total_bytes = sum(standing.resident_bytes for standing in standings)
    write(table_text(standings, replace(STANDINGS, columns=columns)))
    write(f"{ready} of {len(standings)} ready, {total_bytes / 1e9:.2f} GB resident\n")


@contextmanager
def progress() -> Generator[Progress]:
    """Show progress as a live table on a terminal and as lines elsewhere; our errors end the command."""
    try:
        if interactive(sys.stderr):
            from muster.local.live_table import LiveTable
            from rich.console import Console

            with LiveTable(Console(stderr=True, highlight=False, soft_wrap=True)) as table:
                yield table
        else:
            yield Lines()
    except KeyboardInterrupt:
        say(_WHAT_STAYS)
        raise
    except LocalError as error:
        say(f"error: {error}")
        if isinstance(error, UnavailableError):
            say(_WHAT_STAYS)
        raise typer.Exit(error.exit_code) from error
