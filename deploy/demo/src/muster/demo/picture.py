"""Values over time, drawn in characters. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"


def resample(points: Sequence[tuple[float, float]], columns: int) -> list[float]:
    """One value per column from (time, value) points in time order: the last value known in each column."""
    if not points:
        return [0.0] * columns
    first, last = points[0][0], points[-1][0]
    step = max((last - first) / max(columns - 1, 1), 1e-9)
    values: list[float] = []
    place = 0
    for column in range(columns):
        while place + 1 < len(points) and points[place + 1][0] <= first + column * step + step / 2:
            place += 1
        values.append(points[place][1])
    return values


def area(values: Sequence[float], *, top: float, rows: int) -> list[str]:
    """The values as a filled area, `rows` lines from the top down; a value at `top` fills its column."""
    heights = [round(min(max(value / top, 0.0), 1.0) * rows * 8) for value in values]
    return [
        "".join(_EIGHTHS[min(max(height - 8 * row, 0), 8)] for height in heights)
        for row in reversed(range(rows))
    ]


def chart(values: Sequence[float], *, top: float, rows: int, unit: str = "") -> list[str]:
    """The area with a scale at its left: the top at the first line, half in the middle, 0 at the foot."""
    marks = {0: f"{top:g}{unit}", rows // 2: f"{top * (rows - rows // 2) / rows:g}{unit}"}
    width = max(len(mark) for mark in marks.values())
    lines = [
        f"{marks.get(n, ''):>{width}} ┤{line}" for n, line in enumerate(area(values, top=top, rows=rows))
    ]
    return [*lines, f"{'0':>{width}} ┼{'─' * len(values)}"]


def time_axis(seconds: float, columns: int, *, indent: int) -> str:
    """Four times below a chart, each ending under its column."""
    cells = [" "] * (columns + 1)
    for quarter in range(5):
        text = f"{seconds * quarter / 4:.0f}s"
        end = max(round(columns * quarter / 4), len(text) - 1)
        cells[end - len(text) + 1 : end + 1] = text
    return " " * indent + "".join(cells)
