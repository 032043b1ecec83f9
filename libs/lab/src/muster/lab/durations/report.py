"""Report of calibrations for people: a table in the terminal, a picture of stated against observed as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from muster.lab.durations.calibration import BOUND, LEVELS, Calibration, typical_s
from muster.lab.pictures.line_chart import Series, line_chart
from muster.lab.pictures.trace_report import duration
from rich.console import Group
from rich.table import Table
from rich.text import Text


def calibration_report(calibrations: Sequence[Calibration]) -> Group:
    """A row per load: how often each stated bound held, and how far the 90 % bound reaches."""
    table = Table()
    table.add_column("load")
    table.add_column("runs", justify="right")
    for level in LEVELS:
        table.add_column(f"{level / 10:g} %", justify="right")
    for name in ("90 % by user", "bound, typical", "without history"):
        table.add_column(name, justify="right")
    for found in calibrations:
        table.add_row(
            found.load,
            f"{found.all_runs.runs:,}",
            *(f"{found.all_runs.observed_pct(level):.1f}" for level in range(len(LEVELS))),
            _range(found),
            duration(typical_s(found.all_runs)),
            duration(typical_s(found.without_history)),
        )
    return Group(
        Text("How often a run ended within the bound stated when it began, % of runs, by stated level"), table
    )


def calibration_picture(calibrations: Sequence[Calibration]) -> str:
    """A chart of stated against observed, a line per load; the diagonal is perfect calibration. SVG."""
    stated = [level / 10 for level in LEVELS]
    lines = [Series("as stated", tuple((x, x) for x in stated), dashed=True)]
    for found in calibrations:
        observed = (found.all_runs.observed_pct(level) for level in range(len(LEVELS)))
        lines.append(Series(found.load, tuple(zip(stated, observed, strict=True))))
    return line_chart(
        "Run times: how often a stated bound held",
        lines,
        x=("stated, % of runs", 45, 100, 5),
        y=("observed, % of runs", 45, 100, 5),
    )


def _range(found: Calibration) -> str:
    shares = [count.observed_pct(BOUND) for count in found.by_who.values()]
    return f"{min(shares):.1f} .. {max(shares):.1f}" if shares else "-"
