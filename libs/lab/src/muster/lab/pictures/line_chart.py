"""Line chart: a few series over two linear axes, as SVG text. For the pictures in docs/."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

Axis = tuple[str, float, float, float]
"""(title, lowest, highest, distance between marks)."""

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f")
"""Colours that colour-blind people can distinguish (Okabe and Ito)."""

WIDTH: Final = 760
HEIGHT: Final = 460
LEFT, RIGHT, TOP, BOTTOM = 70, 170, 40, 60


class Series(NamedTuple):
    """One line.

    Attributes:
        name: For the legend.
        points: (x, y), in order.
        dashed: Drawn dashed and grey, as a reference.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    dashed: bool = False


def line_chart(title: str, lines: Sequence[Series], *, x: Axis, y: Axis) -> str:
    """The chart as an SVG document."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="24" font-size="15">{escape(title)}</text>',
        *_marks(x, y),
        *_drawn(lines, x, y),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _marks(x: Axis, y: Axis) -> Iterator[str]:
    """Grid, numbers and names of both axes."""
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    for value in _ticks(x):
        at = _across(value, x)
        yield f'<line x1="{at}" y1="{TOP}" x2="{at}" y2="{bottom}" stroke="#e0e0e0"/>'
        yield f'<text x="{at}" y="{bottom + 18}" text-anchor="middle">{value:g}</text>'
    for value in _ticks(y):
        at = _down(value, y)
        yield f'<line x1="{LEFT}" y1="{at}" x2="{right}" y2="{at}" stroke="#e0e0e0"/>'
        yield f'<text x="{LEFT - 8}" y="{at + 4}" text-anchor="end">{value:g}</text>'
    middle = (LEFT + right) // 2
    yield f'<text x="{middle}" y="{HEIGHT - 16}" text-anchor="middle">{escape(x[0])}</text>'
    half = (TOP + bottom) // 2
    yield f'<text transform="translate(18 {half}) rotate(-90)" text-anchor="middle">{escape(y[0])}</text>'


def _drawn(lines: Sequence[Series], x: Axis, y: Axis) -> Iterator[str]:
    """The lines, and the legend beside them."""
    colours = iter(COLOURS)
    for row, line in enumerate(lines):
        colour = "#9a9a9a" if line.dashed else next(colours)
        dash = ' stroke-dasharray="6 4"' if line.dashed else ""
        points = [(_across(px, x), _down(py, y)) for px, py in line.points]
        path = " ".join(f"{px},{py}" for px, py in points)
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
        if not line.dashed:
            yield from (f'<circle cx="{px}" cy="{py}" r="3" fill="{colour}"/>' for px, py in points)
        at, left = TOP + 12 + 20 * row, WIDTH - RIGHT + 16
        key = f"{left},{at} {left + 22},{at}"
        yield f'<polyline points="{key}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
        yield f'<text x="{left + 28}" y="{at + 4}">{escape(line.name)}</text>'


def _ticks(axis: Axis) -> list[float]:
    _, low, high, step = axis
    return [low + step * n for n in range(int((high - low) / step) + 1)]


def _across(value: float, axis: Axis) -> float:
    _, low, high, _ = axis
    return round(LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)


def _down(value: float, axis: Axis) -> float:
    _, low, high, _ = axis
    return round(HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)
