"""Licence policy: rules by licence, pattern or term; the most specific one wins, then the strictest."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Any, Final, cast

from muster.scanning.licences.catalogue import TERMS, terms_of
from muster.scanning.licences.expressions import Expression, ExpressionInvalid, expression_of


class Decision(StrEnum):
    """Decision about a model, from best to worst."""

    ALLOW = "allow"
    REVIEW = "review"
    """A person must review it."""
    DENY = "deny"


_ORDER: Final = tuple(Decision)
_TERM: Final = "terms:"
_FIELDS: Final = ("allow", "review", "deny", "otherwise", "unknown")


class PolicyInvalid(ValueError):
    """A policy cannot be read: the message names the field, its value, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules, each a licence (MIT), a pattern (BSD-*) or a term (terms:noncommercial).

    Attributes:
        rules: Decision by rule.
        otherwise: Decision for a licence that no rule names.
        unknown: Decision for a model whose licence is missing, or not understood.
    """

    rules: Mapping[str, Decision] = field(default_factory=dict[str, Decision])
    otherwise: Decision = Decision.REVIEW
    unknown: Decision = Decision.REVIEW


def policy_of(text: str) -> Policy:
    """Parse a policy from TOML: lists `allow`, `review`, `deny`; decisions `otherwise`, `unknown`.

    Raises:
        PolicyInvalid: It cannot be parsed.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyInvalid(f"it is no TOML: {error}") from None
    for name in raw:
        if name not in _FIELDS:
            raise PolicyInvalid(f"{name}: no such field; must be one of {', '.join(_FIELDS)}")
    rules: dict[str, Decision] = {}
    for decision in Decision:
        for rule in _rules(raw, decision.value):
            if rule in rules:
                raise PolicyInvalid(f"{decision}: {rule!r} is also under {rules[rule]}; must be in one place")
            rules[rule] = decision
    return Policy(rules, _decision(raw, "otherwise"), _decision(raw, "unknown"))


def decided(expression: Expression, policy: Policy) -> tuple[Decision, tuple[str, ...]]:
    """Decide on an expression by its best way, each as bad as its worst licence; with the reasons."""
    ways = [_together(_licence(id, policy) for id in way) for way in expression.ways]
    return min(ways, key=lambda each: _ORDER.index(each[0]))


def worst(decisions: Iterable[Decision]) -> Decision:
    """The strictest of several decisions; ALLOW without any."""
    return max(decisions, key=_ORDER.index, default=Decision.ALLOW)


def _together(judged: Iterable[tuple[Decision, str]]) -> tuple[Decision, tuple[str, ...]]:
    found = list(judged)
    decision = worst(each for each, _ in found)
    return decision, tuple(why for each, why in found if each is decision)


def _licence(id: str, policy: Policy) -> tuple[Decision, str]:
    plain = id.partition(" WITH ")[0]
    matching = [
        (_nearness(rule), _ORDER.index(decision), rule, decision)
        for rule, decision in policy.rules.items()
        if _matches(rule, id, plain)
    ]
    if not matching:
        return policy.otherwise, f"{id}: no rule names it"
    _, _, rule, decision = max(matching)
    return decision, f"{id}: {decision} by the rule {rule}"


def _matches(rule: str, id: str, plain: str) -> bool:
    if rule.startswith(_TERM):
        return rule.removeprefix(_TERM) in terms_of(plain)
    return fnmatchcase(id, rule) or fnmatchcase(plain, rule)


def _nearness(rule: str) -> int:
    """Specificity of a rule: licence over pattern, pattern over term."""
    if rule.startswith(_TERM):
        return 0
    return 1 if "*" in rule else 2


def _rules(raw: Mapping[str, Any], name: str) -> list[str]:
    value: Any = raw.get(name, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in cast("list[Any]", value)):
        raise PolicyInvalid(f"{name}: {str(cast('object', value))[:60]!r}; must be a list of texts")
    return [_rule(name, each) for each in cast("list[str]", value)]


def _rule(name: str, rule: str) -> str:
    if rule.startswith(_TERM):
        if rule.removeprefix(_TERM) not in TERMS:
            raise PolicyInvalid(f"{name}: {rule!r}; allowed terms are {', '.join(TERMS)}")
        return rule
    if "*" in rule or " WITH " in rule:
        return rule
    try:
        return expression_of(rule).text
    except ExpressionInvalid as error:
        raise PolicyInvalid(f"{name}: {error}") from None


def _decision(raw: Mapping[str, Any], name: str) -> Decision:
    value = raw.get(name, Decision.REVIEW.value)
    if value not in _ORDER:
        raise PolicyInvalid(f"{name}: {str(value)[:60]!r}; must be one of {', '.join(_ORDER)}")
    return Decision(value)
