"""Result of scanning a task's output, as in its report: rules and places, no text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.events.task_events import FindingSource, RuleFinding
from muster.failures.evidence import Finding
from muster.failures.rules import RuleSet

FINDINGS_PER_RANK_MAX: Final = 8
"""Most rules reported per rank: the first in order, because the first with a sign wins."""
FINDINGS_MAX: Final = 256
"""Most rules reported per task."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """Result of scanning a task's output.

    Attributes:
        findings: Ordered by rank, then by the rules' order.
        rules_version: Version of the rules used; None: it was not scanned.
        unscanned: Why it was not scanned, or only in part; empty: it was, or no rules are in effect.
    """

    findings: tuple[RuleFinding, ...] = ()
    rules_version: int | None = None
    unscanned: str = ""


NOT_SCANNED: Final = Scanned()
"""Result if no rules are in effect."""


def rule_findings(rules: RuleSet, found: Mapping[int, Sequence[Finding]]) -> tuple[RuleFinding, ...]:
    """Return the reported findings of each rank, the first by the rules' order."""
    order = {rule.id: place for place, rule in enumerate(rules)}
    findings: list[RuleFinding] = []
    for rank in sorted(found):
        first = sorted(found[rank], key=lambda finding: order[finding.rule_id])
        findings += [_rule_finding(rank, finding) for finding in first[:FINDINGS_PER_RANK_MAX]]
    return tuple(findings[:FINDINGS_MAX])


def _rule_finding(rank: int, finding: Finding) -> RuleFinding:
    return RuleFinding(
        rule=finding.rule_id,
        rank=rank,
        source=FindingSource.OUTPUT,
        stream=finding.stream,
        line=finding.number,
        first_byte=finding.first_byte,
        count=finding.count,
        at_ms=finding.at_ms,
    )
