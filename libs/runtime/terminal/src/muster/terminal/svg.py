"""SVG: the few elements of Muster's pictures, without a library.

Equal elements give equal bytes, so a picture in `docs/` can be regenerated and compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from muster.terminal.escaping import visible

Point = tuple[float, float]

INK, FAINT, GRID = "#222222", "#666666", "#dddddd"

THIS, BASELINE, LIMIT, ALARM = "#0072b2", "#7f9db0", "#d55e00", "#b3261e"
"""Colours that colour-blind people can distinguish; no meaning is a colour's alone."""


_DASHES: Final = ' stroke-dasharray="6 4"'


class Svg:
    """A picture of this size, in pixels; y grows downwards.

    Args:
        width: Width, pixels.
        height: Height, pixels.
    """

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._marks = [f'<rect width="{width}" height="{height}" fill="#ffffff"/>']

    def text(
        self,
        at: Point,
        words: str,
        *,
        anchor: str = "start",
        size: int = 12,
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        """Add text; anchor is start, middle or end."""
        weight = ' font-weight="bold"' if bold else ""
        self._marks.append(
            f'<text x="{_n(at[0])}" y="{_n(at[1])}" text-anchor="{anchor}" font-size="{size}" fill="{colour}"'
            f"{weight}>{escape(words)}</text>"
        )

    def rect(self, at: Point, width: float, height: float, colour: str, *, opacity: float = 1) -> None:
        """Add a filled rectangle by its upper left corner."""
        place = f'x="{_n(at[0])}" y="{_n(at[1])}" width="{_n(width)}" height="{_n(height)}"'
        tint = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
        self._marks.append(f'<rect {place} fill="{colour}"{tint}/>')

    def line(self, points: Sequence[Point], colour: str, *, width: float = 1, dashed: bool = False) -> None:
        """Add a line through points."""
        stroke = f'stroke="{colour}" stroke-width="{_n(width)}"{_DASHES if dashed else ""}'
        self._marks.append(f'<polyline points="{_path(points)}" fill="none" {stroke}/>')

    def area(self, points: Sequence[Point], colour: str) -> None:
        """Add a filled polygon."""
        self._marks.append(f'<polygon points="{_path(points)}" fill="{colour}"/>')

    def dot(self, at: Point, radius: float, colour: str, *, hollow: bool = False) -> None:
        """Add a disc or a ring."""
        fill = f'fill="#ffffff" stroke="{colour}" stroke-width="1.5"' if hollow else f'fill="{colour}"'
        self._marks.append(f'<circle cx="{_n(at[0])}" cy="{_n(at[1])}" r="{_n(radius)}" {fill}/>')

    def render(self, title: str = "") -> str:
        """Return the SVG document; the title is its accessible name."""
        name = f'role="img" aria-label="{escape(visible(title))}" ' if title else ""
        head = (
            f'<svg {name}xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self._width} {self._height}" '
            f'width="{self._width}" height="{self._height}" font-family="Helvetica, Arial, sans-serif">'
        )
        return "\n".join([head, *self._marks, "</svg>", ""])


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values to pixels, linearly.

    Attributes:
        low: Value at `start`.
        high: Value at `end`.
        start: Pixel of the lowest value.
        end: Pixel of the highest value.
    """

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the pixel of a value; values beyond the ends are drawn at the ends."""
        part = (value - self.low) / (self.high - self.low) if self.high > self.low else 0
        return self.start + (self.end - self.start) * min(1.0, max(0.0, part))


def text_on(colour: str) -> str:
    """Return the colour of text that is legible on a colour, by its brightness.

    Args:
        colour: As `#rrggbb`.
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 299 * red + 587 * green + 114 * blue > 140_000 else "#ffffff"


def _path(points: Sequence[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """Format a pixel to a tenth."""
    return f"{value:.1f}".removesuffix(".0")
