"""Windows become subgroups, and subgroups points on charts. PURE.

WindowClosed   -> WindowCounted      in the subgroup in which the window ends
               -> SubgroupMeasured   of an earlier subgroup that is still open
WindowsClosed  -> TimeAdvanced
time advanced  -> SubgroupMeasured   of each open subgroup that has ended
               -> ChartDesigned      when the first subgroups have established a centre
               -> InputsCompared     at the end of a period of the series
               -> DriftAlarmRaised, DriftAlarmEnded
               -> SeriesEnded        after some subgroups without a sample

Time is that of the partition's records: a service that was down measures the same later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts
from muster.deciding.work import WorkFact
from muster.drift.core import alarms, inputs, plotting
from muster.drift.core.documents import Monitor
from muster.drift.core.measures import MEASURES, Value
from muster.drift.core.quality import judging
from muster.drift.core.state import (
    CHARTS,
    CLOSED,
    OPEN,
    SERIES,
    WATCHED,
    Outputs,
    Series,
    SeriesName,
    Waiting,
    Watched,
    partition_key,
    series_named,
    series_of,
    series_prefix,
)
from muster.drift.core.sums import NOTHING_COUNTED, Counted
from muster.events.drift_events import SubgroupMeasured
from muster.events.drift_windows import WindowClosed, WindowsClosed, WindowSums
from muster.events.drift_work import SeriesEnded, TimeAdvanced, WindowCounted

QUIET_MAX: Final = 3
"""Subgroups without a sample after which a series ends, with an alarm if it was established."""

OTHER: Final = "*"
"""Task and segment of the samples of series beyond the most of a monitor."""

AT_ONCE: Final = 100
"""Most series measured in one decision."""

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


def count(state: Entities, window: WindowClosed, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Count a window of a model that is watched; one that counts already changes nothing."""
    watched = state.get(WATCHED, window.repository)
    if watched is None:
        return
    name = _charted(state, watched, _name(window))
    series = state.get(SERIES, name.key)
    if series is not None and _counts_already(name, series, window):
        return
    end_ms = _subgroup_end(watched.monitor, window.end_ms)
    if series is not None and series.subgroup_end_ms < end_ms:
        yield from _measured(state, watched, name, series, at_ms)
    counted = WindowCounted(
        repository=name.repository,
        commit=name.commit,
        task=name.task,
        segment=name.segment,
        partition=window.partition,
        start_ms=window.start_ms,
        end_ms=window.end_ms,
        subgroup_end_ms=end_ms,
        seen=window.seen,
        dropped=window.dropped,
        sums=window.sums,
        tenant=watched.tenant,
    )
    yield Fact(counted, name.repository, watched.tenant)
    yield from _samples_again(state, watched, name, window.end_ms)


def advance(state: Entities, closed: WindowsClosed, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Note how far a partition is."""
    if closed.closed_until_ms > (state.get(CLOSED, partition_key(closed.partition)) or 0):
        fact = TimeAdvanced(partition=closed.partition, closed_until_ms=closed.closed_until_ms)
        yield Fact(fact, partition_key(closed.partition))
        yield from due(state, at_ms)


def due(state: Entities, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Measure subgroups that have ended."""
    for name, series in list(islice(_ended(state), AT_ONCE)):
        watched = state.get(WATCHED, name.repository)
        if watched is None:
            raise LookupError(f"monitor of {name.repository} is not there")
        yield from _measured(state, watched, name, series, at_ms)


def next_deadline_ms(state: Entities) -> int | None:
    """Return 0 while a subgroup that has ended is not measured: it is due at once; None: there is none."""
    return None if next(_ended(state), None) is None else 0


def evolve_counted(state: Changes, fact: WindowCounted) -> None:
    """Add the window to the open subgroup."""
    name = series_of(fact)
    series = state.get(SERIES, name.key)
    window = Counted(fact.sums, fact.seen, fact.dropped)
    if series is None:
        series = Series(fact.partition, fact.subgroup_end_ms, fact.end_ms, window)
    else:
        OPEN.remove(state, series.subgroup_end_ms, name.key)
        series = replace(
            series,
            partition=fact.partition,
            subgroup_end_ms=fact.subgroup_end_ms,
            counted_until_ms=fact.end_ms,
            counted=series.counted + window,
        )
    state.put(SERIES, name.key, series)
    OPEN.file(state, series.subgroup_end_ms, name.key)


def evolve_advanced(state: Changes, fact: TimeAdvanced) -> None:
    """Keep the time."""
    state.put(CLOSED, partition_key(fact.partition), fact.closed_until_ms)


def evolve_measured(state: Changes, fact: SubgroupMeasured) -> None:
    """Begin the next subgroup, and take the charts on."""
    name = series_of(fact)
    series = state.get(SERIES, name.key)
    watched = state.get(WATCHED, fact.repository)
    if series is None or watched is None:
        raise LookupError(f"series {name.words} is not there")
    OPEN.remove(state, series.subgroup_end_ms, name.key)
    following = replace(
        series,
        subgroup_end_ms=fact.end_ms + watched.monitor.subgroup,
        counted=NOTHING_COUNTED,
        quiet=0 if fact.samples or fact.seen else series.quiet + 1,
    )
    state.put(SERIES, name.key, following)
    OPEN.file(state, following.subgroup_end_ms, name.key)
    plotting.evolve(state, name, fact.points, fact.start_ms)
    inputs.evolve_measured(state, name, watched.monitor, series.counted.sums, fact.start_ms)


def evolve_ended(state: Changes, fact: SeriesEnded) -> None:
    """Stop measuring a series; its charts are unchanged."""
    name = series_of(fact)
    if (series := state.get(SERIES, name.key)) is not None:
        OPEN.remove(state, series.subgroup_end_ms, name.key)
        state.delete(SERIES, name.key)


def _counts_already(name: SeriesName, series: Series, window: WindowClosed) -> bool:
    """Whether a window is a repetition: those of a series come in the order of their ends.

    In the series of all others, several windows have the same end; their copies are recognised by their ids.
    """
    return name.task != OTHER and window.end_ms <= series.counted_until_ms


def _ended(state: Entities) -> Iterator[tuple[SeriesName, Series]]:
    """Yield the series whose open subgroup has ended in the time of their partition."""
    closed_ms = {key: until_ms for key, until_ms in state.scan(CLOSED)}
    for key in OPEN.until(state, max(closed_ms.values(), default=0)):
        series = state.get(SERIES, key)
        if series is not None and series.subgroup_end_ms <= closed_ms.get(partition_key(series.partition), 0):
            yield series_named(key), series


def _measured(
    state: Entities, watched: Watched, name: SeriesName, series: Series, at_ms: int
) -> Facts[Outputs | WorkFact]:
    """Yield the end of a subgroup, and what follows from it."""
    monitor, counted = watched.monitor, series.counted
    end_ms = series.subgroup_end_ms
    start_ms = end_ms - monitor.subgroup
    values = _values(monitor, counted.sums)
    found = plotting.plotted(state, watched, name, values, start_ms=start_ms, end_ms=end_ms)
    fact = SubgroupMeasured(
        repository=name.repository,
        commit=name.commit,
        task=name.task,
        segment=name.segment,
        start_ms=start_ms,
        end_ms=end_ms,
        samples=counted.sums.samples,
        seen=counted.seen,
        dropped=counted.dropped,
        points=tuple(found.points),
        tenant=watched.tenant,
    )
    yield Fact(fact, name.repository, watched.tenant)
    yield from found.designs
    yield from found.ended
    yield from plotting.raised(watched, name, found, end_ms)
    yield from inputs.compared(state, watched, name, fact)
    if monitor.judge is not None and counted.sums.samples:
        waiting = Waiting(name, series.partition, start_ms, end_ms, counted.sums.bodies)
        yield from judging.waits(state, watched, waiting, at_ms)
    if not counted.sums.samples and not counted.seen and series.quiet + 1 >= QUIET_MAX:
        yield from _silent(state, watched, name, series)


def _silent(state: Entities, watched: Watched, name: SeriesName, series: Series) -> Facts[Outputs]:
    """Yield the end of a series; with an alarm, unless another version has taken its traffic over."""
    prefix = name.chart_key("")
    established = any(chart.low_limit for _, chart in state.scan(CHARTS, prefix=prefix))
    if _is_replaced(state, name):
        reason = "its traffic has gone to another version"
        yield from alarms.ended_all(
            state, name.repository, reason, series.subgroup_end_ms, name.chart_key("")
        )
    elif established:
        yield alarms.silent(name, watched.tenant, series.counted_until_ms, series.subgroup_end_ms)
    ended = SeriesEnded(
        repository=name.repository,
        commit=name.commit,
        task=name.task,
        segment=name.segment,
        tenant=watched.tenant,
    )
    yield Fact(ended, name.repository, watched.tenant)


def _samples_again(state: Entities, watched: Watched, name: SeriesName, at_ms: int) -> Facts[Outputs]:
    """End the alarm about a series that had no samples."""
    chart = state.get(CHARTS, name.chart_key(alarms.TRAFFIC))
    if chart is not None and chart.alarm:
        yield alarms.ended(chart.alarm, name.repository, watched.tenant, "samples come again", at_ms)


def _is_replaced(state: Entities, name: SeriesName) -> bool:
    """Whether another version has samples of the same task and segment."""
    for key, series in state.scan(SERIES, prefix=series_prefix(name.repository)):
        other = series_named(key)
        if (other.task, other.segment) == (name.task, name.segment) and other != name and not series.quiet:
            return True
    return False


def _values(monitor: Monitor, sums: WindowSums) -> Iterator[tuple[str, Value]]:
    """Yield the monitor's measures that have a value."""
    for measure in monitor.measures:
        if (value := MEASURES[measure].read(sums)) is not None:
            yield measure, value


def _charted(state: Entities, watched: Watched, name: SeriesName) -> SeriesName:
    """Return the series that a sample counts in: its own, or that of all beyond the most of the monitor."""
    if name.task == OTHER or state.get(SERIES, name.key) is not None:
        return name
    prefix = SeriesName(name.repository, name.commit, "", "").key.removesuffix("\x1f")
    series_max = watched.monitor.series_max
    known = (key for key, _ in state.scan(SERIES, prefix=prefix) if series_named(key).task != OTHER)
    return (
        name
        if sum(1 for _ in islice(known, series_max)) < series_max
        else replace(name, task=OTHER, segment=OTHER)
    )


def _name(window: WindowClosed) -> SeriesName:
    """Return the series of a window; control characters in its names become blanks."""
    return SeriesName(
        window.repository,
        *(_CONTROL.sub(" ", each) for each in (window.commit, window.task, window.segment)),
    )


def _subgroup_end(monitor: Monitor, window_end_ms: int) -> int:
    """Return the end of the subgroup in which a window ends."""
    return -(-window_end_ms // monitor.subgroup) * monitor.subgroup
