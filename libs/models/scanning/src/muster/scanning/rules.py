"""The rules, as data: meaning, severity and reason of each finding."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from muster.scanning.findings import Verdict


@dataclass(frozen=True, slots=True)
class Rule:
    """Meaning of a finding.

    Attributes:
        id: Stable: it never changes its meaning.
        verdict: Verdict of a file that has no other finding.
        kind: code | format | credential | licence | fingerprint | limit.
        title: Short description.
        danger: Why it is dangerous.
        advice: Recommended action.
    """

    id: str
    verdict: Verdict
    kind: str
    title: str
    danger: str
    advice: str


@cache
def rules() -> Mapping[str, Rule]:
    """All rules, by id."""
    return {id: Rule(id, Verdict(said.pop("verdict")), **said) for id, said in _file()["rules"].items()}


@dataclass(frozen=True, slots=True)
class RuleKind:
    """Subject of a group of rules.

    Attributes:
        title: Title of its page.
        danger: Why such findings are dangerous.
    """

    title: str
    danger: str


@cache
def kinds() -> Mapping[str, RuleKind]:
    """Subjects of rules, by the names that rules use."""
    return {name: RuleKind(**said) for name, said in _file()["kinds"].items()}


@cache
def rules_version() -> int:
    """The version of the rules and of the lists of names."""
    return int(_file()["version"])


def _file() -> dict[str, Any]:
    text = files("muster.scanning").joinpath("data", "rules.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
