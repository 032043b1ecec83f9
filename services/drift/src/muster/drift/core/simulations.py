"""How soon a change would be known on charts before there is traffic. PURE."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muster.drift.core.charts import limits
from muster.drift.core.documents import DAY_MS, Monitor
from muster.statistics.charts.ewma import Ewma, Start
from muster.statistics.charts.ewma_run_lengths import ewma_distribution
from muster.statistics.charts.laws import NormalLaw
from muster.statistics.sums import rounded

SHIFTS: Final = (0.1, 0.25, 0.5, 1.0)
"""Changes that are simulated, in standard deviations of one sample."""


@dataclass(frozen=True, slots=True)
class Delay:
    """Time until a change is known.

    Attributes:
        shift: The change in standard deviations of one sample.
        mean_ms: Mean time from its begin to the alarm, milliseconds; None: practically never.
        slow_ms: Time within which nine of ten are known, milliseconds; None: likewise.
    """

    shift: float
    mean_ms: int | None
    slow_ms: int | None


@dataclass(frozen=True, slots=True)
class Simulation:
    """Properties of a monitor's charts.

    Attributes:
        samples: Samples of a subgroup.
        learning_ms: Time until a chart has limits, milliseconds.
        run_length: Wanted subgroups between two false alarms of one chart.
        limit: Limits in standard deviations of the statistic, where both sides are feared alike.
        delays: By change.
    """

    samples: int
    learning_ms: int
    run_length: float
    limit: float
    delays: tuple[Delay, ...]


def simulated(monitor: Monitor, samples_per_minute: float, shifts: Sequence[float] = SHIFTS) -> Simulation:
    """Return the properties of the charts of a series with so many samples.

    The change begins when the chart has limits. Subgroups are taken for normal and independent.

    Args:
        monitor: The monitor.
        samples_per_minute: Samples of the series.
        shifts: Changes in standard deviations of one sample.
    """
    samples = math.floor(samples_per_minute * monitor.subgroup / 60_000)
    low, high = limits(monitor.run_length, monitor.smoothing, 0.5, monitor.learning_subgroups)
    chart = Ewma(0.0, 1.0, monitor.smoothing, low, high, Start.FAST)
    return Simulation(
        samples=samples,
        learning_ms=monitor.learning_subgroups * monitor.subgroup,
        run_length=rounded(monitor.run_length),
        limit=high,
        delays=tuple(_delays(monitor, chart, samples, shifts)),
    )


def _delays(monitor: Monitor, chart: Ewma, samples: int, shifts: Sequence[float]) -> Iterator[Delay]:
    never_ms = 3_650 * DAY_MS
    for shift in shifts:
        if samples < monitor.samples_min:
            yield Delay(shift, None, None)
            continue
        found = ewma_distribution(chart, NormalLaw(shift * math.sqrt(samples), 1.0))
        mean_ms = found.mean * monitor.subgroup
        if mean_ms > never_ms:
            yield Delay(shift, None, None)
        else:
            slow_ms = found.quantile(0.9) * monitor.subgroup
            yield Delay(shift, round(mean_ms), round(slow_ms))
