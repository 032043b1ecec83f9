"""Alarms: one for each episode of a chart. PURE.

a signal          -> DriftAlarmRaised, unless the chart has an open alarm
calm subgroups    -> DriftAlarmEnded
AcknowledgeAlarm  -> DriftAlarmAcknowledged; the chart goes on, and the alarm ends as any other
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse, repeated
from muster.drift.core import charts
from muster.drift.core.measures import Measure
from muster.drift.core.state import (
    ALARMS,
    CHARTS,
    HELD,
    Alarm,
    Chart,
    Inputs,
    Outputs,
    SeriesName,
    Worst,
    measure_of,
    series_of,
    series_prefix,
)
from muster.events.drift_commands import AcknowledgeAlarm
from muster.events.drift_events import (
    DriftAlarmAcknowledged,
    DriftAlarmEnded,
    DriftAlarmRaised,
    Side,
)
from muster.events.refusal import must_be
from muster.events.shared.command_answers import RejectionCode
from muster.jobs.documents.refusal import invalid
from muster.statistics.sums import rounded

REASON_MAX: Final = 300
"""Most characters of a reason."""

ID_DIGITS: Final = 12

WORST_SHOWN: Final = 10
"""Most samples that an alarm names."""

TRAFFIC: Final = "traffic"
"""Measure of the alarm about a series without samples."""

JUDGE: Final = "judge"
"""Measure of the alarm about a judge that scores the same answers otherwise."""

GAP: Final = "gap"
"""Measure of the alarm about the distance from the baseline."""


def raised(
    name: SeriesName,
    tenant: str,
    measure: Measure,
    chart: Chart,
    side: Side,
    *,
    end_ms: int,
    worst: Sequence[Worst] = (),
    doubt: str = "",
) -> Fact[DriftAlarmRaised]:
    """Return the alarm of a signal.

    Args:
        name: The series.
        tenant: Its organisation.
        measure: What has moved.
        chart: Its chart, after the subgroup that gave the signal.
        side: Direction of the change.
        end_ms: End of that subgroup, milliseconds since 1970 UTC.
        worst: Samples with low scores, oldest first; those since the change began are shown.
        doubt: Reason to doubt the alarm; empty: there is none.
    """
    change = charts.began(chart, side)
    key = name.chart_key(measure.name)
    size = (change.mean - chart.center) / chart.spread
    starts = [each.start_ms for each in chart.recent]
    verb = "fell" if side is Side.LOW else "rose"
    text = (
        f"{name.words}: {measure.words} {verb} from {measure.in_words(chart.center)} "
        f"to {measure.in_words(change.mean)} ({size:+.2f} standard deviations of one sample)"
    )
    since_ms = starts[change.earliest]
    shown = [each.sample for each in worst if each.start_ms >= since_ms]
    shown.sort(key=lambda each: (each.score, each.at_ms, each.sample))
    alarm = DriftAlarmRaised(
        repository=name.repository,
        commit=name.commit,
        task=name.task,
        segment=name.segment,
        alarm=_alarm_id(key, end_ms),
        measure=measure.name,
        side=side,
        center=chart.center,
        value=rounded(change.mean),
        size=rounded(size),
        began_ms=starts[change.began],
        began_after_ms=since_ms,
        began_before_ms=starts[change.latest],
        at_ms=end_ms,
        run_length=chart.run_length,
        text=f"{text}; {doubt}" if doubt else text,
        worst=tuple(shown[:WORST_SHOWN]),
        tenant=tenant,
    )
    return Fact(alarm, name.repository, tenant)


def silent(name: SeriesName, tenant: str, since_ms: int, at_ms: int) -> Fact[DriftAlarmRaised]:
    """Return the alarm of a series without samples."""
    text = f"{name.words}: no samples any more; nothing is measured"
    return without_chart(name, tenant, TRAFFIC, text, began_ms=since_ms, at_ms=at_ms)


def without_chart(
    name: SeriesName,
    tenant: str,
    measure: str,
    text: str,
    *,
    began_ms: int,
    at_ms: int,
    side: Side = Side.LOW,
    center: float = 0.0,
    value: float = 0.0,
    size: float = 0.0,
) -> Fact[DriftAlarmRaised]:
    """Return an alarm about something that has no chart.

    Args:
        name: The series; with empty parts, all that they could name.
        tenant: Its organisation.
        measure: What has moved.
        text: The alarm in one sentence.
        began_ms: When it began, milliseconds since 1970 UTC.
        at_ms: When it was found.
        side: Direction of the change.
        center: Former value.
        value: Present one.
        size: The change in standard deviations of one value.
    """
    alarm = DriftAlarmRaised(
        repository=name.repository,
        commit=name.commit,
        task=name.task,
        segment=name.segment,
        alarm=_alarm_id(name.chart_key(measure), at_ms),
        measure=measure,
        side=side,
        center=center,
        value=value,
        size=size,
        began_ms=began_ms,
        began_after_ms=began_ms,
        began_before_ms=began_ms,
        at_ms=at_ms,
        run_length=0.0,
        text=text,
        tenant=tenant,
    )
    return Fact(alarm, name.repository, tenant)


def ended(alarm: str, repository: str, tenant: str, reason: str, at_ms: int) -> Fact[DriftAlarmEnded]:
    """Return the end of an alarm."""
    fact = DriftAlarmEnded(alarm=alarm, repository=repository, reason=reason, at_ms=at_ms, tenant=tenant)
    return Fact(fact, repository, tenant)


def ended_all(
    state: Entities, repository: str, reason: str, at_ms: int, prefix: str | None = None
) -> Facts[Outputs]:
    """End all open alarms of a model, or of the charts whose keys begin in this way."""
    for _, chart in state.scan(CHARTS, prefix=prefix or series_prefix(repository)):
        alarm = state.get(ALARMS, chart.alarm) if chart.alarm else None
        if alarm is not None:
            yield ended(chart.alarm, repository, alarm.tenant, reason, at_ms)


def acknowledge(state: Entities, given: Input[Inputs], command: AcknowledgeAlarm) -> Facts[Outputs]:
    """Record that somebody knows of an alarm."""
    alarm = state.get(ALARMS, command.alarm)
    if alarm is None or alarm.tenant != command.tenant:
        allowed = "an alarm of your organisation that has not ended"
        yield refuse(given, RejectionCode.NOT_FOUND, must_be("alarm", command.alarm[:80], allowed))
        return
    if len(command.reason) > REASON_MAX:
        found = invalid("reason", f"{len(command.reason)} characters", f"at most {REASON_MAX}")
        yield refuse(given, RejectionCode.INVALID, (found,))
        return
    if alarm.acknowledged:
        yield repeated(given)
        return
    name, _ = measure_of(alarm.chart)
    fact = DriftAlarmAcknowledged(
        alarm=command.alarm,
        repository=name.repository,
        reason=command.reason,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(fact, name.repository, command.tenant)


def evolve_raised(state: Changes, fact: DriftAlarmRaised) -> None:
    """Open the alarm."""
    key = series_of(fact).chart_key(fact.measure)
    state.put(ALARMS, fact.alarm, Alarm(fact.tenant, key))
    chart = state.get(CHARTS, key) or Chart()
    state.put(CHARTS, key, replace(chart, alarm=fact.alarm, calm=0))
    if state.get(HELD, key) is not None:
        state.delete(HELD, key)


def evolve_ended(state: Changes, fact: DriftAlarmEnded) -> None:
    """Close the alarm."""
    alarm = state.get(ALARMS, fact.alarm)
    if alarm is None:
        return
    state.delete(ALARMS, fact.alarm)
    chart = state.get(CHARTS, alarm.chart)
    if chart is not None and chart.alarm == fact.alarm:
        state.put(CHARTS, alarm.chart, replace(chart, alarm=""))


def evolve_acknowledged(state: Changes, fact: DriftAlarmAcknowledged) -> None:
    """Note that somebody knows."""
    if (alarm := state.get(ALARMS, fact.alarm)) is not None:
        state.put(ALARMS, fact.alarm, replace(alarm, acknowledged=True))


def _alarm_id(chart: str, end_ms: int) -> str:
    digest = hashlib.sha256(f"{chart}\n{end_ms}".encode()).hexdigest()
    return f"drift-{digest[:ID_DIGITS]}"
