"""Pictures of a bill as SVG: cost by team and day, states of GPUs, use and allocation, budgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.lab.figures.bill import (
    BUSY,
    GPU_HOUR_US,
    HELD,
    IDLE,
    NOT_BUSY,
    OVERHEAD,
    RESERVED,
    STATES,
    Bill,
    BudgetLine,
)
from muster.terminal.svg import FAINT, GRID, INK, Scale, Svg

WIDTH: Final = 900
LEFT, RIGHT = 64, 690
TOP: Final = 76
TEAM_COLOURS: Final = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#8c6d31", "#d55e00")
"""Colours that colour-blind people can distinguish (Okabe and Ito)."""
STATE_COLOURS: Final = {
    BUSY: "#0072b2",
    NOT_BUSY: "#9ecae9",
    RESERVED: "#5e3c99",
    HELD: "#e69f00",
    OVERHEAD: "#d55e00",
    IDLE: "#e4e4e4",
}
ALARM: Final = "#d55e00"
HOURS_A_STEP: Final = 3

Notes = Sequence[tuple[float, str]]
"""Events with their days, for the margin."""


def cost_picture(bill: Bill, notes: Notes = ()) -> str:
    """Draw a bar for each day, by team, with the unallocated cost above the teams."""
    svg = Svg(WIDTH, 400)
    rows = [(team, TEAM_COLOURS[n % len(TEAM_COLOURS)]) for n, team in enumerate(bill.teams)]
    rows += [(name, STATE_COLOURS[name]) for name in (RESERVED, OVERHEAD, IDLE) if name in bill.daily_cents]
    total = sum(sum(bill.daily_cents[name]) for name, _ in rows)
    words = f"Cost by team and day: {_money(total / 100)} {bill.currency} in {bill.days} days"
    svg.text((LEFT, 28), words, size=16, bold=True)
    highest = max(sum(bill.daily_cents[name][day] for name, _ in rows) for day in range(bill.days)) / 100
    x, y = Scale(0, bill.days, LEFT, RIGHT), Scale(0, 1.05 * highest, 350, TOP)
    _grid(svg, y, _steps(highest), bill.currency)
    for day in range(bill.days):
        floor = 0.0
        for name, colour in rows:
            value = bill.daily_cents[name][day] / 100
            svg.rect((x(day) + 1.5, y(floor + value)), x(1) - x(0) - 3, y(floor) - y(floor + value), colour)
            floor += value
    _days(svg, x, 350, bill.days)
    _notes(svg, x, TOP, 350, notes)
    entries = [(f"{name}  {_money(sum(bill.daily_cents[name]) / 100)}", colour) for name, colour in rows]
    _legend(svg, list(reversed(entries)))
    return svg.render()


def gpus_picture(bill: Bill, notes: Notes = ()) -> str:
    """Draw the states of GPUs, stacked over time: every hour adds up to the GPUs of the cluster."""
    svg = Svg(WIDTH, 400)
    hours = range(0, 24 * bill.days, HOURS_A_STEP)
    means = {
        state: [sum(bill.hourly_gpus[state][h : h + HOURS_A_STEP]) / HOURS_A_STEP for h in hours]
        for state in STATES
    }
    highest = max(map(sum, zip(*means.values(), strict=True)))
    svg.text((LEFT, 28), f"What {highest:.0f} GPUs were, hour by hour", size=16, bold=True)
    x, y = Scale(0, bill.days, LEFT, RIGHT), Scale(0, highest, 350, TOP)
    floor = [0.0] * len(hours)
    for state in STATES:
        ceiling = [low + part for low, part in zip(floor, means[state], strict=True)]
        _band(svg, (x, y), floor, ceiling, STATE_COLOURS[state])
        floor = ceiling
    _grid(svg, y, _steps(highest), "GPUs")
    _days(svg, x, 350, bill.days)
    _notes(svg, x, TOP, 350, notes)
    whole = sum(map(sum, means.values()))
    entries = [
        (f"{state}  {100 * sum(means[state]) / whole:.1f} %", STATE_COLOURS[state]) for state in STATES
    ]
    _legend(svg, list(reversed(entries)))
    return svg.render()


def used_picture(bill: Bill) -> str:
    """Draw a bar for each team: its GPU time, and the busy part of it."""
    svg = Svg(WIDTH, 90 + 44 * len(bill.teams))
    svg.text((LEFT, 28), "Allocated and used, GPU hours", size=16, bold=True)
    longest = max(team.gpu_us for team in bill.teams.values()) / GPU_HOUR_US
    x = Scale(0, longest, LEFT + 70, RIGHT - 40)
    for row, (name, team) in enumerate(bill.teams.items()):
        top = 52 + 44 * row
        had_h, busy_h = team.gpu_us / GPU_HOUR_US, team.busy_us / GPU_HOUR_US
        percent = round(100 * busy_h / had_h)
        svg.text((LEFT + 62, top + 18), name, anchor="end")
        svg.rect((x(0), top), x(had_h) - x(0), 26, STATE_COLOURS[NOT_BUSY])
        svg.rect((x(0), top), x(busy_h) - x(0), 26, STATE_COLOURS[BUSY])
        svg.text((x(0) + 8, top + 18), f"{percent} % busy", colour="#ffffff", size=12)
        idle = (1 - busy_h / had_h) * team.job_cents / 100
        words = f"{had_h:,.0f} h, {_money(idle)} {bill.currency} of idling"
        svg.text((x(had_h) + 8, top + 18), words, size=12, colour=FAINT)
    entries = [("busy", STATE_COLOURS[BUSY]), ("allocated, not busy", STATE_COLOURS[NOT_BUSY])]
    at_x = float(LEFT + 70)
    for words, colour in entries:
        svg.rect((at_x, 62 + 44 * len(bill.teams)), 12, 12, colour)
        svg.text((at_x + 18, 72 + 44 * len(bill.teams)), words, size=12)
        at_x += 90
    return svg.render()


def budgets_picture(bill: Bill) -> str:
    """Draw a panel for each budget: the spending so far, 80 % and all of it."""
    rows = -(-len(bill.budgets) // 3)
    svg = Svg(WIDTH, 60 + 190 * rows)
    words = f"Spent of each budget, {bill.currency}: a ring at the alert at 80 %, a dot at the alert at 100 %"
    svg.text((20, 28), words, size=16, bold=True)
    ordered = sorted(bill.budgets.items(), key=lambda each: (-_part(each[1]), each[0]))
    for n, (name, line) in enumerate(ordered):
        _budget(svg, (20 + 290 * (n % 3), 52 + 190 * (n // 3)), name, line, bill.days)
    return svg.render()


def _budget(svg: Svg, at: tuple[float, float], name: str, line: BudgetLine, days: int) -> None:
    left, top = at
    x = Scale(0, 24 * days, left, left + 265)
    y = Scale(0, max(1.1, _part(line)) * line.amount, top + 160, top + 26)
    over = _part(line) >= 1
    svg.text((left, top + 12), f"{name}: {100 * _part(line):.0f} % of {_money(line.amount)}", bold=True)
    points = [(x(0), y(0)), *((x(hour), y(spent)) for hour, spent in _thinned(line.spent))]
    svg.area([*points, (points[-1][0], y(0))], "#fbe3d6" if over else "#dcebf5")
    for part, width in ((1.0, 1.5), (0.8, 1.0)):
        at_y = y(part * line.amount)
        svg.line([(left, at_y), (left + 265, at_y)], FAINT, width=width)
        svg.text((left + 2, at_y - 3), f"{100 * part:.0f} %", size=10, colour=FAINT)
    svg.line(points, ALARM if over else TEAM_COLOURS[0], width=2)
    svg.line([(left, y(0)), (left + 265, y(0))], GRID)
    for percent, hour in line.reached.items():
        spent = next((amount for at_h, amount in line.spent if at_h >= hour), line.amount)
        svg.dot((x(hour), y(spent)), 4, ALARM, hollow=percent != 100)
        svg.text((x(hour), y(0) + 14), f"{hour / 24 + 1:.0f}", anchor="middle", size=10, colour=ALARM)


def _thinned(spent: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A point for each quarter of a day."""
    by_step: dict[int, tuple[float, float]] = {int(hour // 6): (hour, amount) for hour, amount in spent}
    return list(by_step.values())


def _part(line: BudgetLine) -> float:
    return line.spent[-1][1] / line.amount if line.spent else 0.0


def _band(
    svg: Svg, scales: tuple[Scale, Scale], floor: Sequence[float], ceiling: Sequence[float], colour: str
) -> None:
    x, y = scales
    step = HOURS_A_STEP / 24
    edges = [(at * step, (at + 1) * step) for at in range(len(floor))]
    upper = [(x(edge), y(value)) for pair, value in zip(edges, ceiling, strict=True) for edge in pair]
    lower = [(x(edge), y(value)) for pair, value in zip(edges, floor, strict=True) for edge in pair]
    svg.area([*upper, *reversed(lower)], colour)


def _grid(svg: Svg, y: Scale, ticks: Sequence[float], unit: str) -> None:
    for tick in ticks:
        svg.line([(LEFT, y(tick)), (RIGHT, y(tick))], GRID, width=0.7)
        svg.text((LEFT - 6, y(tick) + 4), _money(tick), anchor="end", size=11, colour=FAINT)
    svg.text((LEFT - 6, y.end - 8), unit, anchor="end", size=11, colour=FAINT)


def _days(svg: Svg, x: Scale, bottom: float, days: int) -> None:
    svg.line([(LEFT, bottom), (RIGHT, bottom)], FAINT)
    for day in range(0, days, 5):
        svg.text((x(day + 0.5), bottom + 16), f"{day + 1}", anchor="middle", size=11, colour=FAINT)
    svg.text((RIGHT, bottom + 32), "day of the month", anchor="end", size=11, colour=FAINT)


def _notes(svg: Svg, x: Scale, top: float, bottom: float, notes: Notes) -> None:
    for n, (day, words) in enumerate(notes):
        high = top - 6 - 13 * (n % 2)
        svg.line([(x(day), high - 8), (x(day), bottom)], INK, width=0.8)
        svg.text((x(day) + 4, high), words, size=11)


def _legend(svg: Svg, entries: Sequence[tuple[str, str]]) -> None:
    for row, (words, colour) in enumerate(entries):
        at = 84 + 24 * row
        svg.rect((RIGHT + 22, at - 11), 14, 14, colour)
        svg.text((RIGHT + 42, at), words, size=12)


def _steps(highest: float) -> list[float]:
    """Four to eight round marks up to a value."""
    size = 1.0
    while highest / size > 8:
        size *= 2 if str(size)[0] in "15" else 2.5
    return [size * n for n in range(int(highest / size) + 1)]


def _money(amount: float) -> str:
    return f"{amount:,.0f}"
