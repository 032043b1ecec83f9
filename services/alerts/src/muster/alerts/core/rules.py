"""Rules: the facts that raise alerts, and their texts. PURE, except for loading its own rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from muster.alerts.core.wording import holds
from muster.events import topics
from muster.events.alerts_commands import AlertSeverity
from muster.events.topics import DEAD_LETTERS
from muster.events.wire.envelope import Topic
from muster.journal import dead_letter_topic
from pydantic import ConfigDict, TypeAdapter

TOPICS: Final = {topic.name: topic for topic in vars(topics).values() if isinstance(topic, Topic)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Row of rules.toml, where the fields are explained."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    name: str
    fact: str
    severity: str
    series: str
    title: str
    text: str
    when: Mapping[str, Any] = field(default_factory=dict[str, Any])
    tenant: str = ""
    team: str = ""
    team_when: Mapping[str, Any] = field(default_factory=dict[str, Any])
    links: Sequence[str] = ()
    again_after_ms: int = 0

    @property
    def topics(self) -> tuple[Topic, ...]:
        """Topics of the rule's fact; for a dead letter, those of all topics."""
        topic = self._topic
        if topic != DEAD_LETTERS:
            return (topic,)
        return tuple(dead_letter_topic(each) for each in TOPICS.values() if each != DEAD_LETTERS)

    @property
    def record(self) -> type[Any]:
        """Record type of the rule's fact."""
        return self._topic.payloads[self.fact.partition("/")[2]]

    @property
    def _topic(self) -> Topic:
        return TOPICS[self.fact.partition("/")[0]]

    @property
    def urgency(self) -> AlertSeverity:
        """Severity of the rule's alerts."""
        return AlertSeverity(self.severity.upper())


SEVERITIES: Final = (AlertSeverity.INFO, AlertSeverity.WARNING, AlertSeverity.CRITICAL)
"""Severities, lowest first."""


def parse_rules(text: str) -> tuple[Rule, ...]:
    """Parse the rules in a file.

    Raises:
        ValueError: A field is missing, unknown or of another type; a topic, record or severity is unknown.
    """
    found = TypeAdapter(tuple[Rule, ...]).validate_python(tomllib.loads(text)["rule"])
    for rule in found:
        try:
            _ = rule.record, rule.urgency
        except (KeyError, ValueError) as error:
            raise ValueError(f"rule {rule.name}: {rule.fact} {rule.severity}: {error} is unknown") from error
    return found


@cache
def shipped_rules() -> Mapping[type[Any], tuple[Rule, ...]]:
    """Return the rules shipped with this package, by their record type."""
    rules = parse_rules(files("muster.alerts.core").joinpath("rules.toml").read_text(encoding="utf-8"))
    return {rule.record: tuple(each for each in rules if each.record is rule.record) for rule in rules}


def rule_for(fact: Any) -> Rule | None:
    """Return the first rule that matches a fact; None: no rule does."""
    rules = shipped_rules().get(fact.__class__, ())
    return next((rule for rule in rules if holds(rule.when, fact)), None)


def followed() -> tuple[Topic, ...]:
    """Return the topics used by rules, sorted by name."""
    every = (topic for rules in shipped_rules().values() for rule in rules for topic in rule.topics)
    found = {topic.name: topic for topic in every}
    return tuple(found[name] for name in sorted(found))
