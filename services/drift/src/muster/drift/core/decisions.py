"""Decide and evolve. PURE."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from muster.deciding import About, Changes, Decider, Entities, Facts, Happened, Input
from muster.drift.core import alarms, forgetting, monitors, subgroups
from muster.drift.core.state import Inputs, Outputs
from muster.events.drift_commands import AcknowledgeAlarm, DriftCommand, ForgetUser, RemoveMonitor, SetMonitor
from muster.events.drift_events import (
    ChartDesigned,
    DriftAlarmAcknowledged,
    DriftAlarmEnded,
    DriftAlarmRaised,
    MonitorRemoved,
    MonitorSet,
    SubgroupMeasured,
    UserForgotten,
)
from muster.events.drift_windows import WindowClosed, WindowsClosed
from muster.events.drift_work import SeriesEnded, TimeAdvanced, WindowCounted

CONCERNS: Final = frozenset(get_args(Inputs))
"""Records of its inputs that this core decides."""


def decide(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[Outputs]:
    """Decide a command, or a window over samples."""
    match given.payload:
        case SetMonitor() as command:
            yield from monitors.set_monitor(state, given, command, at_ms)
        case RemoveMonitor() as command:
            yield from monitors.remove(state, given, command, at_ms)
        case AcknowledgeAlarm() as command:
            yield from alarms.acknowledge(state, given, command)
        case ForgetUser() as command:
            yield from forgetting.forget(given, command, at_ms)
        case WindowClosed() as window:
            yield from subgroups.count(state, window)
        case WindowsClosed() as closed:
            yield from subgroups.advance(state, closed)
        case _:
            assert_never(given.payload)


def due(state: Entities, _at_ms: int) -> Facts[Outputs]:
    """Measure subgroups that have ended."""
    return subgroups.due(state)


def evolve(state: Changes, fact: Happened[Outputs]) -> None:
    """Change the state as a fact says."""
    match fact.payload:
        case MonitorSet() as monitor:
            monitors.evolve_set(state, monitor)
        case MonitorRemoved() as removed:
            monitors.evolve_removed(state, removed)
        case WindowCounted() as counted:
            subgroups.evolve_counted(state, counted)
        case TimeAdvanced() as advanced:
            subgroups.evolve_advanced(state, advanced)
        case SubgroupMeasured() as measured:
            subgroups.evolve_measured(state, measured)
        case ChartDesigned() as designed:
            subgroups.evolve_designed(state, designed)
        case SeriesEnded() as ended:
            subgroups.evolve_ended(state, ended)
        case DriftAlarmRaised() as raised:
            alarms.evolve_raised(state, raised)
        case DriftAlarmEnded() as over:
            alarms.evolve_ended(state, over)
        case DriftAlarmAcknowledged() as acknowledged:
            alarms.evolve_acknowledged(state, acknowledged)
        case UserForgotten() as forgotten:
            forgetting.evolve_forgotten(state, forgotten)
        case _:
            assert_never(fact.payload)


def about(payload: Inputs) -> About | None:
    """Return what a command is about; a window is nobody's question."""
    if not isinstance(payload, DriftCommand):
        return None
    match payload:
        case AcknowledgeAlarm():
            subject = payload.alarm
        case ForgetUser():
            subject = payload.user
        case _:
            subject = payload.repository
    return About(subject, payload.tenant, entity=subject)


DECIDER: Final = Decider(
    decisions_version=1,
    decide=decide,
    evolve=evolve,
    about=about,
    due=due,
    next_deadline_ms=subgroups.next_deadline_ms,
)
