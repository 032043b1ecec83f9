"""`muster sim durations`: how often the scheduler's stated bounds on run times hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from muster.lab.durations.calibration import calibrate
from muster.lab.durations.report import calibration_picture, calibration_report
from muster.lab.edge.run_time_loads import LOADS, runs_of
from muster.lab.loads.shipped import shipped
from muster.lab.loads.traces import TraceError
from rich.console import Console


def durations(  # noqa: PLR0917 - Typer passes options by name
    load: Annotated[str, typer.Option(help=f"{', '.join(LOADS)}; several with commas.")] = ",".join(LOADS),
    runs: Annotated[int, typer.Option(min=1, help="Of each load, so many; Gavel's are always all.")] = 40_000,
    seed: Annotated[int, typer.Option(min=0, help="Of all that is drawn.")] = 42,
    philly: Annotated[Path | None, typer.Option(help="Folder of Philly's files; ours if absent.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Write stated against observed here (SVG).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """How often a bound on a run time held, stated before and learned after, by load.

    Examples:
        muster sim durations
    """
    try:
        folder = philly or shipped("philly")
        found = [calibrate(name, runs_of(name, folder, runs, seed)) for name in load.split(",")]
        if picture:
            picture.write_text(calibration_picture(found))
    except (TraceError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps({each.load: each.as_json() for each in found}))
    else:
        Console().print(calibration_report(found))
