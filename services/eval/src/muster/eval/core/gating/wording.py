"""Sentences about verdicts, for people. PURE."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.events.eval_events import GateVerdict

NO_BASELINE: Final = "not compared: production has no scores"
TASKS_MAX: Final = 3
"""Most tasks that a gate's sentence describes."""

_DECIMALS_MIN: Final = 3
_DECIMALS_MAX: Final = 9


def score_clause(answer: GateVerdict, mean: float, bound: float, threshold: float) -> str:
    """Word a mean and its bound, the upper one of a failure, against the threshold."""
    value, limit = format_figure(mean, threshold), format_figure(bound, threshold)
    match answer:
        case GateVerdict.PASSED:
            return f"{value} (at least {limit}) reaches {threshold:g}"
        case GateVerdict.FAILED:
            return f"{value} (at most {limit}) is below {threshold:g}"
        case GateVerdict.INCONCLUSIVE:
            return f"{value} (at least {limit}) may be below {threshold:g}"


def difference_clause(answer: GateVerdict, mean: float, bound: float, margin: float) -> str:
    """Word a difference to production and its bound, the upper one of a failure, against the margin."""
    side = f"{format_figure(abs(mean), margin)} {'below' if mean < 0 else 'above'}" if mean else "equal to"
    if answer is GateVerdict.FAILED:
        return f"{side} production (at best {format_figure(-bound, 0)}) is beyond {margin:g}"
    if bound >= 0:
        return f"{side} production (at least {format_figure(bound, 0)})"
    worst = f"{side} production (at worst {format_figure(-bound, margin)}{'' if mean < 0 else ' below'})"
    return f"{worst} {'is' if answer is GateVerdict.PASSED else 'may not be'} within {margin:g}"


def not_measured(expected: int, planned: int) -> str:
    """Word a task without any score."""
    if not planned:
        return "not measured: there are no cases"
    if not expected:
        return f"not measured: stopped before any of {planned} cases"
    return f"not measured: none of {expected} cases could be scored"


def low_coverage(scored: int, expected: int, least: int) -> str:
    """Word a coverage below the least."""
    return f"{scored} of {expected} cases could be scored, fewer than the {least} required"


def low_overlap(paired: int, expected: int, least: int) -> str:
    """Word a comparison for which production lacks scores."""
    return f"production has scores for {paired} of {expected} cases, fewer than the {least} required"


def cases_needed(needed: int, most: int) -> str:
    """Word how many cases would decide."""
    if needed >= most:
        return "it is on the line, so that no number of cases decides"
    return f"about {needed:,} cases would decide"


def stopped(reached: int, planned: int) -> str:
    """Word an early end."""
    return f"stopped early after {reached} of {planned} cases"


def gate_sentence(sentences: Sequence[str]) -> str:
    """Join the sentences of tasks that make the verdict, the first few of them."""
    if not sentences:
        return "the gate has no tasks"
    more = len(sentences) - TASKS_MAX
    return "; ".join([*sentences[:TASKS_MAX], *([f"and {more} more"] if more > 0 else [])])


def format_figure(value: float, beside: float) -> str:
    """Return a figure with three decimals, or as many more as tell it from the one it is compared with."""
    for decimals in range(_DECIMALS_MIN, _DECIMALS_MAX):
        text = f"{value:.{decimals}f}"
        if float(text) != beside or value == beside:
            return text
    return f"{value:.{_DECIMALS_MAX}f}"
