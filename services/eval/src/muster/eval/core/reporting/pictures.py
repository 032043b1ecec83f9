"""Pictures of scores as SVG, readable in light and dark pages. PURE.

Values are discs, limits upright lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from muster.eval.core.reporting.report import ComparedLine, ScoreCounts, TaskLine, signed
from muster.terminal.escaping import visible
from muster.terminal.svg import BASELINE, FAINT, GRID, INK, LIMIT, THIS, Scale, Svg

WIDTH: Final = 720
_ROW: Final = 34
_NAME_CHARS_MAX: Final = 24


def scores_picture(tasks: Sequence[TaskLine]) -> str:
    """Draw each task's score with its lower bound, and the threshold that the bound must reach."""
    svg = Svg(WIDTH, 40 + _ROW * len(tasks))
    x = Scale(0, 1, 190, 630)
    for tenth in range(0, 11, 2):
        at = x(tenth / 10)
        svg.line([(at, 24), (at, 34 + _ROW * len(tasks))], GRID)
        svg.text((at, 16), f"{tenth / 10:g}", anchor="middle", size=11, colour=FAINT)
    for n, task in enumerate(tasks):
        middle = 44 + _ROW * n
        svg.text((180, middle + 4), _short(task.task), anchor="end")
        if task.lower is not None:
            svg.line([(x(task.lower), middle), (x(task.value), middle)], THIS, width=3)
        if task.threshold is not None:
            limit = x(task.threshold)
            svg.line([(limit, middle - 11), (limit, middle + 11)], LIMIT, width=2)
        if task.cases:
            svg.dot((x(task.value), middle), 5, THIS)
        svg.text((640, middle + 4), task.score, size=11)
    return svg.render("Score of each task, its lower bound, and its threshold")


def differences_picture(tasks: Sequence[TaskLine], compared: Mapping[str, ComparedLine]) -> str:
    """Draw each task's difference to its baseline with both bounds, and the margin that it must keep."""
    rows = [each for each in tasks if each.task in compared and compared[each.task].difference is not None]
    reach = max(
        [
            0.05,
            *(abs(each.margin or 0) * 1.2 for each in rows),
            *(abs(bound or 0) for each in rows for bound in _bounds(compared[each.task])),
        ]
    )
    svg = Svg(WIDTH, 40 + _ROW * len(rows))
    x = Scale(-reach, reach, 190, 640)
    for part in (-1.0, -0.5, 0.0, 0.5, 1.0):
        at = x(part * reach)
        svg.line([(at, 24), (at, 34 + _ROW * len(rows))], INK if part == 0 else GRID)
        svg.text((at, 16), f"{part * reach:+.3f}" if part else "0", anchor="middle", size=11, colour=FAINT)
    for n, task in enumerate(rows):
        middle, found = 44 + _ROW * n, compared[task.task]
        svg.text((180, middle + 4), _short(task.task), anchor="end")
        lower, difference, upper = (x(bound or 0.0) for bound in _bounds(found))
        svg.line([(lower, middle), (upper, middle)], THIS, width=3)
        if task.margin is not None:
            limit = x(-task.margin)
            svg.line([(limit, middle - 11), (limit, middle + 11)], LIMIT, width=2)
        svg.dot((difference, middle), 5, THIS)
        svg.text((655, middle + 4), signed(found.difference), size=11)
    return svg.render("Difference of each task to its baseline, with both bounds, and its margin")


def distribution_picture(counts: ScoreCounts) -> str:
    """Draw how many cases of a task have which score: a bar for each tenth, the last for full scores."""
    svg = Svg(WIDTH, 150)
    bars = len(counts.cases)
    highest = max([1, *counts.cases, *counts.baseline])
    x, y = Scale(0, bars, 40, 700), Scale(0, highest, 120, 22)
    svg.line([(40, 120), (700, 120)], GRID)
    for n in range(bars):
        left, wide = x(n) + 6, (x(1) - x(0) - 12) / (2 if counts.baseline else 1)
        name = "1" if n == bars - 1 else f"{n / 10:.1f} - {(n + 1) / 10:.1f}"
        svg.text(((x(n) + x(n + 1)) / 2, 138), name, anchor="middle", size=11, colour=FAINT)
        series = (
            [(BASELINE, counts.baseline), (THIS, counts.cases)] if counts.baseline else [(THIS, counts.cases)]
        )
        for place, (colour, found) in enumerate(series):
            top = y(found[n])
            svg.rect((left + place * wide, top), wide, 120 - top, colour)
            if found[n]:
                middle = left + (place + 0.5) * wide
                svg.text((middle, top - 4), str(found[n]), anchor="middle", size=10)
    return svg.render(f"Scores of task {counts.task}")


def _bounds(found: ComparedLine) -> tuple[float | None, float | None, float | None]:
    return found.lower, found.difference, found.upper


def _short(name: str) -> str:
    shown = visible(name)
    return shown if len(shown) <= _NAME_CHARS_MAX else f"{shown[: _NAME_CHARS_MAX - 3]}..."
