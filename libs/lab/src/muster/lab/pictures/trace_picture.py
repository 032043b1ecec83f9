"""Picture of a replay as SVG: waits by size, use of the cluster, shares over time.

One contender: a panel for each. Several: their waits side by side, and what each left idle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log10

from muster.lab.figures.figures import Figures, QueueShare, Waits
from muster.lab.pictures.trace_report import duration
from muster.lab.replay.samples import Idle
from muster.terminal.svg import FAINT, GRID, INK, Scale, Svg

WIDTH, LEFT, RIGHT = 900, 70, 880
PALETTE = ("#0072b2", "#999999", "#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00")
"""Colours that colour-blind people can distinguish (Okabe and Ito); ours first."""

IDLE_COLOURS = {Idle.UNSCHEDULABLE: "#d55e00", Idle.HELD_BACK: "#e69f00", Idle.NO_DEMAND: "#eeeeee"}
IDLE_WORDS = {
    Idle.UNSCHEDULABLE: "free, and nothing that waits fits",
    Idle.HELD_BACK: "free, kept by the policy",
    Idle.NO_DEMAND: "free, nothing waits",
}
WAIT_TICKS_S = (1, 10, 60, 600, 3_600, 6 * 3_600, 86_400, 7 * 86_400, 30 * 86_400, 90 * 86_400)
QUEUES_DRAWN_MAX = 6


def picture(all_figures: Sequence[Figures]) -> str:
    """The picture of one contender, or of several side by side."""
    return _of_one(all_figures[0]) if len(all_figures) == 1 else _of_several(all_figures)


def _of_one(figures: Figures) -> str:
    queues = sorted(figures.queues.items(), key=lambda entry: (-entry[1].due_h, entry[0]))
    drawn = [(name, share) for name, share in queues if share.due_pct][:QUEUES_DRAWN_MAX]
    rows = -(-len(drawn) // 2) if len(queues) > 1 else 0
    svg = Svg(WIDTH, 640 + 150 * rows)
    svg.text((LEFT, 28), f"{figures.policy} on {figures.load}: {figures.finished:,} jobs", size=16, bold=True)
    _where_it_went(svg, 60, figures)
    _waits(svg, 350, [figures])
    if rows:
        svg.text((LEFT, 650), "Share over time, % of the cluster: had (filled) and due (line)", bold=True)
    for index, (name, share) in enumerate(drawn if rows else []):
        left = LEFT + (index % 2) * 415
        _share(svg, (left, 665 + index // 2 * 150), name, share, figures.makespan_s)
    return svg.render()


def _of_several(all_figures: Sequence[Figures]) -> str:
    svg = Svg(WIDTH, 410 + 30 * len(all_figures))
    first = all_figures[0]
    svg.text((LEFT, 28), f"{first.load}: {first.offered:,} jobs", size=16, bold=True)
    _waits(svg, 60, all_figures)
    idle = {
        figures.policy: [(figures.idle_pct[kind.value], IDLE_COLOURS[kind]) for kind in list(Idle)[:2]]
        for figures in all_figures
    }
    words = f"{first.resource.upper()} free while jobs wait, %: nothing fits (red), kept back (yellow)"
    _bars(svg, (LEFT, 380), words, idle)
    short = {figures.policy: [(figures.short_pct, colour)] for figures, colour in _coloured(all_figures)}
    _bars(svg, (LEFT + 450, 380), "Queues had less than their due, % of due", short)
    return svg.render()


def _where_it_went(svg: Svg, top: float, figures: Figures) -> None:
    """Draw, stacked over time, held GPUs and the three reasons for free ones."""
    layers = [("held", PALETTE[0], figures.used_pct)]
    layers += [(IDLE_WORDS[kind], IDLE_COLOURS[kind], figures.idle_curve_pct[kind.value]) for kind in Idle]
    svg.text((LEFT, top), f"Where the {figures.resource.upper()}s went, % of the cluster", bold=True)
    _key(svg, top + 18, [(words, colour) for words, colour, _ in layers])
    x = Scale(0, figures.makespan_s, LEFT, RIGHT)
    y = Scale(0, 100, top + 230, top + 30)
    floor = [0.0] * len(figures.used_pct)
    for _, colour, curve in layers:
        ceiling = [low + part for low, part in zip(floor, curve, strict=True)]
        _band(svg, x, y, figures, floor, ceiling, colour)
        floor = ceiling
    _frame(svg, x, y, (0, 50, 100))
    _time_ticks(svg, x, top + 230, figures.makespan_s)


def _band(  # noqa: PLR0917  (a band is what it is)
    svg: Svg,
    x: Scale,
    y: Scale,
    figures: Figures,
    floor: Sequence[float],
    ceiling: Sequence[float],
    colour: str,
) -> None:
    """Fill the area between two step curves."""
    edges = [*figures.at_s, figures.makespan_s]
    upper = [
        (x(edge), y(value)) for pair, value in zip(pairwise(edges), ceiling, strict=True) for edge in pair
    ]
    lower = [(x(edge), y(value)) for pair, value in zip(pairwise(edges), floor, strict=True) for edge in pair]
    if any(high > low for low, high in zip(floor, ceiling, strict=True)):
        svg.area([*upper, *reversed(lower)], colour)


def _waits(svg: Svg, top: float, all_figures: Sequence[Figures]) -> None:
    """A mark per size and contender from p50 (dot) over p90 (ring) to p99 (end of the line), logarithmic."""
    sizes = list(all_figures[0].by_size)
    svg.text((LEFT, top), "Wait by size of the whole job: p50 (dot), p90 (ring), p99 (end)", bold=True)
    if len(all_figures) > 1:
        _key(svg, top + 18, [(figures.policy, colour) for figures, colour in _coloured(all_figures)])
    longest_s = max(waits.p99_s for figures in all_figures for waits in figures.by_size.values())
    y = Scale(0, log10(max(10, longest_s)), top + 240, top + 30)
    for tick_s in WAIT_TICKS_S:
        if tick_s <= max(10, longest_s):
            at = y(log10(tick_s))
            svg.line([(LEFT, at), (RIGHT, at)], GRID)
            svg.text((LEFT - 6, at + 4), duration(tick_s), anchor="end", size=11, colour=FAINT)
    group = (RIGHT - LEFT) / len(sizes)
    for index, size in enumerate(sizes):
        middle = LEFT + group * (index + 0.5)
        jobs = all_figures[0].by_size[size].jobs
        words = f"{size} {all_figures[0].resource} ({jobs:,} jobs)"
        svg.text((middle, top + 258), words, anchor="middle", size=11)
        step = min(16.0, group / (len(all_figures) + 1))
        for place, (figures, colour) in enumerate(_coloured(all_figures)):
            at_x = middle + step * (place - (len(all_figures) - 1) / 2)
            _range(svg, at_x, y, figures.by_size[size], colour)


def _range(svg: Svg, at_x: float, y: Scale, waits: Waits, colour: str) -> None:
    p50, p90, p99 = (y(log10(max(1.0, value))) for value in (waits.p50_s, waits.p90_s, waits.p99_s))
    svg.line([(at_x, p50), (at_x, p99)], colour, width=2)
    svg.line([(at_x - 4, p99), (at_x + 4, p99)], colour, width=2)
    svg.dot((at_x, p90), 3, colour, hollow=True)
    svg.dot((at_x, p50), 4, colour)


def _share(svg: Svg, at: tuple[float, float], name: str, share: QueueShare, end_s: float) -> None:
    """Draw one queue: its holdings as an area, its due as a line."""
    left, top = at
    highest = max(5.0, *share.due_pct, *share.had_pct)
    x, y = Scale(0, len(share.due_pct), left, left + 370), Scale(0, highest, top + 115, top + 15)
    had = [(x(i + side), y(value)) for i, value in enumerate(share.had_pct) for side in (0, 1)]
    due = [(x(i + side), y(value)) for i, value in enumerate(share.due_pct) for side in (0, 1)]
    svg.area([(left, y(0)), *had, (x(len(share.had_pct)), y(0))], PALETTE[3])
    svg.line(due, INK, width=1.5)
    svg.line([(left, y(0)), (left + 370, y(0))], FAINT)
    svg.text((left, top + 10), f"{name}: had {share.had_h:,.0f} h, due {share.due_h:,.0f} h", size=11)
    svg.text((left - 4, top + 20), f"{highest:.0f}", anchor="end", size=10, colour=FAINT)
    svg.text((left + 370, top + 128), duration(end_s), anchor="end", size=10, colour=FAINT)


def _bars(
    svg: Svg, at: tuple[float, float], title: str, rows: Mapping[str, Sequence[tuple[float, str]]]
) -> None:
    """Horizontal bars, each of parts laid end to end."""
    left, top = at
    svg.text((left, top), title, bold=True, size=11)
    longest = max((sum(value for value, _ in parts) for parts in rows.values()), default=0) or 1
    x = Scale(0, longest, left + 60, left + 330)
    for index, (name, parts) in enumerate(rows.items()):
        y = top + 14 + index * 30
        svg.text((left + 54, y + 15), name, anchor="end")
        begun = 0.0
        for value, colour in parts:
            svg.rect((x(begun), y), x(begun + value) - x(begun), 20, colour)
            begun += value
        svg.text((x(begun) + 6, y + 15), f"{begun:.1f}", colour=FAINT)


def _coloured(all_figures: Sequence[Figures]) -> list[tuple[Figures, str]]:
    return [(figures, PALETTE[index % len(PALETTE)]) for index, figures in enumerate(all_figures)]


def _key(svg: Svg, y: float, entries: Sequence[tuple[str, str]]) -> None:
    x = float(LEFT)
    for words, colour in entries:
        svg.rect((x, y - 10), 12, 12, colour)
        svg.text((x + 17, y), words, size=11)
        x += 34 + 5.8 * len(words)


def _frame(svg: Svg, x: Scale, y: Scale, ticks: Sequence[float]) -> None:
    for tick in ticks:
        svg.text((x.start - 6, y(tick) + 4), f"{tick:g}", anchor="end", size=11, colour=FAINT)
    svg.line([(x.start, y.end), (x.start, y.start), (x.end, y.start)], FAINT)


def _time_ticks(svg: Svg, x: Scale, y: float, end_s: float) -> None:
    for part in range(5):
        at_s = end_s * part / 4
        anchor = ("start", "middle", "middle", "middle", "end")[part]
        svg.text((x(at_s), y + 16), duration(at_s), anchor=anchor, size=11, colour=FAINT)
