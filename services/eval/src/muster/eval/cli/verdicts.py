"""Exit codes and colours of verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import typer

PASSED: Final = 0

FAILED: Final = 10

INCONCLUSIVE: Final = 11

NOT_RUN: Final = 12
"""Exit codes of `run --wait` and `show --check`."""

_STYLES: Final = {"passed": "green", "failed": "red", "inconclusive": "yellow"}


def end(found: Mapping[str, Any]) -> None:
    """End with the code of an evaluation's verdict."""
    if code := exit_code(found):
        raise typer.Exit(code)


def exit_code(found: Mapping[str, Any]) -> int:
    """Return the exit code that an evaluation means to a CI step."""
    match found["verdict"]:
        case None:
            return NOT_RUN
        case "inconclusive":
            return INCONCLUSIVE
        case "failed" if found["blocking"]:
            return FAILED
        case _:
            return PASSED


def verdict_style(row: Mapping[str, Any]) -> str:
    """Return the colour of a row's verdict; empty: it has none."""
    return _STYLES.get(str(row.get("verdict")), "")
