"""How soon a change would be known on charts, and what judging would cost, before there is traffic. PURE."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from muster.drift.core.charts import limits
from muster.drift.core.documents import DAY_MS, Monitor
from muster.scoring.judging.judges import SAMPLES
from muster.statistics.charts.ewma import Ewma, Start
from muster.statistics.charts.ewma_run_lengths import ewma_distribution
from muster.statistics.charts.laws import NormalLaw
from muster.statistics.sums import rounded

SHIFTS: Final = (0.1, 0.25, 0.5, 1.0)
"""Changes that are simulated, in standard deviations of one sample."""

VERDICTS_MAX: Final = SAMPLES
VERDICTS_MIN: Final = SAMPLES // 2 + 1
"""Verdicts on an answer: the last is asked for only where the first ones differ (`judgements.needed`)."""

RULES_TOKENS: Final = 300
"""Tokens that a judge's rules and criteria take in each request, about."""

VERDICT_TOKENS: Final = 100
"""Tokens of a verdict, score and reason, about; a judge that thinks aloud takes more."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePrice:
    """Price of a judge's tokens.

    Attributes:
        input_usd: Dollars for 10^6 tokens of prompts.
        output_usd: Dollars for 10^6 generated tokens.
    """

    input_usd: float
    output_usd: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Expense:
    """Answers that are judged.

    Attributes:
        what: Their kind: samples or anchors, in one day, or baseline, once for a version.
        answers: Their number.
        low_usd: Cost if the first verdicts agree on all of them, dollars; None: there is no price.
        high_usd: Cost if they agree on none; None: likewise.
    """

    what: Literal["samples", "anchors", "baseline"]
    answers: int
    low_usd: float | None
    high_usd: float | None


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
    """Return the properties of the charts of a series at a given rate of samples.

    The change begins when the chart has limits. Subgroups are assumed to be normal and independent.

    Args:
        monitor: The monitor.
        samples_per_minute: Samples of the series per minute.
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


def expenses(
    monitor: Monitor, samples: int, price: JudgePrice | None = None, sample_tokens: int = 1_000
) -> tuple[Expense, ...]:
    """Return what judging would cost; nothing if the monitor has no judge.

    All series that the monitor may have are taken to have as many samples. Checks that fail before the judge
    is asked would save, verdicts that cannot be read would add.

    Args:
        monitor: The monitor.
        samples: Samples of a subgroup of one series.
        price: Price of the judge's tokens; None: it is not known.
        sample_tokens: Mean tokens of an answer with its conversation and sources.
    """
    if (setting := monitor.judge) is None:
        return ()
    subgroups = DAY_MS // monitor.subgroup * monitor.series_max
    counts: dict[Literal["samples", "anchors", "baseline"], int] = {
        "samples": min(samples, setting.samples) * subgroups,
        "anchors": setting.anchors,
        "baseline": setting.baseline,
    }
    one = None if price is None else _verdict_usd(price, sample_tokens)
    return tuple(
        Expense(
            what=what,
            answers=count,
            low_usd=None if one is None else rounded(count * VERDICTS_MIN * one),
            high_usd=None if one is None else rounded(count * VERDICTS_MAX * one),
        )
        for what, count in counts.items()
    )


def _verdict_usd(price: JudgePrice, sample_tokens: int) -> float:
    """Return the cost of one verdict, dollars."""
    prompt = (sample_tokens + RULES_TOKENS) * price.input_usd
    return (prompt + VERDICT_TOKENS * price.output_usd) / 1_000_000


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
