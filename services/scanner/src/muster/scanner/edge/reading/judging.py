"""Findings of the engine, in the form used in facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from muster.events.scan_events import FindingKind, FindingSeverity, ScanVerdict
from muster.scanner.core.orders import FINDINGS_MAX, Found, Outcome, Result
from muster.scanning.antivirus import OFF
from muster.scanning.findings import Finding, Verdict, worst
from muster.scanning.own_rules import OwnRules
from muster.scanning.rules import Rule, rules, rules_version

VERDICTS: Final[Mapping[Verdict, ScanVerdict]] = {
    Verdict.CLEAN: ScanVerdict.CLEAN,
    Verdict.INCONCLUSIVE: ScanVerdict.INCONCLUSIVE,
    Verdict.SUSPICIOUS: ScanVerdict.SUSPICIOUS,
    Verdict.MALICIOUS: ScanVerdict.MALICIOUS,
}
_SEVERITIES: Final[Mapping[Verdict, FindingSeverity]] = {
    Verdict.CLEAN: FindingSeverity.INFO,
    Verdict.INCONCLUSIVE: FindingSeverity.MEDIUM,
    Verdict.SUSPICIOUS: FindingSeverity.HIGH,
    Verdict.MALICIOUS: FindingSeverity.CRITICAL,
}
_ORDER: Final = tuple(Verdict)


def result_of(findings: Iterable[Finding], size_bytes: int, sha256: str) -> Result:
    """Result of a scan: the worst verdict, and each finding once, the worst first."""
    found = sorted(dict.fromkeys(findings), key=lambda each: -_ORDER.index(each.verdict))
    return Result(
        outcome=Outcome.READ,
        reason=_reason(found),
        verdict=VERDICTS[worst(each.verdict for each in found)],
        findings=tuple(_found(each) for each in found[:FINDINGS_MAX]),
        count=len(found),
        size_bytes=size_bytes,
        content_sha256=sha256,
    )


def version(own: OwnRules, antivirus: str) -> str:
    """Version of the rules in use: those shipped, the organisation's own, and whether an antivirus runs."""
    parts = [str(rules_version()), own.digest, "" if antivirus == OFF else "clamav"]
    return "+".join(part for part in parts if part)


def kind_of(rule: Rule) -> FindingKind:
    """Kind of a rule's findings, as used in facts.

    Raises:
        ValueError: facts have no such kind.
    """
    return FindingKind(rule.kind.upper())


def _found(finding: Finding) -> Found:
    rule = rules()[finding.rule]
    return Found(
        rule=rule.id,
        kind=kind_of(rule),
        severity=_SEVERITIES[finding.verdict],
        message=_message(rule, finding),
        member=finding.member,
        offset=finding.offset,
    )


def _message(rule: Rule, finding: Finding) -> str:
    where = f" in {finding.member}" if finding.member else ""
    return f"{rule.title}{where}: {finding.value}" if finding.value else f"{rule.title}{where}"


def _reason(found: list[Finding]) -> str:
    """Text for readers: the worst finding, and the number of others."""
    if not found:
        return ""
    said = _message(rules()[found[0].rule], found[0])
    more = len(found) - 1
    return said if not more else f"{said}; and {more} more finding{'s' if more > 1 else ''}"
