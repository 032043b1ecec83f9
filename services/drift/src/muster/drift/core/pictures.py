"""Charts as pictures: means of subgroups above, the chart's statistic between its limits below. PURE.

Where nothing was measured lines break and the ground is grey: no value is no good value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muster.drift.core.alarms import GAP, JUDGE
from muster.drift.core.documents import DAY_MS
from muster.drift.core.measures import MEASURES
from muster.events.drift_events import PointState
from muster.jobs.values.quantities import format_time
from muster.terminal.escaping import visible
from muster.terminal.pages import page, table, text_of
from muster.terminal.svg import ALARM, BASELINE, FAINT, GRID, INK, LIMIT, THIS, Scale, Svg

PLOTS_MAX: Final = 24
"""Most charts of one picture."""

ALARMS_MAX: Final = 5
"""Most alarms that a chart lists, the newest."""

WIDTH: Final = 800
LEFT, RIGHT = 80, 780
_VALUES: Final = (38, 158)
_STATISTIC: Final = (172, 252)
"""Upper and lower end of the two fields, below the top of a chart."""

_HEIGHT: Final = 310
_LINE: Final = 15
_HEAD, _FOOT = 36, 56
_TICKS_MAX: Final = 8
_TEXT_MAX: Final = 120

_MINUTE_MS: Final = 60_000
_STEPS_MS: Final = tuple(
    minutes * _MINUTE_MS
    for minutes in (1, 5, 10, 30, 60, 180, 360, 720, 1_440, 2_880, 10_080, 20_160, 40_320)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A subgroup with values.

    Attributes:
        start_ms: Its start, milliseconds since 1970 UTC.
        end_ms: Its end.
        state: Use that the chart made of it.
        value: Mean of its values.
        statistic: The chart's statistic; None: it was not compared.
        low: Lower limit of the statistic; None: likewise.
        high: Upper limit; None: likewise.
    """

    start_ms: int
    end_ms: int
    state: PointState
    value: float
    statistic: float | None
    low: float | None
    high: float | None

    @property
    def middle_ms(self) -> float:
        """Middle of the subgroup."""
        return (self.start_ms + self.end_ms) / 2

    @property
    def compared(self) -> tuple[float, float, float] | None:
        """Statistic, lower and upper limit; None: it was not compared."""
        if self.statistic is None or self.low is None or self.high is None:
            return None
        return self.statistic, self.low, self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """An alarm on a chart.

    Attributes:
        alarm: Its id.
        measure: What has moved; the judge and the gap are shown on the chart of quality.
        began_after_ms: Begin of the interval in which the change began, milliseconds since 1970 UTC.
        began_before_ms: Its end.
        at_ms: When it was raised.
        ended_ms: When it ended; None: it is open.
        text: The alarm in one sentence.
    """

    alarm: str
    measure: str
    began_after_ms: int
    began_before_ms: int
    at_ms: int
    ended_ms: int | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """The chart of one measure of a series, as it is drawn.

    Attributes:
        series: The series for people.
        measure: The measure.
        center: Centre; None: the chart is learning.
        baseline: Mean score of the evaluation; None: there is none.
        points: Subgroups with values, oldest first.
        marks: Alarms, oldest first.
    """

    series: str
    measure: str
    center: float | None
    baseline: float | None
    points: tuple[Point, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A time.

    Attributes:
        start_ms: Its start, milliseconds since 1970 UTC.
        end_ms: Its end.
    """

    start_ms: int
    end_ms: int


def plots_of(
    charts: Sequence[Mapping[str, Any]],
    subgroups: Sequence[Mapping[str, Any]],
    alarms: Sequence[Mapping[str, Any]],
    measure: str = "",
) -> list[Plot]:
    """Return the charts of a model by series, measures in their usual order.

    Args:
        charts: Rows of charts with limits.
        subgroups: Rows of subgroups, oldest first.
        alarms: Rows of alarms, open and ended; those raised before the first subgroup are left out.
        measure: Draw only this one; empty: all.
    """
    points: dict[tuple[str, str, str, str], list[Point]] = {}
    for each in subgroups:
        for found in each["points"]:
            if found["value"] is not None and measure in ("", found["measure"]):
                key = (each["commit"], each["task"], each["segment"], found["measure"])
                points.setdefault(key, []).append(_point(each, found))
    known = {(each["commit"], each["task"], each["segment"], each["measure"]): each for each in charts}
    order, since_ms = list(MEASURES), span_of(subgroups).start_ms
    plots: list[Plot] = []
    for key in sorted(points, key=lambda key: (*key[:3], order.index(key[3]))):
        commit, task, segment, name = key
        chart = known.get(key)
        marks = [_mark(each) for each in alarms if each["at"] >= since_ms and _concerns(each, key)]
        plots.append(
            Plot(
                series=" ".join(each for each in (commit[:7], task, segment) if each) or "all traffic",
                measure=name,
                center=None if chart is None else chart["center"],
                baseline=None if chart is None else chart["baseline"],
                points=tuple(points[key]),
                marks=tuple(sorted(marks, key=lambda each: (each.at_ms, each.alarm))),
            )
        )
    return plots


def span_of(subgroups: Sequence[Mapping[str, Any]]) -> Span:
    """Return the time of subgroups, with and without values."""
    starts, ends = [each["start"] for each in subgroups], [each["end"] for each in subgroups]
    return Span(min(starts, default=0), max(ends, default=0))


def gaps(points: Sequence[Point], span: Span) -> list[Span]:
    """Return the times of a span in which nothing was measured."""
    found: list[Span] = []
    until_ms = span.start_ms
    for each in points:
        if each.start_ms > until_ms:
            found.append(Span(until_ms, each.start_ms))
        until_ms = max(until_ms, each.end_ms)
    if until_ms < span.end_ms:
        found.append(Span(until_ms, span.end_ms))
    return found


def picture(title: str, plots: Sequence[Plot], span: Span) -> str:
    """Return charts as one SVG document, one below the other.

    Args:
        title: Its title.
        plots: Charts.
        span: Time that is shown.
    """
    shown = plots[:PLOTS_MAX]
    height = _HEAD + sum(map(_height, shown)) + (0 if shown else 40) + _FOOT
    svg = Svg(WIDTH, height)
    svg.text((LEFT, 24), visible(title), size=14, bold=True)
    if not shown:
        svg.text((LEFT, 56), "nothing is measured", colour=FAINT)
    top = _HEAD
    for each in shown:
        _draw(svg, top, each, span)
        top += _height(each)
    if len(plots) > len(shown):
        svg.text((LEFT, height - 40), _more(plots), size=11, colour=FAINT)
    _legend(svg, height - 22)
    return svg.render(title)


def chart_page(title: str, plots: Sequence[Plot], span: Span) -> str:
    """Return charts and their alarms as one HTML page.

    Args:
        title: Its title.
        plots: Charts.
        span: Time that is shown.
    """
    return page(title, _parts(title, plots, span))


def _parts(title: str, plots: Sequence[Plot], span: Span) -> Iterator[str]:
    yield f"<h1>{text_of(title)}</h1>"
    if not plots:
        yield '<p class="faint">Nothing is measured.</p>'
        return
    yield f'<p class="faint">{_moment(span.start_ms)} to {_moment(span.end_ms)}, UTC</p>'
    yield f"<figure>{picture(title, plots, span)}</figure>"
    yield "<h2>Charts</h2>"
    titles = ("series", "measure", "centre", "baseline", "last", "measured until")
    yield table(titles, [_figures(each) for each in plots], texts=2)
    marks = {mark.alarm: mark for each in plots for mark in each.marks}
    if marks:
        rows = [_row(each) for each in sorted(marks.values(), key=lambda each: -each.at_ms)]
        yield "<h2>Alarms</h2>"
        yield table(("alarm", "what", "began between", "raised", "ended"), rows, texts=5)


def _row(mark: Mark) -> Sequence[str]:
    began = f"{_moment(mark.began_after_ms)} and {_moment(mark.began_before_ms)}"
    ended = "open" if mark.ended_ms is None else _moment(mark.ended_ms)
    return text_of(mark.alarm), text_of(mark.text), began, _moment(mark.at_ms), ended


def _figures(plot: Plot) -> Sequence[str]:
    measure, last = MEASURES[plot.measure], plot.points[-1]
    return (
        text_of(plot.series),
        measure.words,
        "learning" if plot.center is None else measure.in_words(plot.center),
        "-" if plot.baseline is None else measure.in_words(plot.baseline),
        measure.in_words(last.value),
        _moment(last.end_ms),
    )


def _more(plots: Sequence[Plot]) -> str:
    return f"{len(plots) - PLOTS_MAX} more charts; choose a version or a measure"


def _height(plot: Plot) -> int:
    return _HEIGHT + _LINE * min(len(plot.marks), ALARMS_MAX)


def _draw(svg: Svg, top: float, plot: Plot, span: Span) -> None:
    """Draw one chart below `top`."""
    x = Scale(span.start_ms, span.end_ms, LEFT, RIGHT)
    fields = [(top + low, top + high) for low, high in (_VALUES, _STATISTIC)]
    svg.text((LEFT, top + 18), visible(f"{plot.series}: {MEASURES[plot.measure].words}"), bold=True)
    for upper, lower in fields:
        for gap in gaps(plot.points, span):
            left, right = x(gap.start_ms), x(gap.end_ms)
            svg.rect((left, upper), right - left, lower - upper, FAINT, opacity=0.2)
        for mark in plot.marks:
            left, right = x(mark.began_after_ms), x(mark.began_before_ms)
            svg.rect((left, upper), max(2, right - left), lower - upper, ALARM, opacity=0.2)
    _time_axis(svg, x, span, top)
    _values(svg, x, plot, *fields[0])
    _statistic(svg, x, plot, *fields[1])
    first = max(0, len(plot.marks) - ALARMS_MAX)
    for n, mark in enumerate(plot.marks, start=1):
        at, upper = x(mark.at_ms), fields[0][0]
        svg.line([(at, upper), (at, fields[1][1])], ALARM)
        svg.area([(at - 5, upper - 9), (at + 5, upper - 9), (at, upper)], ALARM)
        svg.text((at + 7, upper - 1), str(n), size=10, colour=ALARM)
        if n > first:
            state = "open" if mark.ended_ms is None else "ended"
            words = visible(f"{n}  {mark.alarm}, {state}: {mark.text}")
            cut = words if len(words) <= _TEXT_MAX else f"{words[: _TEXT_MAX - 3]}..."
            svg.text((LEFT, top + _HEIGHT - 12 + _LINE * (n - first - 1)), cut, size=11)


def _values(svg: Svg, x: Scale, plot: Plot, upper: float, lower: float) -> None:
    """Draw means of subgroups, the centre and the baseline."""
    words = MEASURES[plot.measure].in_words
    figures = [each.value for each in plot.points]
    figures += [each for each in (plot.center, plot.baseline) if each is not None]
    low, high = min(figures), max(figures)
    room = (high - low) / 12 or abs(high) / 12 or 0.01
    y = Scale(low - room, high + room, lower, upper)
    for value in (low, (low + high) / 2, high) if high > low else (low,):
        svg.line([(LEFT, y(value)), (RIGHT, y(value))], GRID)
        svg.text((LEFT - 8, y(value) + 4), words(value), anchor="end", size=11, colour=FAINT)
    if plot.center is not None:
        svg.line([(LEFT, y(plot.center)), (RIGHT, y(plot.center))], INK)
    if plot.baseline is not None:
        svg.line([(LEFT, y(plot.baseline)), (RIGHT, y(plot.baseline))], BASELINE, width=2, dashed=True)
    for each in plot.points:
        at = (x(each.middle_ms), y(each.value))
        match each.state:
            case PointState.WATCHED:
                svg.dot(at, 2.5, THIS)
            case PointState.LEARNING:
                svg.dot(at, 1.5, BASELINE)
            case PointState.TOO_FEW:
                svg.dot(at, 2.5, FAINT, hollow=True)


def _statistic(svg: Svg, x: Scale, plot: Plot, upper: float, lower: float) -> None:
    """Draw the statistic between its limits."""
    runs = list(_runs(plot.points))
    if not runs:
        svg.text((LEFT + 8, (upper + lower) / 2 + 4), "learning: no limits yet", size=11, colour=FAINT)
        return
    figures = [figure for run in runs for _, *compared in run for figure in compared]
    y = Scale(min(0.0, *figures), max(0.0, *figures), lower, upper)
    svg.line([(LEFT, y(0)), (RIGHT, y(0))], GRID)
    svg.text((LEFT - 8, y(0) + 4), "0", anchor="end", size=11, colour=FAINT)
    for run in runs:
        svg.line([(x(at), y(low)) for at, _, low, _ in run], LIMIT, dashed=True)
        svg.line([(x(at), y(high)) for at, _, _, high in run], LIMIT, dashed=True)
        svg.line([(x(at), y(value)) for at, value, _, _ in run], THIS, width=1.5)
        for at, value, low, high in run:
            if not low <= value <= high:
                svg.dot((x(at), y(value)), 2.5, ALARM)
            elif len(run) == 1:
                svg.dot((x(at), y(value)), 1.5, THIS)


def _runs(points: Sequence[Point]) -> Iterator[list[tuple[float, float, float, float]]]:
    """Yield subgroups in succession that were compared: middle, statistic, lower and upper limit."""
    run: list[tuple[float, float, float, float]] = []
    until_ms = -1
    for each in points:
        if run and (each.compared is None or each.start_ms > until_ms):
            yield run
            run = []
        if each.compared is not None:
            run.append((each.middle_ms, *each.compared))
        until_ms = each.end_ms
    if run:
        yield run


def _time_axis(svg: Svg, x: Scale, span: Span, top: float) -> None:
    lower = top + _STATISTIC[1]
    for number, at_ms in enumerate(ticks(span)):
        at = x(at_ms)
        for high, low in (_VALUES, _STATISTIC):
            svg.line([(at, top + high), (at, top + low)], GRID)
        words, anchor = format_time(at_ms), "middle" if at < RIGHT - 20 else "end"
        svg.text((at, lower + 15), words[11:16], anchor=anchor, size=10, colour=FAINT)
        if number == 0 or at_ms % DAY_MS == 0:
            svg.text((at, lower + 28), words[:10], anchor=anchor, size=10, colour=FAINT)
    svg.text((LEFT - 8, lower + 15), "UTC", anchor="end", size=10, colour=FAINT)


def ticks(span: Span) -> list[int]:
    """Return the moments that a time axis names: round ones, in UTC."""
    length = span.end_ms - span.start_ms
    step = next((each for each in _STEPS_MS if length <= _TICKS_MAX * each), 0)
    step = step or _STEPS_MS[-1] * math.ceil(length / _TICKS_MAX / _STEPS_MS[-1])
    first = -(-span.start_ms // step) * step
    return list(range(first, span.end_ms + 1, step))


def _legend(svg: Svg, at: float) -> None:
    svg.dot((LEFT + 3, at - 4), 2.5, THIS)
    svg.text((LEFT + 10, at), "mean of a subgroup", size=10, colour=FAINT)
    svg.dot((LEFT + 120, at - 4), 1.5, BASELINE)
    svg.text((LEFT + 127, at), "learning", size=10, colour=FAINT)
    svg.dot((LEFT + 182, at - 4), 2.5, FAINT, hollow=True)
    svg.text((LEFT + 190, at), "too few values", size=10, colour=FAINT)
    svg.line([(LEFT + 270, at - 4), (LEFT + 290, at - 4)], INK)
    svg.text((LEFT + 295, at), "centre", size=10, colour=FAINT)
    svg.line([(LEFT + 340, at - 4), (LEFT + 360, at - 4)], BASELINE, width=2, dashed=True)
    svg.text((LEFT + 365, at), "baseline", size=10, colour=FAINT)
    svg.line([(LEFT + 418, at - 4), (LEFT + 438, at - 4)], LIMIT, dashed=True)
    svg.text((LEFT + 443, at), "limits of the statistic", size=10, colour=FAINT)
    svg.rect((LEFT + 555, at - 9), 12, 10, FAINT, opacity=0.2)
    svg.text((LEFT + 571, at), "not measured", size=10, colour=FAINT)
    svg.area([(LEFT, at + 5), (LEFT + 10, at + 5), (LEFT + 5, at + 14)], ALARM)
    svg.text((LEFT + 14, at + 14), "alarm; shaded: when the change began (90 %)", size=10, colour=FAINT)
    svg.line([(LEFT + 270, at + 10), (LEFT + 290, at + 10)], THIS, width=1.5)
    svg.text((LEFT + 295, at + 14), "statistic (EWMA), standard deviations", size=10, colour=FAINT)


def _point(subgroup: Mapping[str, Any], found: Mapping[str, Any]) -> Point:
    return Point(
        start_ms=subgroup["start"],
        end_ms=subgroup["end"],
        state=PointState(found["state"]),
        value=found["value"],
        statistic=found["statistic"],
        low=found["low"],
        high=found["high"],
    )


def _mark(alarm: Mapping[str, Any]) -> Mark:
    return Mark(
        alarm=alarm["alarm"],
        measure=alarm["measure"],
        began_after_ms=alarm["began_after"],
        began_before_ms=alarm["began_before"],
        at_ms=alarm["at"],
        ended_ms=alarm["ended"],
        text=alarm["text"],
    )


def _concerns(alarm: Mapping[str, Any], chart: tuple[str, str, str, str]) -> bool:
    """Return whether an alarm is shown on a chart."""
    commit, task, segment, measure = chart
    series = (alarm["commit"], alarm["task"], alarm["segment"])
    if alarm["measure"] == JUDGE:
        return measure == "quality" and commit in ("", alarm["commit"])
    if alarm["measure"] == GAP:
        return measure == "quality" and series == (commit, task, segment)
    return alarm["measure"] == measure and series == (commit, task, segment)


def _moment(at_ms: int) -> str:
    return format_time(at_ms)[:16].replace("T", " ")
