"""Scores of each task by version, with thresholds and the versions that a gate blocked. PURE."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muster.eval.core.reporting.pictures import WIDTH
from muster.eval.core.reporting.report import figure
from muster.terminal.escaping import visible
from muster.terminal.svg import ALARM, BASELINE, FAINT, GRID, LIMIT, THIS, Scale, Svg

BLOCKED: Final = ALARM
_HEIGHT: Final = 240
_LABELS_MAX: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A version in the series of a task.

    Attributes:
        commit: The version.
        run: Its last evaluation with a verdict.
        cases: Cases with a score.
        value: Their mean; None: there is none, the task was not measured.
        lower: Its lower bound; None: there is none.
        threshold: What the bound had to reach; None: there was none.
        verdict: About this task: passed, failed or inconclusive.
        blocked: Whether the gate held the version.
        in_production: Whether `production` leads to it now.
        other_terms: Whether config, golden set or judge are others than those of the point before.
    """

    commit: str
    run: str
    cases: int
    value: float | None
    lower: float | None
    threshold: float | None
    verdict: str
    blocked: bool
    in_production: bool
    other_terms: bool


@dataclass(frozen=True, slots=True)
class Series:
    """Scores of one task.

    Attributes:
        task: Its name.
        points: By the first evaluation of each version.
    """

    task: str
    points: tuple[Point, ...]


def series_of(evaluations: Sequence[Mapping[str, Any]]) -> list[Series]:
    """Return the series of each task, by name.

    Args:
        evaluations: The last of each version, in the order of the series, as rows: run, commit,
            config_digest, verdict, blocking, in_production, and `tasks` as of `GateTask`.
    """
    points: dict[str, list[Point]] = {}
    digests: dict[str, str] = {}
    for each in evaluations:
        for task in each["tasks"]:
            name, digest = task["task"], each["config_digest"]
            point = Point(
                commit=each["commit"],
                run=each["run"],
                cases=task["cases"],
                value=task["value"] if task["cases"] else None,
                lower=task["lower"],
                threshold=task["threshold"],
                verdict=task["verdict"].lower(),
                blocked=each["blocking"] and each["verdict"] != "passed",
                in_production=each["in_production"],
                other_terms=digests.get(name, digest) != digest,
            )
            digests[name] = digest
            points.setdefault(name, []).append(point)
    return [Series(task, tuple(found)) for task, found in sorted(points.items())]


def picture(title: str, series: Sequence[Series]) -> str:
    """Return the series as one SVG document, task below task.

    A disc is a score, with a line down to its lower bound; a cross is a version that the gate blocked and
    that did not pass this task. Labels name what is in production, and where other terms begin.
    """
    svg = Svg(WIDTH, 60 + _HEIGHT * max(1, len(series)))
    svg.text((60, 22), visible(title), size=14, bold=True)
    for n, each in enumerate(series):
        _draw(svg, 40 + _HEIGHT * n, each)
    if not series:
        svg.text((60, 80), "no version has scores", colour=FAINT)
    bottom = 46 + _HEIGHT * max(1, len(series))
    svg.dot((66, bottom - 4), 4, THIS)
    svg.text((76, bottom), "score, with its lower bound", size=11, colour=FAINT)
    svg.line([(250, bottom - 4), (272, bottom - 4)], LIMIT, width=2)
    svg.text((278, bottom), "threshold", size=11, colour=FAINT)
    _cross(svg, (370, bottom - 4))
    svg.text((382, bottom), "blocked by this task", size=11, colour=FAINT)
    svg.dot((530, bottom - 4), 4, BASELINE, hollow=True)
    svg.text((540, bottom), "blocked by another", size=11, colour=FAINT)
    return svg.render(title)


def _draw(svg: Svg, top: float, series: Series) -> None:
    """Draw one task below `top`."""
    points = series.points
    figures = [
        value for each in points for value in (each.value, each.lower, each.threshold) if value is not None
    ]
    low = max(0.0, math.floor(min(figures, default=0.0) * 20 - 0.5) / 20)
    high = min(1.0, math.ceil(max(figures, default=1.0) * 20 + 0.5) / 20)
    x, y = Scale(-0.5, len(points) - 0.5, 60, WIDTH - 20), Scale(low, high, top + _HEIGHT - 50, top + 30)
    svg.text((60, top + 16), visible(series.task), bold=True)
    for part in (0.0, 0.5, 1.0):
        value = low + part * (high - low)
        svg.line([(60, y(value)), (WIDTH - 20, y(value))], GRID)
        svg.text((52, y(value) + 4), figure(value), anchor="end", size=11, colour=FAINT)
    svg.line([(x(n), y(each.value)) for n, each in enumerate(points) if each.value is not None], THIS)
    step = math.ceil(len(points) / _LABELS_MAX)
    for n, each in enumerate(points):
        if each.threshold is not None:
            limit = y(each.threshold)
            svg.line([(x(n - 0.5), limit), (x(n + 0.5), limit)], LIMIT, width=2)
        if each.other_terms:
            svg.line([(x(n - 0.5), top + 30), (x(n - 0.5), top + _HEIGHT - 50)], FAINT)
            svg.text((x(n - 0.5) + 4, top + 40), "other terms", size=10, colour=FAINT)
        if each.value is not None and each.lower is not None:
            svg.line([(x(n), y(each.value)), (x(n), y(each.lower))], THIS, width=2)
        _mark(svg, (x(n), y(low if each.value is None else each.value)), each)
        foot = top + _HEIGHT - 34
        if n % step == 0:
            svg.text((x(n), foot), each.commit[:7], anchor="middle", size=10, colour=FAINT)
        if each.in_production:
            svg.text((x(n), foot + 13), "production", anchor="middle", size=10)
        elif _is_caught(each):
            svg.text((x(n), foot + 13), each.commit[:7], anchor="middle", size=10, colour=BLOCKED)


def _is_caught(point: Point) -> bool:
    """Return whether the gate held the version and this task did not pass."""
    return point.blocked and point.verdict != "passed"


def _mark(svg: Svg, at: tuple[float, float], point: Point) -> None:
    if _is_caught(point):
        _cross(svg, at)
        text = "not measured" if point.value is None else figure(point.value)
        svg.text((at[0], at[1] - 10), text, anchor="middle", size=10, colour=BLOCKED)
    elif point.blocked:
        svg.dot(at, 4, BASELINE, hollow=True)
    elif point.value is not None:
        svg.dot(at, 4, THIS)


def _cross(svg: Svg, at: tuple[float, float]) -> None:
    across, down = at
    for turn in (-5, 5):
        svg.line([(across - 5, down - turn), (across + 5, down + turn)], BLOCKED, width=3)
