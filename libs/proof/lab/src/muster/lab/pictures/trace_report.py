"""Report of a replay for people: tables and a picture in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muster.lab.figures.comparison import Criterion, criteria, losses
from muster.lab.figures.figures import Figures, Waits
from muster.lab.pictures.curve import area
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

UNITS_S = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))
QUEUES_SHOWN_MAX = 12


def report_one(figures: Figures) -> Group:
    """One contender: the figures, waits by size and tier, queues, and the cluster over time."""
    parts: list[RenderableType] = [
        Text(f"Policy {figures.policy} on {figures.load}: {_jobs(figures)}, {figures.cpu_s:.1f} s of CPU"),
        _overview([figures]),
        _waits("size", {f"{name} {figures.resource}": waits for name, waits in figures.by_size.items()}),
    ]
    if len(figures.by_tier) > 1:
        parts.append(_waits("tier", figures.by_tier))
    if len(figures.queues) > 1:
        parts.append(_queues(figures))
    parts.append(
        Text(f"\n{figures.resource.upper()} held (vertical) from first arrival to last end (horizontal)")
    )
    parts += [Text(line) for line in _curve(figures)]
    return Group(*parts)


def report_all(all_figures: Sequence[Figures]) -> Group:
    """Several contenders side by side, and where ours does not win."""
    first = all_figures[0]
    parts: list[RenderableType] = [
        Text(f"{first.load}: {first.offered} jobs"),
        _overview(all_figures),
        _waits_by_size(all_figures),
    ]
    found = losses(all_figures)
    parts.append(Text("Ours is best or equal in everything" if not found else "Where ours does not win:"))
    parts += [
        Text(
            f"  {loss.criterion.name}: {show(loss.criterion, loss.ours)}, "
            f"{loss.policy} {show(loss.criterion, loss.best)}"
        )
        for loss in found
    ]
    parts += [Text(f"  {figures.policy}: {_jobs(figures)}") for figures in all_figures if _odd(figures)]
    return Group(*parts)


def show(criterion: Criterion, value: float) -> str:
    """A figure with its unit."""
    if criterion.unit == "s":
        return duration(value)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.1f}" + (f" {criterion.unit}" if criterion.unit else "")


def duration(seconds: float) -> str:
    """Seconds in the largest unit that fits, to three digits."""
    for size, unit in UNITS_S:
        if seconds >= 2 * size or (unit == "s" and seconds >= 1):
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1_000:.3g} ms" if seconds else "0"


def _overview(all_figures: Sequence[Figures]) -> Table:
    """A row per criterion, a column per contender."""
    table = _beside(all_figures, "")
    for criterion in criteria(all_figures):
        table.add_row(criterion.name, *(show(criterion, criterion.of(figures)) for figures in all_figures))
    return table


def _beside(all_figures: Sequence[Figures], title: str) -> Table:
    """An empty table with a column per contender, narrow enough for all of them in 80 columns."""
    table = Table(title=title or None, box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    for figures in all_figures:
        table.add_column(figures.policy, justify="right")
    return table


def _waits(title: str, groups: Mapping[str, Waits]) -> Table:
    table = Table()
    table.add_column(title)
    for name in ("jobs", "wait p50", "wait p90", "wait p99", "slowdown"):
        table.add_column(name, justify="right")
    for name, waits in groups.items():
        times = (duration(value) for value in (waits.p50_s, waits.p90_s, waits.p99_s))
        table.add_row(name, f"{waits.jobs:,}", *times, f"{waits.bounded_slowdown_mean:,.1f}")
    return table


def _waits_by_size(all_figures: Sequence[Figures]) -> Table:
    """p50 and p99, a row per size, a column per contender."""
    table = _beside(all_figures, f"wait p50 / p99 by {all_figures[0].resource} of the whole job")
    for size in all_figures[0].by_size:
        cells = (figures.by_size[size] for figures in all_figures)
        table.add_row(size, *(f"{duration(w.p50_s)} / {duration(w.p99_s)}" for w in cells))
    return table


def _queues(figures: Figures) -> Table:
    shown = sorted(figures.queues.items(), key=lambda entry: (-entry[1].due_h, entry[0]))[:QUEUES_SHOWN_MAX]
    table = Table(title=f"{figures.resource} hours: max-min fair share and use")
    table.add_column("queue")
    for name in ("due", "had", "short of due", "arrears at most"):
        table.add_column(name, justify="right")
    for queue, share in shown:
        cells = (share.due_h, share.had_h, share.short_h, share.arrears_h_max)
        table.add_row(queue, *(f"{value:,.0f}" for value in cells))
    return table


def _curve(figures: Figures) -> list[str]:
    count = len(figures.used_pct)
    points = [(100 * index / count, used) for index, used in enumerate(figures.used_pct)]
    return area(points, x_max=100, x_step=25, y_high=100, size=(65, 10)) if points else []


def _jobs(figures: Figures) -> str:
    parts = [f"{figures.finished} of {figures.offered} jobs finished"]
    parts += [f"{count} refused ({reason})" for reason, count in figures.refused.items()]
    parts += [f"{figures.stuck} never started"] if figures.stuck else []
    return ", ".join(parts)


def _odd(figures: Figures) -> bool:
    return figures.finished != figures.offered
