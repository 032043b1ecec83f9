"""Refusal: why a command is not carried out."""

from __future__ import annotations

from dataclasses import dataclass

from muster.events.shared.command_answers import RejectionCode, Violation


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command is not carried out.

    Attributes:
        code: Stable.
        message: For people.
        violations: Field by field, where fields are to blame.
    """

    code: RejectionCode
    message: str
    violations: tuple[Violation, ...] = ()
