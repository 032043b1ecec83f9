"""Weekly report as Markdown. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.metering.edge.weekly.advice import looks, money, summary
from muster.metering.edge.weekly.week import Week
from muster.terminal.sparkline import sparkline


def markdown(week: Week) -> str:
    """Render the report."""
    return "\n".join(_lines(week)) + "\n"


def _lines(week: Week) -> Iterator[str]:
    yield f"# {week.team}, {week.name} ({week.first} to {week.last})"
    yield ""
    yield summary(week)
    found = list(looks(week))
    if found:
        yield ""
        yield from (f"- {each}" for each in found)
    if week.charged:
        yield ""
        yield f"Monday to Sunday: `{sparkline(week.days)}`"
    for name, rows in week.tables.items():
        if rows:
            cells = [(row.name, f"{row.gpu_hours:,.1f}", money(row.charged)) for row in rows]
            yield from _table((name, "GPU hours", week.currency), cells)
    if week.idle:
        cells = [
            (
                job.job_id,
                job.user or "-",
                f"{job.gpus_used} of {job.gpus}",
                f"{job.busy_percent} %",
                money(job.idle_charged),
                job.advice or "-",
            )
            for job in week.idle
        ]
        yield from _table(("job", "user", "GPUs used", "busy", f"idle, {week.currency}", "next time"), cells)


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield ""
    for line in (titles, ["---"] * len(titles), *rows):
        yield f"| {' | '.join(_cell(text) for text in line)} |"


def _cell(text: str) -> str:
    """Escape text, so that it neither ends a cell nor is HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", r"\|")
