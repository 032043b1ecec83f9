"""Refusal: why a command is not carried out, and the one sentence that says what is wrong with a field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.events.shared.command_answers import RejectionCode, Violation

SENTENCES_MAX: Final = 10
"""Most sentences of one message."""


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
    """Word one violation."""
    return f"{field} is {value}; must be {allowed}"


def in_words(violations: Sequence[Violation]) -> str:
    """Word the first violations of several, in their order."""
    sentences = [must_be(each.field, each.value, each.allowed) for each in violations[:SENTENCES_MAX]]
    more = len(violations) - len(sentences)
    return ". ".join([*sentences, f"{more} more are wrong"] if more else sentences)
