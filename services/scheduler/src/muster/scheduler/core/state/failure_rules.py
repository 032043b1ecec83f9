"""The failure rules in effect: the activated text and the rules parsed from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from muster.failures.parsing import parse_rules
from muster.failures.rules import RuleSet

_TEXTS_REMEMBERED: Final = 4
"""Number of texts whose parsed rules are cached, as trials load copies of a state. Affects speed only."""


@dataclass(frozen=True, slots=True)
class ActiveRules:
    """Rules in effect.

    Attributes:
        text: The rules file.
        sha256: Digest of the text, hexadecimal; agents fetch the text by it.
        rules: The rules parsed from the text.
        of_attempts: The rules for attempts that ran.
    """

    text: str
    sha256: str
    rules: RuleSet
    of_attempts: RuleSet


@lru_cache(maxsize=_TEXTS_REMEMBERED)
def active_rules(text: str) -> ActiveRules:
    """Parse a text that was accepted before.

    Raises:
        InvalidDocument: It is not a valid rules file.
    """
    rules = parse_rules(text)
    return ActiveRules(text, sha256(text.encode()).hexdigest(), rules, rules.of_attempts())
