"""Numbers and versions as text, for tables and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def version_text(found: Mapping[str, Any]) -> str:
    """Return a version as NAMESPACE/NAME@COMMIT."""
    return f"{found['repository']}@{found['commit'][:12]}"


def decimal(value: float | None) -> str:
    """Return a score, threshold or bound with three decimals; empty if there is none."""
    return "" if value is None else f"{value:.3f}"


def score_text(row: Mapping[str, Any]) -> str:
    """Return the score of a task, or "not measured" if no case has a score."""
    return decimal(row["value"]) if row["cases"] else "not measured"


def count(value: int | None) -> str:
    """Return a whole number, such as a latency; a dash if it is not known."""
    return "-" if value is None else str(value)


def signed(value: float | None) -> str:
    """Return a difference with its sign and three decimals; empty if there is none."""
    return "" if value is None else f"{value:+.3f}"
