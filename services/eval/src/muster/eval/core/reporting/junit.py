"""Report as JUnit XML, for the test reports of Jenkins, GitLab, Azure, Buildkite and others. PURE.

One test case for each task, not for each golden case: a gate of 0.9 passes with 40 wrong answers of 400, and
a CI system would show such a build as broken. The cases that made a task fail are in its failure.

    failed, and the gate blocks           failure
    inconclusive, and the gate blocks     error
    either, and the gate only advises     skipped, with the message
    no verdict: the run failed            error

Elements and attributes are those of the schema that Jenkins validates with (xunit-plugin, junit-10.xsd).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from muster.eval.core.reporting.report import Conclusion, Report, TaskLine, change, figure, signed
from muster.jobs.values.quantities import format_time
from muster.terminal.escaping import visible

_KINDS: Final = ("failure", "error", "skipped")


def render(report: Report) -> str:
    """Return the report as a document with one suite."""
    cases = list(_cases(report))
    kinds = Counter(child.tag for case in cases for child in case if child.tag in _KINDS)
    counts = {
        "tests": str(len(cases)),
        "failures": str(kinds["failure"]),
        "errors": str(kinds["error"]),
    }
    time = {"time": f"{_seconds(report):.3f}"}
    root = ET.Element("testsuites", {"name": "muster eval", **counts, **time})
    name = {"name": visible(f"{report.config}: {report.version}")}
    more = {"skipped": str(kinds["skipped"]), "timestamp": format_time(report.started_at)[:19]}
    suite = ET.SubElement(root, "testsuite", {**name, **counts, **more, **time})
    facts = ET.SubElement(suite, "properties")
    for key, value in (("run", report.run), ("commit", report.commit), ("baseline", report.baseline)):
        ET.SubElement(facts, "property", {"name": key, "value": visible(value)})
    suite.extend(cases)
    if report.warnings:
        ET.SubElement(suite, "system-out").text = "\n".join(f"warning: {visible(w)}" for w in report.warnings)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _cases(report: Report) -> Iterator[ET.Element]:
    for task in report.tasks:
        case = _case(report, task.task)
        summary = _summary(task)
        if (kind := _kind(report, task)) is not None:
            note = ET.SubElement(case, kind, {"message": visible(f"{task.verdict}: {summary}")})
            if kind != "skipped":
                note.set("type", task.verdict)
                note.text = "\n".join([visible(report.reason), *_examples(report, task.task)])
        yield case
    if not report.tasks:
        case = _case(report, report.config)
        is_running = report.conclusion is Conclusion.PENDING
        note = ET.SubElement(
            case, "skipped" if is_running else "error", {"message": visible(report.headline)}
        )
        if not is_running:
            note.set("type", visible(report.code or report.state))
            note.text = visible(report.reason)
        yield case


def _case(report: Report, name: str) -> ET.Element:
    return ET.Element("testcase", {"classname": visible(report.config), "name": visible(name), "time": "0"})


def _kind(report: Report, task: TaskLine) -> str | None:
    """Return the element of a task that did not pass; None: it did."""
    if task.verdict == "passed":
        return None
    if not report.blocking or task.verdict != report.verdict:
        return "skipped"
    return "failure" if task.verdict == "failed" else "error"


def _summary(task: TaskLine) -> str:
    difference = "" if task.difference is None else f", {signed(task.difference)} to production"
    threshold = "" if task.threshold is None else f", must reach {figure(task.threshold)}"
    return f"{task.score} over {task.cases} cases{threshold}{difference}"


def _examples(report: Report, task: str) -> Iterator[str]:
    for each in report.examples_of(task):
        yield f"{visible(each.case_id)}: {change(each)}  {visible(each.reason)}".rstrip()


def _seconds(report: Report) -> float:
    """Return how long the evaluation took; 0 while it runs."""
    if report.ended_at is None:
        return 0.0
    return (report.ended_at - report.started_at) / 1_000
