"""How the three commands talk: a table to stdout, messages to stderr, an error as its exit code."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

import typer
from muster.local.errors import LocalError, UnavailableError
from muster.local.progress import Lines, LiveTable, Progress
from muster.local.stack import Standing
from rich.console import Console
from rich.table import Table

_WHAT_STAYS = "what is ready stays up: `muster up` goes on from there, `muster down` stops it"

_messages = Console(stderr=True, highlight=False, soft_wrap=True)
_results = Console(highlight=False)


def say(message: str) -> None:
    """A message for people."""
    _messages.print(message, markup=False)


def show(standings: Sequence[Standing], *, seconds: Mapping[str, float] | None = None) -> None:
    """One line per program, then the sum."""
    table = Table("NAME", "STATE", "PORT", "PID", "MEMORY", "SECONDS", box=None, pad_edge=False)
    for standing in standings:
        table.add_row(
            standing.name,
            standing.state,
            str(standing.port or ""),
            str(standing.pid or ""),
            f"{standing.resident_bytes / 1e6:.0f} MB" if standing.pid else "",
            f"{seconds[standing.name]:.1f}" if seconds and standing.name in seconds else "",
        )
    ready = sum(standing.state == "ready" for standing in standings)
    total_bytes = sum(standing.resident_bytes for standing in standings)
    _results.print(table)
    _results.print(f"{ready} of {len(standings)} ready, {total_bytes / 1e9:.2f} GB resident")


@contextmanager
def progress() -> Generator[Progress]:
    """Shows what happens, as a live table on a terminal, as lines elsewhere; our errors end the command."""
    try:
        if _messages.is_terminal:
            with LiveTable(_messages) as table:
                yield table
        else:
            yield Lines(_messages)
    except KeyboardInterrupt:
        say(_WHAT_STAYS)
        raise
    except LocalError as error:
        say(f"error: {error}")
        if isinstance(error, UnavailableError):
            say(_WHAT_STAYS)
        raise typer.Exit(error.exit_code) from error
