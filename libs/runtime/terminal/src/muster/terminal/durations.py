"""Durations in options: 90s, 15m, 2h30m, 3d."""

from __future__ import annotations

import re
from typing import Annotated, Final

import typer

_UNITS: Final = {"d": 86_400.0, "h": 3_600.0, "m": 60.0, "s": 1.0}
_PART: Final = r"(\d+(?:\.\d+)?)([dhms])"


def parse(text: str) -> float:
    """Convert a duration to seconds.

    Raises:
        typer.BadParameter: it is not a duration such as 90s, 15m, 2h30m or 3d.
    """
    if not re.fullmatch(f"(?:{_PART})+", text, re.ASCII):
        raise typer.BadParameter(f"{text!r} is not a duration; must be like 90s, 15m, 2h30m or 3d")
    return sum(float(number) * _UNITS[unit] for number, unit in re.findall(_PART, text, re.ASCII))


SinceOption = Annotated[
    float | None,
    typer.Option(
        "--since", metavar="DURATION", parser=parse, help="Limit to the last DURATION, e.g. 90s, 2h30m, 30d."
    ),
]
