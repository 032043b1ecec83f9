"""Durations as options take them: 90s, 15m, 2h30m, 3d."""

from __future__ import annotations

import re
from typing import Annotated, Final

import typer

_UNITS: Final = {"d": 86_400.0, "h": 3_600.0, "m": 60.0, "s": 1.0}
_PART: Final = r"(\d+(?:\.\d+)?)([dhms])"


def parse(text: str) -> float:
    """The duration in seconds.

    Raises:
        typer.BadParameter: it is not a duration like 90s, 15m, 2h30m or 3d.
    """
    if not re.fullmatch(f"(?:{_PART})+", text, re.ASCII):
        raise typer.BadParameter(f"{text!r}: expected a duration like 90s, 15m, 2h30m or 3d")
    return sum(float(number) * _UNITS[unit] for number, unit in re.findall(_PART, text, re.ASCII))


SinceOption = Annotated[
    float | None,
    typer.Option("--since", metavar="DURATION", parser=parse, help="Only of the last 90s, 15m, 2h30m ..."),
]
