"""`muster sim starts`: how often the predicted starts of `muster explain` hold."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from muster.lab.cli.refusals import refusals
from muster.lab.cli.trace import Durations
from muster.terminal import output
from muster.terminal.output import Format, OutputOption

if TYPE_CHECKING:
    from muster.lab.replay.foresight import Foresight, Horizon

app = typer.Typer()


@app.command()
def starts(
    *,
    jobs: Annotated[
        str,
        typer.Option(
            help="Folder of Philly traces, an openb pod list, a generated job list, or gen:NAME.",
            show_default="data/philly",
        ),
    ] = "",
    load: Annotated[
        int | None,
        typer.Option(min=1, max=10_000, help="Scale arrival times to this demand, % of the capacity."),
    ] = None,
    durations: Annotated[
        Durations, typer.Option(help="Philly: from steps, or drawn from real run times.")
    ] = (Durations.STEPS),
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 42,
    how: OutputOption = Format.TABLE,
) -> None:
    """Replay a load, predict the starts of waiting jobs regularly, and compare with their real starts.

    The core learns during the replay, in order; only predictions that state a confidence count.

    Examples:
        muster sim starts
        muster sim starts --durations drawn --load 95
    """
    from muster.lab.edge.trace_runs import Wanted, gather
    from muster.lab.loads.shipped import OPENB_NODES, shipped
    from muster.lab.replay.foresight import foresee

    drawn = durations is Durations.DRAWN
    with refusals():
        wanted = Wanted(
            jobs=jobs or str(shipped("philly")), load_percent=load, drawn_durations=drawn, seed=seed
        )
        found = foresee(gather(wanted, lambda: shipped(OPENB_NODES)))
    if how.for_people:
        output.write("".join(f"{name:<31}  {value:>16}\n" for name, value in rows(found)))
    else:
        output.show_one(asdict(found), wanted.jobs, how)


def rows(found: Foresight) -> tuple[tuple[str, str], ...]:
    """(label, figure) of each row of the table."""
    from muster.lab.pictures.trace_report import duration

    return (
        ("asked", f"{found.asked:,}"),
        ("answered with a confidence", f"{found.ranged:,}"),
        ("started within the range", f"{found.in_range_pct:.1f} %"),
        *((f"predicted {name}", _horizon(each)) for name, each in found.horizons.items()),
        ("started by its end", f"{found.by_latest_pct:.1f} %"),
        ("width of a range, median", duration(found.width_median_ms / 1000)),
        ("from question to start, median", duration(found.wait_median_ms / 1000)),
        ("useful up to", "unknown" if found.useful_ms is None else duration(found.useful_ms / 1000)),
    )


def _horizon(found: Horizon) -> str:
    return f"{found.in_range_pct:.1f} % of {found.ranged:,}" if found.ranged else "none"
