"""Report as plain text, for terminals and logs. PURE."""

from __future__ import annotations

from muster.eval.core.reporting.report import Report, TaskLine, change, figure, signed
from muster.terminal.escaping import visible


def render(report: Report) -> str:
    """Return the report without colours or control characters."""
    lines = [f"{visible(report.version)} by {report.config}: {report.headline}"]
    if report.reason:
        lines.append(visible(report.reason))
    cached = f", {report.cached} from the cache" if report.cached else ""
    lines.append(f"{report.scored} of {report.cases} cases have a score{cached}")
    lines += [report.held_out] if report.held_out else []
    lines += [f"warning: {visible(each)}" for each in report.warnings]
    lines += [_task(task) for task in report.tasks]
    lines += [
        f"  {visible(each.case_id)} ({visible(each.task)}): {change(each)}  {visible(each.reason)}".rstrip()
        for each in report.examples
    ]
    return "\n".join([*lines, ""])


def _task(task: TaskLine) -> str:
    parts = [f"{task.score} over {task.cases} cases"]
    if task.lower is not None:
        parts.append(f"at least {figure(task.lower)}")
    if task.threshold is not None:
        parts.append(f"must reach {figure(task.threshold)}")
    if task.difference is not None:
        parts.append(f"{signed(task.difference)} to production")
    if task.cases_needed is not None:
        parts.append(f"about {task.cases_needed:,} cases would decide")
    return f"{visible(task.task)}: {task.verdict}: {', '.join(parts)}"
