"""`muster cost export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from muster.client.cli.connect import client
from muster.metering.cli.periods import DAY_S, ago
from muster.metering.cli.periods import month as of_month
from muster.terminal import durations
from muster.terminal.messages import say

_FILES: Final = ("csv", "parquet")
_SINCE_S: Final = 30 * DAY_S


def export(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="File to write, .csv or .parquet; an existing file is replaced."),
    ],
    *,
    since: durations.SinceOption = None,
    month: Annotated[
        str, typer.Option("--month", help="Calendar month (UTC), e.g. 2026-11, instead of --since.")
    ] = "",
) -> None:
    """Export the charges as a file in FOCUS 1.2 columns, for FinOps tools.

    Covers whole days: the last 30, --since or --month. A day is charged once it has ended.

    Examples:
        muster cost export november.csv --month 2026-11
        muster cost export week.parquet --since 7d
    """
    kind = file.suffix.removeprefix(".")
    if kind not in _FILES:
        raise typer.BadParameter(f"file is {file}; its name must end in .csv or .parquet")
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
