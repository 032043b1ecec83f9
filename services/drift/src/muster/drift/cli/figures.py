"""Figures as they are written in tables and sentences."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

LINE: Final = 80
"""Most characters of a line."""


def span(seconds: int | None) -> str:
    """Return a time for people, in its largest unit."""
    if seconds is None:
        return "never"
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds} s"


def figure(measure: str, value: float | None) -> str:
    """Return a value of a measure for people: shares in percent, logarithms as the quantity."""
    if value is None:
        return "-"
    if measure in {"latency", "answer-length"}:
        from math import expm1

        return f"{expm1(value):,.0f}{' ms' if measure == 'latency' else ''}"
    return f"{value:.2f}" if measure in {"rating", "quality"} else f"{100 * value:.1f} %"


def moment(at: str | None) -> str:
    """Return a time for people, UTC to the minute."""
    return "-" if at is None else at[:16].replace("T", " ")


def series_text(commit: str, task: str, segment: str) -> str:
    """Return a series for people."""
    return " ".join(each for each in (commit[:7], task, segment) if each) or "-"


def wrapped(text: str) -> list[str]:
    """Return a text as lines with its indentation, continued two further in."""
    indent = " " * (len(text) - len(text.lstrip()))
    return wrap(text.lstrip(), LINE, initial_indent=indent, subsequent_indent=f"{indent}  ")
