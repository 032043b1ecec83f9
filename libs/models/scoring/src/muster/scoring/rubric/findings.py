"""Cases, findings, and excerpts of texts in reasons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

ANSWER_CHARACTERS_MAX: Final = 1_000_000
"""Longest answer that is read; a longer one fails every check."""

_EXCERPT_CHARACTERS: Final = 60
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


class InvalidCheck(ValueError):
    """A check cannot be applied; the message is `<field> is <value>; must be <allowed>`."""


@dataclass(frozen=True, slots=True)
class Case:
    """Parts of a golden case that checks read.

    Attributes:
        expected: Texts that count as right; empty: each check brings its own.
        sources: Text of each source that an answer may cite, by name.
    """

    expected: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check.

    Attributes:
        passed: Whether the answer meets the check.
        reason: One plain sentence without a full stop. It may quote the answer and the expected text.
    """

    passed: bool
    reason: str

    @property
    def score(self) -> float:
        """1.0 for a pass, else 0.0."""
        return float(self.passed)


def excerpt(text: str, characters: int = _EXCERPT_CHARACTERS) -> str:
    """Return the beginning of a text in quotes, control characters escaped, at most 60 characters of it."""
    shown = text[:characters]
    return repr(shown) + ("..." if len(text) > characters else "")


def well_formed(text: str) -> str:
    """Return a text with U+FFFD in place of every lone surrogate, which no encoding can carry."""
    return _SURROGATES.sub("\ufffd", text)
