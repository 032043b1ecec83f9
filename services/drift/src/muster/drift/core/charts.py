"""A chart from its first subgroup to its alarm. PURE.

The first subgroups with enough samples establish the centre, and how much subgroups differ beyond chance:
traffic is autocorrelated, so the spread of samples alone would promise too much. Then the chart has limits,
solved for the wanted time between false alarms, and each subgroup is compared with them.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Final

from muster.drift.core.documents import Monitor
from muster.drift.core.measures import MEASURES, Measure, Unit, Value
from muster.drift.core.state import Chart, Learned, Recent
from muster.events.drift_events import ChartPoint, PointState, Side
from muster.statistics.charts.change_points import ChangePoint, change_point
from muster.statistics.charts.designs import Baseline, ewma_for_baseline, ewma_for_normal
from muster.statistics.charts.ewma import Ewma, Start, step, width_factor
from muster.statistics.charts.signals import Side as ChartSide
from muster.statistics.charts.signals import Signal
from muster.statistics.sums import rounded

RECENT_MAX: Final = 200
"""Subgroups that a chart remembers: an earlier change is reported to have begun with the first of them."""

CALM: Final = 3
"""Subgroups in succession within half the limits that end an alarm."""

SPREAD_MIN: Final = 1e-6
"""Spread of a measure that has never varied: the first other value is far outside."""

ASSURANCE: Final = 0.9
"""Probability that a chart has the wanted time between false alarms, over the subgroups that establish it."""


def learned(chart: Chart, value: Value) -> Chart:
    """Return a chart that has learned from one more subgroup."""
    return replace(chart, learned=(*chart.learned, Learned(value.count, value.mean, value.deviation)))


def is_ready(chart: Chart, monitor: Monitor) -> bool:
    """Return whether enough subgroups have established the centre of a chart without limits."""
    return not chart.low_limit and len(chart.learned) >= monitor.learning_subgroups


def designed(chart: Chart, measure: Measure, monitor: Monitor, scores: Baseline | None = None) -> Chart:
    """Return a chart with limits, from the subgroups that it has learned from.

    Args:
        chart: What it has learned.
        measure: What it is a chart of.
        monitor: How the model is watched.
        scores: Scores whose law the values have; the limits are then those of their means, where these are
            wider than limits for normal means. None: the law is not known.
    """
    known = chart.learned
    samples = sum(each.count for each in known)
    center = math.fsum(each.count * each.mean for each in known) / samples
    within = math.fsum(each.count * each.deviation**2 for each in known) / samples
    between = math.fsum(each.count * (each.mean - center) ** 2 for each in known) / (len(known) - 1)
    rare = _variance_of_share(center, samples) if measure.unit is Unit.SHARE else 0.0
    spread = math.sqrt(max(within, between, rare))
    low, high = limits(monitor.run_length, monitor.smoothing, measure.low_share, len(known))
    if scores is not None:
        skewed_low, skewed_high = _limits_of_scores(monitor, measure, scores, samples, len(known))
        low, high = max(low, skewed_low), max(high, skewed_high)
    return replace(
        chart,
        learned=(),
        center=rounded(center),
        spread=max(rounded(spread), SPREAD_MIN),
        smoothing=monitor.smoothing,
        low_limit=low,
        high_limit=high,
        run_length=rounded(monitor.run_length),
    )


def _limits_of_scores(
    monitor: Monitor, measure: Measure, scores: Baseline, samples: int, subgroups: int
) -> tuple[float, float]:
    """Return limits for means of scores, which are skewed and have few values; 0 where there are none.

    The law is that of the scores; how well it is known depends on the samples that establish the chart.
    """
    counts = tuple(round(each * samples / scores.size) for each in scores.counts)
    if sum(each > 0 for each in counts) <= 1:
        return 0.0, 0.0
    try:
        design = ewma_for_baseline(
            replace(scores, counts=counts),
            arl=monitor.run_length,
            weight=monitor.smoothing,
            size=max(round(samples / subgroups), 1),
            low_share=measure.low_share,
            start=Start.FAST,
            assurance=ASSURANCE,
        )
    except ValueError:  # no limits within the scores' range have this run length
        return 0.0, 0.0
    return rounded(design.chart.low), rounded(design.chart.high)


def _variance_of_share(center: float, samples: int) -> float:
    """Return the variance of the largest share, or of the smallest, that such a centre does not rule out.

    What never happened in n samples may happen in 3 of n (the rule of three: Hanley and Lippman-Hand, JAMA
    249, 1983), so a first hit alone is no alarm.
    """
    rarer = min(center, 1 - center)
    share = (rarer * samples + 3) / (samples + 3)
    return share * (1 - share)


def compared(chart: Chart, value: Value, start_ms: int) -> tuple[Chart, ChartPoint, Signal | None]:
    """Return a chart after a subgroup, its point (without a name), and a signal beyond a limit."""
    ewma = _ewma(chart)
    after, signal = step(ewma, chart.ewma, value.mean, value.count)
    width = ewma.spread * width_factor(ewma.start, after.retained, chart.ewma.narrowing)
    low, high = -chart.low_limit * width, chart.high_limit * width
    calm = chart.calm + 1 if low / 2 <= after.statistic <= high / 2 else 0
    recent = (*chart.recent, Recent(start_ms, value.count, value.mean))[-RECENT_MAX:]
    point = ChartPoint(
        measure="",
        state=PointState.WATCHED,
        count=value.count,
        value=rounded(value.mean),
        deviation=rounded(value.deviation),
        statistic=rounded(after.statistic),
        low=rounded(low),
        high=rounded(high),
    )
    return replace(chart, ewma=after, recent=recent, calm=calm), point, signal


def side_of(signal: Signal) -> Side:
    """Return the direction of a signal."""
    return Side.LOW if signal.side is ChartSide.LOW else Side.HIGH


def began(chart: Chart, side: Side) -> ChangePoint:
    """Return when a change began, as a place among the recent subgroups of a chart."""
    return change_point(
        [each.mean for each in chart.recent],
        chart.center,
        chart.spread,
        ChartSide.LOW if side is Side.LOW else ChartSide.HIGH,
        sizes=[each.count for each in chart.recent],
    )


def has_limits(monitor: Monitor) -> bool:
    """Return whether limits exist with which a monitor's charts have the wanted time between false alarms."""
    try:
        for measure in monitor.charted:
            low_share = MEASURES[measure].low_share
            limits(monitor.run_length, monitor.smoothing, low_share, monitor.learning_subgroups)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=256)
def limits(run_length: float, smoothing: float, low_share: float, known: int) -> tuple[float, float]:
    """Return the limits of a chart; charts of a monitor share them, so they are solved once."""
    design = ewma_for_normal(
        arl=run_length,
        weight=smoothing,
        low_share=low_share,
        start=Start.FAST,
        known=known,
        assurance=ASSURANCE,
    )
    return rounded(design.chart.low), rounded(design.chart.high)


def _ewma(chart: Chart) -> Ewma:
    return Ewma(
        centre=chart.center,
        sigma=chart.spread,
        weight=chart.smoothing,
        low=chart.low_limit,
        high=chart.high_limit,
        start=Start.FAST,
    )
