"""`muster sim starts`: how often the predicted starts of `muster explain` hold."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from muster.lab.cli.trace import Durations
from muster.lab.edge.trace_runs import Wanted, gather
from muster.lab.loads.shipped import OPENB_NODES, shipped
from muster.lab.loads.traces import TraceError
from muster.lab.pictures.trace_report import duration
from muster.lab.replay.foresight import Foresight, foresee
from rich.console import Console
from rich.table import Table


def starts(
    jobs: Annotated[
        str,
        typer.Option(
            help="Folder of Philly traces, openb pod list, generated job list, or gen:NAME.",
            show_default="data/philly",
        ),
    ] = "",
    load: Annotated[
        int | None,
        typer.Option(min=1, max=10_000, help="Move arrivals so that this % of the capacity is asked for."),
    ] = None,
    durations: Annotated[
        Durations, typer.Option(help="Philly: from steps, or drawn from real run times.")
    ] = (Durations.STEPS),
    seed: Annotated[int, typer.Option(min=0, help="Of all that is drawn.")] = 42,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Replay a load, ask now and then when those that wait will start, and compare with what comes.

    Examples:
        muster sim starts
    """
    drawn = durations is Durations.DRAWN
    wanted = Wanted(jobs=jobs or str(shipped("philly")), load_percent=load, drawn_durations=drawn, seed=seed)
    try:
        found = foresee(gather(wanted, lambda: shipped(OPENB_NODES)))
    except TraceError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(asdict(found)))
    else:
        Console().print(report(found))


def report(found: Foresight) -> Table:
    """The figures for people."""
    table = Table(show_header=False)
    for name, value in rows(found):
        table.add_row(name, value)
    return table


def rows(found: Foresight) -> tuple[tuple[str, str], ...]:
    """(what, figure), as the table has them."""
    return (
        ("asked", f"{found.asked:,}"),
        ("answered with a range", f"{found.ranged:,}"),
        ("started within it", f"{found.in_range_pct:.1f} %"),
        ("started by its end", f"{found.by_latest_pct:.1f} %"),
        ("width of a range, median", duration(found.width_median_ms / 1000)),
        ("from question to start, median", duration(found.wait_median_ms / 1000)),
    )
