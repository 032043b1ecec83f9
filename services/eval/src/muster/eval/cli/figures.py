"""Figures as they are written in tables and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def version_text(found: Mapping[str, Any]) -> str:
    """Return a version as NAMESPACE/NAME@COMMIT."""
    return f"{found['repository']}@{found['commit'][:12]}"


def percent(value: float | None) -> str:
    """Return a share with three decimals; empty: there is none."""
    return "" if value is None else f"{value:.3f}"


def score_text(row: Mapping[str, Any]) -> str:
    """Return a task's score; a task in which no case has a score was not measured."""
    return percent(row["value"]) if row["cases"] else "not measured"


def count(value: int | None) -> str:
    """Return a number of cases; a dash: it is not known."""
    return "-" if value is None else str(value)


def signed(value: float | None) -> str:
    """Return a difference with its sign; empty: there is none."""
    return "" if value is None else f"{value:+.3f}"
