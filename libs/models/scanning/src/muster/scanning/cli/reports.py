"""Reports for programs: SARIF, and the exit code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from muster.scanning.findings import Finding, Report, Verdict, worst
from muster.scanning.rules import Rule, kinds, rules

_CODES: Final = {Verdict.MALICIOUS: 10, Verdict.SUSPICIOUS: 11, Verdict.INCONCLUSIVE: 12, Verdict.CLEAN: 0}
_LEVELS: Final = {Verdict.MALICIOUS: "error", Verdict.SUSPICIOUS: "warning", Verdict.INCONCLUSIVE: "note"}
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def exit_code(reports: Sequence[Report], fail_on: str) -> int:
    """0, or the code of the worst verdict, if it is as bad as `fail_on`."""
    found = worst(report.verdict for report in reports)
    order = tuple(Verdict)
    return _CODES[found] if order.index(found) >= order.index(Verdict(fail_on)) else 0


def sarif(reports: Sequence[Report], not_judged: Sequence[str] = (), pages: str = "") -> str:
    """Reports as SARIF 2.1.0 (OASIS), one result for each finding.

    Args:
        reports: Reports of the scanned files.
        not_judged: Parts that did not run or were not judged: notifications of the run.
        pages: Address of docs/reference/findings; empty: rules have their explanation, and no link.
    """
    used = sorted({each.rule for report in reports for each in report.findings})
    driver = {
        "name": "muster scan",
        "version": str(max((report.rules_version for report in reports), default=0)),
        "rules": [_rule(rules()[id], pages) for id in used],
    }
    results = [_result(report, each) for report in reports for each in report.findings]
    notes = [{"level": "note", "message": {"text": each}} for each in not_judged]
    invocation = {"executionSuccessful": True, "toolExecutionNotifications": notes}
    run = {"tool": {"driver": driver}, "invocations": [invocation], "results": results}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(rule: Rule, pages: str) -> dict[str, Any]:
    page = f"{pages.rstrip('/')}/{rule.kind}.md#{rule.id.replace('.', '')}"
    explained = f"{rule.danger}\n\n**What to do.** {rule.advice}\n\n{kinds()[rule.kind].danger}"
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.danger},
        "help": {"text": f"{rule.danger} {rule.advice}", "markdown": explained},
        **({"helpUri": page} if pages else {}),
        "defaultConfiguration": {"level": _LEVELS[rule.verdict]},
    }


def _result(report: Report, finding: Finding) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": report.path}}
    if finding.offset is not None and not finding.member:
        place["region"] = {"byteOffset": finding.offset}
    where = f" in {finding.member}" if finding.member else ""
    return {
        "ruleId": finding.rule,
        "level": _LEVELS[finding.verdict],
        "message": {"text": f"{rules()[finding.rule].title}{where}: {finding.value}"},
        "locations": [{"physicalLocation": place}],
    }
