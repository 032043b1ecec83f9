"""Refusal: why a command is not carried out, and the one sentence that says what is wrong with a field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.events.shared.command_answers import RejectionCode, Violation

TOLD_MAX: Final = 10
"""Sentences of one message."""


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


def must_be(field: str, value: object, allowed: object) -> str:
    """The sentence about one field."""
    return f"{field} is {value}; must be {allowed}"


def in_words(violations: Sequence[Violation]) -> str:
    """The sentences about the first of several fields, in their order."""
    told = [must_be(each.field, each.value, each.allowed) for each in violations[:TOLD_MAX]]
    more = len(violations) - len(told)
    return ". ".join([*told, f"{more} more are wrong"] if more else told)
