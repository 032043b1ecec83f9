"""Durations as options take them: 90s, 15m, 2h30m, 3d."""

from __future__ import annotations

from typing import Annotated

import typer

_UNITS = {"d": 86_400.0, "h": 3_600.0, "m": 60.0, "s": 1.0}


def parse(text: str) -> float:
    """Seconds.

    Raises:
        typer.BadParameter: it is not written like that.
    """
    total_s, digits = 0.0, ""
    for character in text:
        if character in _UNITS and digits:
            total_s += float(digits) * _UNITS[character]
            digits = ""
        elif character.isascii() and (character.isdigit() or character == "."):
            digits += character
        else:
            raise typer.BadParameter(f"{text!r}: expected a duration like 90s, 15m, 2h30m or 3d")
    if digits or not text or digits.count(".") > 1:
        raise typer.BadParameter(f"{text!r}: expected a duration like 90s, 15m, 2h30m or 3d")
    return total_s


DurationOption = Annotated[
    float | None,
    typer.Option(
        "--since", metavar="DURATION", parser=parse, help="Only of the last 90s, 15m, 2h30m, 3d ..."
    ),
]
