"""Report as Markdown, for the comment of a pull request. PURE."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.eval.core.reporting.report import Conclusion, Report, TaskLine, change, figure, signed
from muster.terminal.escaping import code_span

MARKER: Final = "<!-- muster-eval {config} -->"
"""First line: a bot finds its earlier comment by it, and replaces that."""

_MARKS: Final = {
    Conclusion.PENDING: ":hourglass:",
    Conclusion.PASSED: ":white_check_mark:",
    Conclusion.FAILED: ":x:",
    Conclusion.INCONCLUSIVE: ":grey_question:",
    Conclusion.ADVICE: ":warning:",
    Conclusion.NOT_RUN: ":warning:",
}
_HEAD: Final = (
    "| task | verdict | score | at least | must reach | to production | shows from | cases | needed |",
    "|---|---|---:|---:|---:|---:|---:|---:|---:|",
)


def render(report: Report) -> str:
    """Return the report in GitHub's Markdown; texts of models are code, so that they have no effect."""
    return "\n".join([*_lines(report), ""])


def _lines(report: Report) -> Iterator[str]:
    yield MARKER.format(config=report.config)
    yield f"### {_MARKS[report.conclusion]} Gate {code_span(report.config)}: {report.headline}"
    yield ""
    compared = f", compared with {code_span(report.baseline[:12])}" if report.baseline else ""
    scored = f"{report.scored} of {report.cases} cases have a score"
    held_out = f" {report.held_out}." if report.held_out else ""
    yield f"Version {code_span(report.version)}{compared}. {scored}.{held_out}"
    if report.reason:
        yield ""
        yield code_span(report.reason)
    for each in report.warnings:
        yield ""
        yield f":warning: {code_span(each)}"
    if report.tasks:
        yield ""
        yield from _HEAD
        yield from map(_row, report.tasks)
    if report.examples:
        is_compared = any(each.baseline is not None for each in report.examples)
        title = "Worse than production" if is_compared else "Not right"
        yield ""
        yield f"<details><summary>{title}: {len(report.examples)} cases, the worst first</summary>"
        yield ""
        for each in report.examples:
            reason = f": {code_span(each.reason)}" if each.reason else ""
            yield f"- {code_span(each.case_id)} ({code_span(each.task)}) {change(each)}{reason}"
        yield ""
        yield "</details>"
    yield ""
    yield f"`muster eval show {report.run}`"


def _row(task: TaskLine) -> str:
    cells = (
        code_span(task.task, in_table=True),
        task.verdict,
        task.score,
        figure(task.lower),
        figure(task.threshold),
        signed(task.difference),
        figure(task.detectable),
        str(task.cases),
        f"{task.cases_needed:,}" if task.cases_needed is not None else "",
    )
    return f"| {' | '.join(cells)} |"
