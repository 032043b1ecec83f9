"""Picture of a replay as SVG: waits by size, use of the cluster, shares over time.

One contender: a panel for each. Several: their waits side by side, and what each left idle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log10
from typing import Final

from muster.lab.figures.figures import Figures, QueueShare, Waits
from muster.lab.pictures.trace_report import duration
from muster.lab.replay.samples import Idle
from muster.terminal.svg import FAINT, GRID, INK, Scale, Svg

WIDTH, LEFT, RIGHT = 900, 84, 880
TITLE, HEADING, TEXT = 20, 17, 16
"""Sizes of text, pixels: legible at half size."""
_LETTER: Final = 0.54
"""Width of a letter on average, as a part of its height."""
_LINE: Final = 22

PALETTE: Final = ("#0072b2", "#8b6d4f", "#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00")
"""Colours of policies, which colour-blind people can distinguish (after Okabe and Ito); Muster's first."""
HELD: Final = "#a9c9dd"
IDLE_COLOURS: Final = {Idle.UNSCHEDULABLE: "#3f2a73", Idle.HELD_BACK: "#a594cf", Idle.NO_DEMAND: "#eeeeee"}
"""Colours of GPUs, none of them a policy's: held, and free for one of three reasons."""
IDLE_WORDS: Final = {
    Idle.UNSCHEDULABLE: "free: no waiting job fits",
    Idle.HELD_BACK: "free: kept by the policy",
    Idle.NO_DEMAND: "free: no job waits",
}
NAMES: Final = {
    "ours": "Muster",
    "ours-shared": "Muster, sharing time",
    "ours-yielding": "Muster, preempting",
    "ours-headroom": "Muster, with headroom",
    "ours-guaranteed": "Muster, guaranteed time",
    "adr5": "Muster's placement only",
    "fifo": "FIFO",
    "easy": "EASY backfill",
    "bestfit": "best fit",
    "fgd": "FGD",
    "drf": "DRF",
    "tiresias": "Tiresias",
    "srtf": "shortest first",
}
"""Policies in words; others by their names."""
WAIT_TICKS_S = (1, 60, 3_600, 6 * 3_600, 86_400, 7 * 86_400, 30 * 86_400, 90 * 86_400)
QUEUES_DRAWN_MAX = 6


def picture(all_figures: Sequence[Figures], title: str = "") -> str:
    """Draw one contender, or several side by side.

    Args:
        all_figures: The figures of each contender on one load.
        title: Heading; default: the load, its number of jobs and the contender.
    """
    first = all_figures[0]
    words = title or f"{first.load}: {first.offered:,} jobs"
    if len(all_figures) == 1:
        return _of_one(first, f"{words} under {_name(first)}")
    return _of_several(all_figures, f"{words} under {len(all_figures)} policies")


def _name(figures: Figures) -> str:
    return NAMES.get(figures.policy, figures.policy)


def _of_one(figures: Figures, title: str) -> str:
    queues = sorted(figures.queues.items(), key=lambda entry: (-entry[1].due_h, entry[0]))
    drawn = [(name, share) for name, share in queues if share.due_pct][:QUEUES_DRAWN_MAX]
    rows = -(-len(drawn) // 2) if len(queues) > 1 else 0
    svg = Svg(WIDTH, 760 + (76 + 160 * rows if rows else 0))
    svg.text((16, 30), title, size=TITLE, bold=True)
    _where_it_went(svg, 68, figures)
    _waits(svg, 420, [figures])
    if rows:
        words = "Share of the cluster over time, %, and hours held of hours due"
        svg.text((16, 790), words, size=HEADING, bold=True)
        _key(svg, 814, [("held by the queue", HELD), ("its fair share (line)", INK)])
    for index, (name, share) in enumerate(drawn if rows else []):
        left = 56 + (index % 2) * 430
        _share(svg, (left, 836 + index // 2 * 160), name, share, figures.makespan_s)
    return svg.render(title)


def _of_several(all_figures: Sequence[Figures], title: str) -> str:
    rows = 38 + 30 * len(all_figures)
    svg = Svg(WIDTH, 500 + 2 * rows)
    first = all_figures[0]
    svg.text((16, 30), title, size=TITLE, bold=True)
    below = _waits(svg, 68, all_figures)
    idle = {
        _name(figures): [(figures.idle_pct[kind.value], IDLE_COLOURS[kind]) for kind in list(Idle)[:2]]
        for figures in all_figures
    }
    words = f"{first.resource.upper()}s free while jobs wait, % of the cluster"
    svg.text((16, below), words, size=HEADING, bold=True)
    _key(svg, below + 24, [(IDLE_WORDS[kind], IDLE_COLOURS[kind]) for kind in list(Idle)[:2]])
    _bars(svg, below + 38, idle)
    short = {_name(figures): [(figures.short_pct, colour)] for figures, colour in _coloured(all_figures)}
    words = "How far queues fell short of their fair shares, % of the shares"
    svg.text((16, below + 44 + rows), words, size=HEADING, bold=True)
    _bars(svg, below + 56 + rows, short)
    return svg.render(title)


def _where_it_went(svg: Svg, top: float, figures: Figures) -> None:
    """Draw, stacked over time, held GPUs and the three reasons for free ones."""
    layers = [("held", HELD, figures.used_pct)]
    layers += [(IDLE_WORDS[kind], IDLE_COLOURS[kind], figures.idle_curve_pct[kind.value]) for kind in Idle]
    words = f"Use of the {figures.resource.upper()}s over time, % of the cluster"
    svg.text((16, top), words, size=HEADING, bold=True)
    _key(svg, top + 26, [(words, colour) for words, colour, _ in layers])
    x = Scale(0, figures.makespan_s, LEFT, RIGHT)
    y = Scale(0, 100, top + 290, top + 50)
    floor = [0.0] * len(figures.used_pct)
    for _, colour, curve in layers:
        ceiling = [low + part for low, part in zip(floor, curve, strict=True)]
        _band(svg, x, y, figures, floor, ceiling, colour)
        floor = ceiling
    _frame(svg, x, y, (0, 50, 100))
    _time_ticks(svg, x, top + 290, figures.makespan_s)


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


def _waits(svg: Svg, top: float, all_figures: Sequence[Figures]) -> float:
    """Draw the waits by size, logarithmic, a mark for each contender; return where the next part begins."""
    sizes = list(all_figures[0].by_size)
    words = "Wait by size of the whole job: median (dot), 90 % (ring), 99 % (end)"
    svg.text((16, top), words, size=HEADING, bold=True)
    below = top + 26
    if len(all_figures) > 1:
        below += _LINE * _key(
            svg, below, [(_name(figures), colour) for figures, colour in _coloured(all_figures)]
        )
    longest_s = max(waits.p99_s for figures in all_figures for waits in figures.by_size.values())
    y = Scale(0, log10(max(10, longest_s)), below + 260, below)
    for tick_s in WAIT_TICKS_S:
        if tick_s <= max(10, longest_s):
            at = y(log10(tick_s))
            svg.line([(LEFT, at), (RIGHT, at)], GRID)
            svg.text((LEFT - 6, at + 5), duration(tick_s), anchor="end", size=TEXT, colour=FAINT)
    group = (RIGHT - LEFT) / len(sizes)
    for index, size in enumerate(sizes):
        middle = LEFT + group * (index + 0.5)
        jobs = all_figures[0].by_size[size].jobs
        words = f"{size} {all_figures[0].resource.upper()}{'' if size in {'1', '<1'} else 's'}"
        svg.text((middle, below + 284), words, anchor="middle", size=TEXT)
        words = f"{jobs:,} job{'' if jobs == 1 else 's'}"
        svg.text((middle, below + 304), words, anchor="middle", size=TEXT, colour=FAINT)
        step = min(16.0, group / (len(all_figures) + 1))
        for place, (figures, colour) in enumerate(_coloured(all_figures)):
            at_x = middle + step * (place - (len(all_figures) - 1) / 2)
            _range(svg, at_x, y, figures.by_size[size], colour)
    return below + 344


def _range(svg: Svg, at_x: float, y: Scale, waits: Waits, colour: str) -> None:
    p50, p90, p99 = (y(log10(max(1.0, value))) for value in (waits.p50_s, waits.p90_s, waits.p99_s))
    svg.line([(at_x, p50), (at_x, p99)], colour, width=3)
    svg.line([(at_x - 5, p99), (at_x + 5, p99)], colour, width=3)
    svg.dot((at_x, p90), 4, colour, hollow=True)
    svg.dot((at_x, p50), 5, colour)


def _share(svg: Svg, at: tuple[float, float], name: str, share: QueueShare, end_s: float) -> None:
    """Draw one queue: its holdings as an area, its fair share as a line."""
    left, top = at
    right = left + 380
    highest = max(5.0, *share.due_pct, *share.had_pct)
    x, y = Scale(0, len(share.due_pct), left, right), Scale(0, highest, top + 120, top + 28)
    had = [(x(i + side), y(value)) for i, value in enumerate(share.had_pct) for side in (0, 1)]
    due = [(x(i + side), y(value)) for i, value in enumerate(share.due_pct) for side in (0, 1)]
    svg.area([(left, y(0)), *had, (x(len(share.had_pct)), y(0))], HELD)
    svg.line(due, INK, width=2)
    svg.line([(left, y(0)), (right, y(0))], FAINT)
    words = f"{name}: {share.had_h:,.0f} of {share.due_h:,.0f} h"
    svg.text((left, top + 14), words, size=TEXT)
    svg.text((left - 6, top + 34), f"{highest:.0f}", anchor="end", size=TEXT, colour=FAINT)
    svg.text((right, top + 138), duration(end_s), anchor="end", size=TEXT, colour=FAINT)


def _bars(svg: Svg, top: float, rows: Mapping[str, Sequence[tuple[float, str]]]) -> None:
    """Draw horizontal bars, each of parts laid end to end."""
    longest = max((sum(value for value, _ in parts) for parts in rows.values()), default=0) or 1
    x = Scale(0, longest, LEFT + 130, RIGHT - 60)
    for index, (name, parts) in enumerate(rows.items()):
        y = top + index * 30
        svg.text((LEFT + 122, y + 16), name, anchor="end", size=TEXT)
        begun = 0.0
        for value, colour in parts:
            svg.rect((x(begun), y), x(begun + value) - x(begun), 22, colour)
            begun += value
        svg.text((x(begun) + 6, y + 16), f"{begun:.1f}", size=TEXT, colour=FAINT)


def _coloured(all_figures: Sequence[Figures]) -> list[tuple[Figures, str]]:
    return [(figures, PALETTE[index % len(PALETTE)]) for index, figures in enumerate(all_figures)]


def _key(svg: Svg, y: float, entries: Sequence[tuple[str, str]]) -> int:
    """Draw a legend, on several lines if it is long; return the number of lines."""
    x, line = float(LEFT), 0
    for words, colour in entries:
        width = 24 + TEXT * _LETTER * len(words) + 14
        if x > LEFT and x + width > WIDTH:
            x, line = float(LEFT), line + 1
        svg.rect((x, y + _LINE * line - 13), 16, 16, colour)
        svg.text((x + 22, y + _LINE * line), words, size=TEXT)
        x += width
    return line + 1


def _frame(svg: Svg, x: Scale, y: Scale, ticks: Sequence[float]) -> None:
    for tick in ticks:
        svg.text((x.start - 6, y(tick) + 4), f"{tick:g}", anchor="end", size=TEXT, colour=FAINT)
    svg.line([(x.start, y.end), (x.start, y.start), (x.end, y.start)], FAINT)


def _time_ticks(svg: Svg, x: Scale, y: float, end_s: float) -> None:
    for part in range(5):
        at_s = end_s * part / 4
        anchor = ("start", "middle", "middle", "middle", "end")[part]
        svg.text((x(at_s), y + 20), duration(at_s), anchor=anchor, size=TEXT, colour=FAINT)
