"""Rules: which facts are worth an alert, and what it says. PURE, but for reading its own rules."""

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
    """One row of rules.toml, which says what the fields are for."""

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
        """The topics of its fact; of a dead letter those of all topics."""
        topic = self._topic
        if topic != DEAD_LETTERS:
            return (topic,)
        return tuple(dead_letter_topic(each) for each in TOPICS.values() if each != DEAD_LETTERS)

    @property
    def record(self) -> type[Any]:
        """The record of its fact."""
        return self._topic.payloads[self.fact.partition("/")[2]]

    @property
    def _topic(self) -> Topic:
        return TOPICS[self.fact.partition("/")[0]]

    @property
    def urgency(self) -> AlertSeverity:
        """How urgent its alerts are."""
        return AlertSeverity(self.severity.upper())


SEVERITIES: Final = (AlertSeverity.INFO, AlertSeverity.WARNING, AlertSeverity.CRITICAL)
"""The least urgent first."""


def parse_rules(text: str) -> tuple[Rule, ...]:
    """The rules of a file.

    Raises:
        ValueError: a field is missing, unknown or of another type; a topic, record or severity is unknown.
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
    """The rules that come with this package, by the record they are for."""
    rules = parse_rules(files("muster.alerts.core").joinpath("rules.toml").read_text(encoding="utf-8"))
    return {rule.record: tuple(each for each in rules if each.record is rule.record) for rule in rules}


def rule_for(fact: Any) -> Rule | None:
    """The first rule that holds for the fact."""
    rules = shipped_rules().get(fact.__class__, ())
    return next((rule for rule in rules if holds(rule.when, fact)), None)


def followed() -> tuple[Topic, ...]:
    """The topics that rules are about, by name."""
    every = (topic for rules in shipped_rules().values() for rule in rules for topic in rule.topics)
    found = {topic.name: topic for topic in every}
    return tuple(found[name] for name in sorted(found))
