"""Caps of runs, and why a run ends at its cap. PURE."""

from __future__ import annotations

from typing import Final

from muster.jobs.values.quantities import format_money
from muster.scoring.calling.costs import PICOS, Allowance, micros

CAP_MICROS: Final = 5_000_000
"""Default cap of a run, when neither the request nor the config names one: 5 dollars."""

CAP_REACHED: Final = "CAP_REACHED"
"""The next case could have cost more than is left."""


def stopped_sentence(allowance: Allowance, asked: int, cases: int) -> str:
    """Return why a run ends before its last case.

    Args:
        allowance: When nothing was under way any more.
        asked: Cases with a result.
        cases: Cases of the run.
    """
    cap, spent = allowance.cap // PICOS, micros(allowance.used + allowance.held)
    return (
        f"cap is {format_money(cap)} USD; {format_money(spent)} are spent after {asked} of {cases} cases, "
        "and the next could cost more than is left"
    )
