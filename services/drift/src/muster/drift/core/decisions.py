"""Decide and evolve. PURE."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from muster.deciding import About, Changes, Entities, Facts, Happened, Input
from muster.deciding.work import WorkFact, WorkReport, with_work
from muster.drift.core import alarms, forgetting, inputs, monitors, plotting, subgroups
from muster.drift.core.quality import baselines, directory, judging
from muster.drift.core.state import (
    QUEUE,
    Inputs,
    Noted,
    OfAlarms,
    OfBaselines,
    OfEval,
    OfMonitors,
    OfQuality,
    OfSubgroups,
    Outputs,
)
from muster.events.drift_commands import AcknowledgeAlarm, DriftCommand, ForgetUser, RemoveMonitor, SetMonitor
from muster.events.drift_events import (
    ChartDesigned,
    DriftAlarmAcknowledged,
    DriftAlarmEnded,
    DriftAlarmRaised,
    InputsCompared,
    MonitorRemoved,
    MonitorSet,
    QualityMeasured,
    RollbackAsked,
    SubgroupMeasured,
    UserForgotten,
)
from muster.events.drift_windows import WindowClosed, WindowsClosed
from muster.events.drift_work import (
    AlarmDropped,
    AlarmHeld,
    CasesAsked,
    JudgeMet,
    ModelMet,
    PointerMet,
    PriceMet,
    SeriesEnded,
    SubgroupWaits,
    TimeAdvanced,
    WindowCounted,
)
from muster.events.eval_commands import ProposeCase
from muster.events.eval_events import AnswersScored, EvalConfigActivated, EvalEnded, TokenPriceSet
from muster.events.registry_events import (
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    VersionPromoted,
    VersionWithdrawn,
)
from muster.events.shared.command_answers import CommandRejected

CONCERNS: Final = frozenset(get_args(Inputs | WorkReport))
"""Records of its inputs that this core or its queue decides."""


def decide(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[Outputs | WorkFact]:
    """Decide a command, a window over samples, or a fact of eval or the registry."""
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
            yield from subgroups.count(state, window, at_ms)
        case WindowsClosed() as closed:
            yield from subgroups.advance(state, closed, at_ms)
        case (
            RepositoryCreated() | RepositoryMoved() | RepositoryDeleted()
            | VersionPromoted() | VersionWithdrawn()
        ) as fact:  # fmt: skip
            yield from directory.met(state, fact)
        case _:
            yield from _of_eval(state, given.payload, at_ms)


def _of_eval(state: Entities, fact: OfEval, at_ms: int) -> Facts[Outputs | WorkFact]:
    match fact:
        case EvalConfigActivated():
            yield from baselines.judge_met(state, fact, at_ms)
        case TokenPriceSet():
            yield directory.price_met(fact)
        case AnswersScored():
            yield from baselines.answered(state, fact, at_ms)
        case EvalEnded():
            yield from baselines.ended(state, fact.run, fact.reason)
        case CommandRejected():
            yield from baselines.ended(state, fact.subject, fact.message)
        case _:
            assert_never(fact)


def due(state: Entities, at_ms: int) -> Facts[Outputs | WorkFact]:
    """Measure subgroups that have ended, and give up answers that are awaited too long."""
    yield from subgroups.due(state, at_ms)
    yield from baselines.due(state, at_ms)


def next_deadline_ms(state: Entities) -> int | None:
    """Return when something of this is due."""
    times = (subgroups.next_deadline_ms(state), baselines.next_deadline_ms(state))
    return min((each for each in times if each is not None), default=None)


def evolve(state: Changes, fact: Happened[Outputs]) -> None:
    """Change the state as a fact says."""
    payload = fact.payload
    if isinstance(payload, OfMonitors):
        _evolve_monitors(state, payload)
    elif isinstance(payload, OfSubgroups):
        _evolve_subgroups(state, payload)
    elif isinstance(payload, OfAlarms):
        _evolve_alarms(state, payload)
    elif isinstance(payload, OfQuality):
        _evolve_quality(state, payload, fact.at_ms)
    elif isinstance(payload, OfBaselines):
        baselines.evolve(state, payload, fact.at_ms)
    else:
        _evolve_noted(state, payload)


def _evolve_monitors(state: Changes, fact: OfMonitors) -> None:
    match fact:
        case MonitorSet():
            monitors.evolve_set(state, fact)
        case MonitorRemoved():
            monitors.evolve_removed(state, fact)
        case UserForgotten():
            forgetting.evolve_forgotten(state, fact)
        case _:
            assert_never(fact)


def _evolve_subgroups(state: Changes, fact: OfSubgroups) -> None:
    match fact:
        case WindowCounted():
            subgroups.evolve_counted(state, fact)
        case TimeAdvanced():
            subgroups.evolve_advanced(state, fact)
        case SubgroupMeasured():
            subgroups.evolve_measured(state, fact)
        case ChartDesigned():
            plotting.evolve_designed(state, fact)
        case InputsCompared():
            inputs.evolve_compared(state, fact)
        case SeriesEnded():
            subgroups.evolve_ended(state, fact)
        case _:
            assert_never(fact)


def _evolve_alarms(state: Changes, fact: OfAlarms) -> None:
    match fact:
        case DriftAlarmRaised():
            alarms.evolve_raised(state, fact)
        case DriftAlarmEnded():
            alarms.evolve_ended(state, fact)
        case DriftAlarmAcknowledged():
            alarms.evolve_acknowledged(state, fact)
        case _:
            assert_never(fact)


def _evolve_quality(state: Changes, fact: OfQuality, at_ms: int) -> None:
    match fact:
        case SubgroupWaits():
            judging.evolve_waits(state, fact)
        case QualityMeasured():
            judging.evolve_measured(state, fact, at_ms)
        case AlarmHeld() | AlarmDropped():
            baselines.evolve_held(state, fact)
        case RollbackAsked() | CasesAsked() | ProposeCase():
            pass
        case _:
            assert_never(fact)


def _evolve_noted(state: Changes, noted: Noted) -> None:
    match noted:
        case JudgeMet():
            baselines.evolve_judge(state, noted)
        case PriceMet() | ModelMet() | PointerMet():
            directory.evolve(state, noted)
        case _:
            assert_never(noted)


def about(payload: Inputs) -> About | None:
    """Return what a command is about; a window or a fact is nobody's question."""
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


DECIDER: Final = with_work(
    QUEUE,
    decisions_version=4,
    decide=decide,
    evolve=evolve,
    about=about,
    follow=judging.follow,
    due=due,
    next_deadline_ms=next_deadline_ms,
)
