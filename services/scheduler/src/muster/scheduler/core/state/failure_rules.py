"""The rules by which failures are judged: the text that was activated, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from muster.failures.parsing import parse_rules
from muster.failures.rules import RuleSet

_TEXTS_REMEMBERED: Final = 4
"""Texts of which the parsed rules are kept: trials load copies of a state. It affects speed only."""


@dataclass(frozen=True, slots=True)
class ActiveRules:
    """Rules in effect.

    Attributes:
        text: The rules file.
        sha256: Of the text, in hexadecimal digits: agents fetch it by that.
        rules: What it says.
        of_attempts: The rules for attempts that ran.
    """

    text: str
    sha256: str
    rules: RuleSet
    of_attempts: RuleSet


@lru_cache(maxsize=_TEXTS_REMEMBERED)
def active_rules(text: str) -> ActiveRules:
    """The rules of a text that was accepted before.

    Raises:
        InvalidDocument: It is not a valid rules file.
    """
    rules = parse_rules(text)
    return ActiveRules(text, sha256(text.encode()).hexdigest(), rules, rules.of_attempts())
