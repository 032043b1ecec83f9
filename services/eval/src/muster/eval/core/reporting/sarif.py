"""Report as SARIF 2.1.0 (OASIS, errata 01), for code hosts. PURE.

A result for each task that did not pass, with its worst cases as further results. A passed gate has none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote

from muster.eval.core.reporting.report import (
    CaseLine,
    Conclusion,
    Report,
    TaskLine,
    change,
    signed,
)
from muster.terminal.escaping import visible

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_RULES: Final = {
    "task-failed": "A task is below its threshold, or below the version in production",
    "task-inconclusive": "The cases are too few to tell",
    "case-worse": "A case scores below the version in production, or is not right",
    "not-run": "The evaluation ended without a verdict",
}
_SPECIAL: Final = re.compile(r"[\\\[\]]")


def render(report: Report) -> str:
    """Return a log with one run."""
    rules = [{"id": key, "shortDescription": {"text": text}} for key, text in _RULES.items()]
    run = {
        "tool": {"driver": {"name": "muster eval", "rules": rules}},
        "results": list(_results(report)),
        "automationDetails": {"id": f"muster-eval/{report.config}/{report.run}"},
        "properties": {
            "run": report.run,
            "version": visible(f"{report.repository}@{report.commit}"),
            "conclusion": report.conclusion.value,
            "warnings": [visible(each) for each in report.warnings],
        },
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _results(report: Report) -> Iterator[dict[str, Any]]:
    for task in report.tasks:
        if task.verdict != "passed":
            yield _task(report, task)
            for case in report.examples_of(task.task):
                text = f"{change(case)}: {case.reason}" if case.reason else change(case)
                yield _result(report, "case-worse", "note", text, task.task, case=case)
    if report.conclusion is Conclusion.NOT_RUN:
        yield _result(report, "not-run", "error", report.reason or report.headline, "")


def _task(report: Report, task: TaskLine) -> dict[str, Any]:
    rule = "task-failed" if task.verdict == "failed" else "task-inconclusive"
    level = "error" if report.blocking and task.verdict == report.verdict else "warning"
    difference = "" if task.difference is None else f", {signed(task.difference)} to production"
    text = f"{task.task}: {task.verdict}: {task.score} over {task.cases} cases{difference}"
    return _result(report, rule, level, text, task.task)


def _result(
    report: Report, rule: str, level: str, text: str, task: str, *, case: CaseLine | None = None
) -> dict[str, Any]:
    """Return one result: code hosts want a file for it, and that is the config."""
    names = [name for name in (report.config, task, case.case_id if case is not None else "") if name]
    place = "/".join(visible(name) for name in names)
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": _plain(text)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": f"{quote(report.config)}.yaml"},
                    "region": {"startLine": 1},
                },
                "logicalLocations": [{"fullyQualifiedName": place, "kind": "member"}],
            }
        ],
        "partialFingerprints": {"verdict/v1": sha256(f"{rule}\n{place}".encode()).hexdigest()},
    }


def _plain(text: str) -> str:
    """Return a text as a message: brackets would begin a link (3.11.6), braces a placeholder (3.11.5)."""
    escaped = _SPECIAL.sub(lambda found: f"\\{found[0]}", visible(text))
    return escaped.replace("{", "{{").replace("}", "}}")
