"""Report of calibrations for people: a table in the terminal, a picture of stated against observed as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.lab.durations.calibration import BOUND, LEVELS, Calibration, typical_s
from muster.lab.pictures.trace_report import duration
from muster.terminal.svg import FAINT, Scale, Svg
from rich.console import Group
from rich.table import Table
from rich.text import Text

LEVEL_COLOURS: Final = ("#56b4e9", "#0072b2", "#d55e00", "#8b6d4f")
"""A colour for each stated level."""
LOADS: Final = {
    "philly": "Philly's run times, all users alike",
    "users": "60 users who differ",
    "estimates": "the same, with estimates",
    "constant": "half of them constant",
    "cut": "one run in five cut short",
    "drift": "medians that drift",
    "gavel": "Gavel's jobs of Philly",
}
"""Loads in words."""


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
    """Draw a row per load with how often each stated bound held, beside a line at the stated share. SVG."""
    bottom = 126 + 40 * len(calibrations)
    svg = Svg(900, bottom + 60)
    title = "How often runs ended within the bound stated when they began"
    svg.text((16, 30), title, size=20, bold=True)
    x = Scale(45, 100, 330, 860)
    for level, (stated, colour) in enumerate(zip(LEVELS, LEVEL_COLOURS, strict=True)):
        at = x(stated / 10)
        svg.line([(at, 92), (at, bottom)], colour, width=2, dashed=True)
        svg.text((at, 82 if level % 2 == 0 else 62), f"{stated / 10:g} % stated", anchor="middle", size=16)
    for row, found in enumerate(calibrations):
        y = 118 + 40 * row
        svg.text((316, y + 5), LOADS.get(found.load, found.load), anchor="end", size=16)
        for level, colour in enumerate(LEVEL_COLOURS):
            svg.dot((x(found.all_runs.observed_pct(level)), y), 8, colour)
    for percent in range(50, 101, 10):
        svg.line([(x(percent), bottom), (x(percent), bottom + 6)], FAINT)
        svg.text((x(percent), bottom + 24), f"{percent}", anchor="middle", size=16, colour=FAINT)
    svg.line([(x(45), bottom), (x(100), bottom)], FAINT)
    words = "observed, % of runs; a dot on its line: as stated; right of it: the bound is cautious"
    svg.text((860, bottom + 48), words, anchor="end", size=16, colour=FAINT)
    return svg.render(title)


def _range(found: Calibration) -> str:
    shares = [count.observed_pct(BOUND) for count in found.by_who.values()]
    return f"{min(shares):.1f} .. {max(shares):.1f}" if shares else "-"
