"""The rules that come with this package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from muster.failures.parsing import parse_rules
from muster.failures.rules import RuleSet

FILE: Final = "rules.yaml"


@cache
def shipped_rules() -> RuleSet:
    """The rules in force where nobody has activated others; parsed once a process."""
    return parse_rules(files("muster.failures").joinpath("data", FILE).read_bytes())
