"""Values of a subgroup on its charts: learned from, or compared with the limits. PURE."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts
from muster.drift.core import alarms, charts
from muster.drift.core.measures import MEASURES, Measure, Value
from muster.drift.core.state import CHARTS, Chart, Outputs, SeriesName, Watched, series_of
from muster.events.drift_events import ChartDesigned, ChartPoint, DriftAlarmEnded, PointState
from muster.statistics.charts.designs import Baseline
from muster.statistics.charts.signals import Signal
from muster.statistics.sums import rounded

_UNKNOWN: Final[Mapping[str, Baseline]] = MappingProxyType({})


@dataclass(slots=True)
class Plotted:
    """Points of a subgroup, and what follows from them.

    Attributes:
        points: One for each value.
        designs: Charts that have limits now.
        ended: Alarms that are over.
        signals: Charts beyond a limit, after the subgroup, without an open alarm.
    """

    points: list[ChartPoint] = field(default_factory=list[ChartPoint])
    designs: list[Fact[ChartDesigned]] = field(default_factory=list[Fact[ChartDesigned]])
    ended: list[Fact[DriftAlarmEnded]] = field(default_factory=list[Fact[DriftAlarmEnded]])
    signals: list[tuple[Measure, Chart, Signal]] = field(default_factory=list[tuple[Measure, Chart, Signal]])


def plotted(
    state: Entities,
    watched: Watched,
    name: SeriesName,
    values: Iterable[tuple[str, Value]],
    *,
    start_ms: int,
    end_ms: int,
    scores: Mapping[str, Baseline] = _UNKNOWN,
) -> Plotted:
    """Return the points of a subgroup and what follows from them.

    Args:
        state: The state before it.
        watched: The monitor.
        name: The series.
        values: By measure.
        start_ms: Start of the subgroup, milliseconds since 1970 UTC.
        end_ms: Its end.
        scores: Scores whose law the values of a measure have, where that is known.
    """
    found = Plotted()
    for measure_name, exact in values:
        measure = MEASURES[measure_name]
        value = Value(exact.count, rounded(exact.mean), rounded(exact.deviation))
        chart = state.get(CHARTS, name.chart_key(measure.name)) or Chart()
        if value.count < watched.monitor.samples_min:
            found.points.append(_point(measure, PointState.TOO_FEW, value))
        elif not chart.low_limit:
            found.points.append(_point(measure, PointState.LEARNING, value))
            after = charts.learned(chart, value)
            if charts.is_ready(after, watched.monitor):
                found.designs.append(_design(watched, name, measure, after, scores.get(measure.name)))
        else:
            after, point, signal = charts.compared(chart, value, start_ms)
            found.points.append(replace(point, measure=measure.name))
            if signal is not None and not chart.alarm:
                found.signals.append((measure, after, signal))
            elif chart.alarm and after.calm >= charts.CALM:
                reason = f"within half the limits for {charts.CALM} subgroups"
                ended = alarms.ended(chart.alarm, name.repository, watched.tenant, reason, end_ms)
                found.ended.append(ended)
    return found


def raised(watched: Watched, name: SeriesName, found: Plotted, end_ms: int) -> Facts[Outputs]:
    """Yield an alarm for each chart beyond a limit."""
    for measure, chart, signal in found.signals:
        yield alarms.raised(name, watched.tenant, measure, chart, charts.side_of(signal), end_ms=end_ms)


def evolve(state: Changes, name: SeriesName, points: Iterable[ChartPoint], start_ms: int) -> None:
    """Take the charts on."""
    for point in points:
        if point.state is PointState.TOO_FEW or point.value is None or point.deviation is None:
            continue
        key = name.chart_key(point.measure)
        chart = state.get(CHARTS, key) or Chart()
        value = Value(point.count, point.value, point.deviation)
        if point.state is PointState.LEARNING:
            state.put(CHARTS, key, charts.learned(chart, value))
        else:
            state.put(CHARTS, key, charts.compared(chart, value, start_ms)[0])


def evolve_designed(state: Changes, fact: ChartDesigned) -> None:
    """Keep the limits."""
    name = series_of(fact)
    chart = Chart(
        center=fact.center,
        spread=fact.spread,
        smoothing=fact.smoothing,
        low_limit=fact.low_limit,
        high_limit=fact.high_limit,
        run_length=fact.run_length,
        samples=fact.samples,
    )
    state.put(CHARTS, name.chart_key(fact.measure), chart)


def _point(measure: Measure, state: PointState, value: Value) -> ChartPoint:
    return ChartPoint(
        measure=measure.name, state=state, count=value.count, value=value.mean, deviation=value.deviation
    )


def _design(
    watched: Watched, name: SeriesName, measure: Measure, chart: Chart, scores: Baseline | None
) -> Fact[ChartDesigned]:
    found = charts.designed(chart, measure, watched.monitor, scores)
    fact = ChartDesigned(
        repository=name.repository,
        commit=name.commit,
        task=name.task,
        segment=name.segment,
        measure=measure.name,
        center=found.center,
        spread=found.spread,
        subgroups=len(chart.learned),
        samples=sum(each.count for each in chart.learned),
        smoothing=found.smoothing,
        low_limit=found.low_limit,
        high_limit=found.high_limit,
        run_length=found.run_length,
        tenant=watched.tenant,
    )
    return Fact(fact, name.repository, watched.tenant)
