"""Conditions of a gate: thresholds, margins, and what an undecided gate means. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from muster.events.eval_events import GateVerdict

MARGIN: Final = 0.02
ALPHA: Final = 0.05
COVERAGE_MIN: Final = 0.95


class GateKind(StrEnum):
    """Kind of gate: sets the threshold of its tasks and its policy, where they name none."""

    GENERAL = auto()
    SAFETY = auto()
    CREATIVE = auto()

    @property
    def threshold(self) -> float:
        """Least mean score, on the scale from 0 to 1."""
        return _THRESHOLDS[self]


class WhenInconclusive(StrEnum):
    """Policy for a blocking gate whose cases cannot tell."""

    BLOCK = auto()
    ADVISE = auto()


_THRESHOLDS: Final = {GateKind.GENERAL: 0.85, GateKind.SAFETY: 0.95, GateKind.CREATIVE: 0.75}


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskTerms:
    """Conditions of one task.

    Attributes:
        task: Name.
        threshold: Least mean score, above 0 and below 1; None: there is no absolute condition.
        margin: How much worse than production the version may be, 0 up to 1, exclusive; None: it is not
            compared.
    """

    task: str
    threshold: float | None
    margin: float | None = MARGIN


@dataclass(frozen=True, slots=True, kw_only=True)
class GateTerms:
    """Conditions of a gate.

    Attributes:
        gate: Name.
        tasks: Its tasks, each once; all must pass.
        kind: Sets the policy where `when_inconclusive` does not.
        blocking: Nothing is promoted against it; otherwise it is advice. A safety gate always blocks.
        alpha: Probability with which each one-sided bound may miss, below 1/2.
        coverage_min: Least share of cases that must have a score, above 0 and at most 1.
        when_inconclusive: Policy; None: block for safety, advise otherwise.
    """

    gate: str
    tasks: tuple[TaskTerms, ...]
    kind: GateKind = GateKind.GENERAL
    blocking: bool = True
    alpha: float = ALPHA
    coverage_min: float = COVERAGE_MIN
    when_inconclusive: WhenInconclusive | None = None

    @property
    def blocks(self) -> bool:
        """Whether a verdict of this gate can hold a promotion."""
        return self.blocking or self.kind is GateKind.SAFETY


def policy(terms: GateTerms) -> WhenInconclusive:
    """Return what an inconclusive verdict of a gate means."""
    if terms.when_inconclusive is not None:
        return terms.when_inconclusive
    return WhenInconclusive.BLOCK if terms.kind is GateKind.SAFETY else WhenInconclusive.ADVISE


def holds_promotion(terms: GateTerms, verdict: GateVerdict) -> bool:
    """Return whether a verdict keeps a version from promotion.

    A failure of a blocking gate does; an inconclusive one as the policy says.
    """
    if not terms.blocks or verdict is GateVerdict.PASSED:
        return False
    return verdict is GateVerdict.FAILED or policy(terms) is WhenInconclusive.BLOCK
