"""Weekly report as one HTML file that loads nothing; the chart is embedded. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from decimal import Decimal
from html import escape
from typing import Final

from muster.metering.edge.weekly.advice import looks, money, summary
from muster.metering.edge.weekly.week import NOTHING, Week
from muster.terminal.svg import FAINT, GRID, INK, Scale, Svg

BAR, EARLIER, OVER = "#0072b2", "#bcd6e8", "#d55e00"
WIDTH: Final = 720
_STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; max-width: 760px; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.5em; margin-bottom: 0 } .when { color: #666; margin-top: 0 }
.lead { font-size: 1.15em } h2 { font-size: 1.1em; margin: 1.6em 0 .4em }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .25em .8em .25em 0 }
th { color: #666; font-weight: normal; border-bottom: 1px solid #ddd } .n { text-align: right }
td { border-bottom: 1px solid #f0f0f0 } svg { width: 100%; height: auto }
"""


def page(week: Week) -> str:
    """Render the report."""
    return "\n".join(_parts(week)) + "\n"


def _parts(week: Week) -> Iterator[str]:
    title = escape(f"{week.team}, {week.name}")
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield f"<title>{title}</title><style>{_STYLE}</style></head><body>"
    yield f'<h1>{title}</h1><p class="when">{week.first} to {week.last}, UTC</p>'
    yield f'<p class="lead">{escape(summary(week))}</p>'
    found = list(looks(week))
    if found:
        yield f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in found)}</ul>"
    if week.charged:
        yield picture(week)
    for name, rows in week.tables.items():
        if rows:
            yield f"<h2>By {escape(name)}</h2>"
            cells = [(row.name, f"{row.gpu_hours:,.1f}", money(row.charged)) for row in rows]
            yield _table((name, "GPU hours", week.currency), cells, numbers=(1, 2))
    if week.idle:
        yield "<h2>Jobs that idled most</h2>"
        yield _table(
            ("job", "user", "GPUs used", "busy", f"idle, {week.currency}", "next time"),
            [
                (
                    job.job_id,
                    job.user or "-",
                    f"{job.gpus_used} of {job.gpus}",
                    f"{job.busy_percent} %",
                    money(job.idle_charged),
                    job.advice or "-",
                )
                for job in week.idle
            ],
            numbers=(2, 3, 4),
        )
    yield "</body></html>"


def picture(week: Week) -> str:
    """Render the chart: days of the week, previous weeks, and spending of budgets."""
    svg = Svg(WIDTH, 230 + (34 * len(week.budgets) + 40 if week.budgets else 0))
    days = [(f"{week.first + timedelta(days=n):%a}", amount) for n, amount in enumerate(week.days)]
    _bars(svg, (50, 410), f"Each day, {week.currency}", days, len(days))
    weeks = [*reversed(week.before), (f"{week.first:W%V}", week.charged)]
    _bars(svg, (480, 700), f"Each week, {week.currency}", weeks, 1)
    if week.budgets:
        svg.text((50, 256), "Budgets: spent, and at this week's pace by the end of the month", bold=True)
    for n, budget in enumerate(week.budgets):
        x, top = Scale(0, 1.5 * float(budget.amount), 200, 680), 270 + 34 * n
        svg.text((190, top + 14), budget.name, anchor="end")
        at_pace = budget.at_pace if budget.at_pace is not None else budget.spent
        colour = OVER if at_pace > budget.amount else BAR
        svg.rect((200, top), x(float(at_pace)) - 200, 20, EARLIER)
        svg.rect((200, top), x(float(budget.spent)) - 200, 20, colour)
        limit = x(float(budget.amount))
        svg.line([(limit, top - 4), (limit, top + 24)], INK, width=2)
        svg.text((limit + 5, top + 14), f"{budget.amount:,.0f} {budget.unit}", size=11)
    return svg.render()


def _bars(
    svg: Svg,
    across: tuple[float, float],
    title: str,
    bars: Sequence[tuple[str, Decimal | None]],
    dark_from_end: int,
) -> None:
    """Upright bars, the last of them dark, with their amounts."""
    left, right = across
    x = Scale(0, len(bars), left, right)
    highest = max((amount for _, amount in bars if amount is not None), default=NOTHING)
    y = Scale(0, float(highest) or 1, 190, 50)
    svg.text((left, 26), title, bold=True)
    svg.line([(left, 190), (right, 190)], GRID)
    for n, (name, amount) in enumerate(bars):
        middle = (x(n) + x(n + 1)) / 2
        svg.text((middle, 206), name, anchor="middle", size=11, colour=FAINT)
        if amount is None:
            continue
        top = y(float(amount))
        colour = BAR if n >= len(bars) - dark_from_end else EARLIER
        svg.rect((x(n) + 4, top), x(n + 1) - x(n) - 8, 190 - top, colour)
        svg.text((middle, top - 5), f"{amount:,.0f}", anchor="middle", size=11)


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int]) -> str:
    def cell(tag: str, n: int, text: str) -> str:
        return f"<{tag}{' class=n' if n in numbers else ''}>{escape(text)}</{tag}>"

    head = "".join(cell("th", n, text) for n, text in enumerate(titles))
    body = "".join(f"<tr>{''.join(cell('td', n, text) for n, text in enumerate(row))}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"
