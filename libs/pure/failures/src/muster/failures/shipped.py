"""The rules that come with this package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from muster.failures.parsing import parse_rules
from muster.failures.rules import RuleSet

FILE: Final = "rules.yaml"


@cache
def shipped_text() -> str:
    """The rules file that comes with this package; a new cell begins with it."""
    return files("muster.failures").joinpath("data", FILE).read_text(encoding="utf-8")


@cache
def shipped_rules() -> RuleSet:
    """Return the rules of the shipped file; parsed once for each process."""
    return parse_rules(shipped_text())
