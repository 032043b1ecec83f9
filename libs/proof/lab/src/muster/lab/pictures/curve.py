"""A curve in the terminal, with a vertical resolution of two points per character."""

from collections.abc import Sequence

_FULL, _LOWER = "█", "▄"


def area(
    curve: Sequence[tuple[float, float]], *, x_max: float, x_step: int, y_high: float, size: tuple[int, int]
) -> list[str]:
    """A filled curve over 0..x_max and 0..y_high, both in percent.

    Args:
        curve: Points with ascending x, at least one.
        x_max: Right edge.
        x_step: Distance between labels of the x axis.
        y_high: Top edge.
        size: Columns and rows of the plot without its labels.

    Returns:
        Lines, top first, the last with the x labels.
    """
    columns, rows = size
    heights = [_height(curve, x_max * (column + 1) / columns) for column in range(columns)]
    halves = [round(height / y_high * rows * 2) for height in heights]
    lines: list[str] = []
    for row in range(rows, 0, -1):
        label = f"{y_high * row / rows:5.0f} % "
        cells = "".join(_cell(half, row) for half in halves)
        lines.append(label + cells.rstrip())
    marks = [" "] * (columns + 8)
    for tick in range(x_step, int(x_max) + 1, x_step):
        text = f"{tick} %"
        end = round(columns * tick / x_max) + 8
        marks[end - len(text) : end] = text
    lines.append("".join(marks).rstrip())
    return lines


def _cell(half: int, row: int) -> str:
    """The character of a column of this height, in half rows, in a row; 1 is the bottom row."""
    if half >= 2 * row:
        return _FULL
    return _LOWER if half == 2 * row - 1 else " "


def _height(curve: Sequence[tuple[float, float]], x: float) -> float:
    """The y of the last point at or before x."""
    height = 0.0
    for point_x, point_y in curve:
        if point_x > x:
            break
        height = point_y
    return height
