"""`muster cost export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from muster.client.cli.commands.costs.periods import DAY_S, ago
from muster.client.cli.commands.costs.periods import month as of_month
from muster.client.cli.connect import client
from muster.terminal import durations
from muster.terminal.messages import say

_FILES: Final = ("csv", "parquet")
_SINCE_S: Final = 30 * DAY_S


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="FILE.csv or FILE.parquet; it is replaced.")],
    *,
    since: durations.SinceOption = None,
    month: Annotated[
        str, typer.Option("--month", help="A month, UTC, like 2026-11, in place of --since.")
    ] = "",
) -> None:
    """Write what is charged as a file in the columns of FOCUS 1.2, for FinOps tools.

    Whole days of the last 30, of --since or of --month. A day is charged when it is over.

    Examples:
        muster cost export november.csv --month 2026-11
        muster cost export week.parquet --since 7d
    """
    kind = file.suffix.removeprefix(".")
    if kind not in _FILES:
        raise typer.BadParameter(f"{file}: the name ends in .csv or .parquet")
    if month and since is not None:
        raise typer.BadParameter("--month and --since are given; must be one of them")
    first, last = of_month(month) if month else (ago(since or _SINCE_S), None)
    part = file.with_name(f"{file.name}.part")
    try:
        with part.open("wb") as written:
            for piece in client().export_costs(kind=kind, since=first, until=last):
                written.write(piece)
        part.replace(file)
    except OSError as error:
        raise typer.BadParameter(f"{file}: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
    say(f"{file}: {file.stat().st_size:,} bytes")
