"""Evidence to a verdict: the first rule with a sign in it. Integers and names only; no text is matched.

A sign is stated when the platform or the kernel says it. Lines of output, exit codes and signals are what a
job makes of itself: they say why it failed, and can buy nothing.
"""

from __future__ import annotations

from muster.failures.evidence import Evidence, Finding, Verdict
from muster.failures.rules import Rule, RuleSet, Signs, Source

_SAID = {
    Source.OUTPUT: "a line of the output",
    Source.KERNEL: "a line of the kernel's log",
    Source.MESSAGE: "what the agent reported",
}


def judge(rules: RuleSet, evidence: Evidence) -> Verdict:
    """The first rule with a sign in the evidence; the last rule when no other has.

    Args:
        rules: In order. Findings of rules that have no such sign, as those of another version, do not count.
        evidence: Evidence of one rank.
    """
    found: dict[str, Finding] = {}
    for finding in evidence.findings:
        found.setdefault(finding.rule_id, finding)
    for rule in rules:
        finding = found.get(rule.id)
        if finding and rule.signs.known_in(finding.source):
            stated = finding.source is not Source.OUTPUT
            return _verdict(rules, rule, _SAID[finding.source], evidence, finding, stated=stated)
        if sign := _stated(rule.signs, evidence):
            return _verdict(rules, rule, sign, evidence, stated=True)
        if sign := _made(rule.signs, evidence):
            return _verdict(rules, rule, sign, evidence)
    return _verdict(rules, rules.rules[-1], "no sign that a rule knows", evidence)


def _stated(signs: Signs, evidence: Evidence) -> str:
    """Return the sign among the platform's statements; empty: there is none."""
    for condition in evidence.conditions:
        if condition in signs.conditions:
            return f"stated by the platform: {condition.replace('-', ' ')}"
    for event in evidence.node_events:
        if event in signs.node_events:
            return f"an event of the node: {event.replace('-', ' ')}"
    return ""


def _made(signs: Signs, evidence: Evidence) -> str:
    """Return the end of the rank if it is a sign; empty: it is not."""
    if evidence.signal is not None and evidence.signal in signs.signals:
        return f"signal {evidence.signal}"
    if evidence.exit_code is not None and evidence.exit_code in signs.exit_codes:
        return f"exit code {evidence.exit_code}"
    return ""


def _verdict(
    rules: RuleSet,
    rule: Rule,
    sign: str,
    evidence: Evidence,
    finding: Finding | None = None,
    *,
    stated: bool = False,
) -> Verdict:
    seen_ms = finding.at_ms if finding else None
    return Verdict(
        rules_version=rules.version,
        rule=rule,
        sign=sign,
        stated=stated,
        finding=finding,
        rank=evidence.rank,
        node_id=evidence.node_id,
        at_ms=evidence.at_ms if seen_ms is None else seen_ms,
    )
