"""`muster sim durations`: how often the scheduler's stated bounds on run times hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from muster.lab.cli.names import RUN_TIMES
from muster.lab.cli.refusals import refusals
from muster.terminal import output
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def durations(
    *,
    load: Annotated[str, typer.Option(help=f"Comma-separated: {', '.join(RUN_TIMES)}.")] = ",".join(
        RUN_TIMES
    ),
    runs: Annotated[
        int, typer.Option(min=1, help="Maximum number of runs per load; gavel is always used whole.")
    ] = 40_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 42,
    philly: Annotated[
        Path | None, typer.Option(help="Folder of Philly's files.", show_default="data/philly")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw stated against observed shares to this file (SVG).")
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Measure how often the scheduler's stated bounds on run times hold, by load.

    Examples:
        muster sim durations
        muster sim durations --load users,drift --picture bounds.svg
    """
    from muster.lab.durations.calibration import calibrate
    from muster.lab.durations.report import calibration_picture, calibration_report
    from muster.lab.edge.run_time_loads import runs_of
    from muster.lab.loads.shipped import shipped
    from rich.console import Console

    with refusals():
        folder = philly or shipped("philly")
        found = [calibrate(name, runs_of(name, folder, runs, seed)) for name in load.split(",")]
        if picture:
            picture.write_text(calibration_picture(found))
    if how.for_people:
        Console().print(calibration_report(found))
    else:
        output.show_one({each.load: each.as_json() for each in found}, load, how)
