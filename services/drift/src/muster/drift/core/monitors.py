"""Monitors: set, replaced, removed. PURE.

SetMonitor     -> MonitorSet; charts restart if their design parameters have changed
RemoveMonitor  -> MonitorRemoved, and the end of each open alarm
"""

from __future__ import annotations

import hashlib
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.deciding.work import WorkFact
from muster.drift.core import alarms, charts, inputs
from muster.drift.core.documents import canonical, read_monitor
from muster.drift.core.quality import baselines, judging
from muster.drift.core.state import CHARTS, OPEN, SERIES, WATCHED, Inputs, Outputs, Watched, series_prefix
from muster.events.drift_commands import RemoveMonitor, SetMonitor
from muster.events.drift_events import MonitorRemoved, MonitorSet
from muster.events.refusal import must_be
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.jobs.documents.refusal import InvalidDocument, invalid
from muster.jobs.values.quantities import format_duration
from muster.jobs.values.rules import matches

REPOSITORY: Final = r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}/[A-Za-z0-9][A-Za-z0-9._-]{0,95}"
"""Pattern of a model's name."""

_REACHABLE: Final = (
    "a time that charts can reach: shorter, or with more learning_subgroups, fewer measures, "
    "a lower series_max"
)


def set_monitor(
    state: Entities, given: Input[Inputs], command: SetMonitor, at_ms: int
) -> Facts[Outputs | WorkFact]:
    """Watch a model; charts that a changed monitor would design otherwise end with their alarms."""
    if wrong := _wrong_repository(command.repository, command.tenant):
        yield refuse(given, RejectionCode.INVALID, (wrong,))
        return
    try:
        monitor = read_monitor(command.document)
    except InvalidDocument as error:
        yield refuse(given, RejectionCode.INVALID, error.violations)
        return
    document = canonical(monitor)
    if not charts.has_limits(monitor):
        text = must_be("false_alarm_every", format_duration(monitor.false_alarm_every), _REACHABLE)
        yield refuse(given, RejectionCode.INVALID, text)
        return
    digest = hashlib.sha256(document.encode()).hexdigest()
    former = state.get(WATCHED, command.repository)
    if former is not None and former.digest != digest:
        yield from judging.withdrawn(state, command.repository)
        yield from alarms.ended_all(state, command.repository, "the monitor was changed", at_ms)
    fact = MonitorSet(
        repository=command.repository,
        document=document,
        digest=digest,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(fact, command.repository, command.tenant)


def remove(
    state: Entities, given: Input[Inputs], command: RemoveMonitor, at_ms: int
) -> Facts[Outputs | WorkFact]:
    """Stop watching a model."""
    watched = state.get(WATCHED, command.repository)
    if watched is None or watched.tenant != command.tenant:
        text = must_be("repository", command.repository[:200], "a model that is watched")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
        return
    yield from judging.withdrawn(state, command.repository)
    yield from alarms.ended_all(state, command.repository, "the monitor was removed", at_ms)
    fact = MonitorRemoved(
        repository=command.repository,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
    )
    yield Fact(fact, command.repository, command.tenant)


def evolve_set(state: Changes, fact: MonitorSet) -> None:
    """Keep the monitor; another one begins with new charts."""
    former = state.get(WATCHED, fact.repository)
    if former is not None and former.digest != fact.digest:
        _forget(state, fact.repository)
    watched = Watched(fact.tenant, read_monitor(fact.document), fact.digest)
    state.put(WATCHED, fact.repository, watched)


def evolve_removed(state: Changes, fact: MonitorRemoved) -> None:
    """Forget the monitor, its series and charts."""
    state.delete(WATCHED, fact.repository)
    _forget(state, fact.repository)


def _forget(state: Changes, repository: str) -> None:
    prefix = series_prefix(repository)
    for key, series in list(state.scan(SERIES, prefix=prefix)):
        OPEN.remove(state, series.subgroup_end_ms, key)
        state.delete(SERIES, key)
    inputs.forget(state, repository)
    baselines.forget_quality(state, repository)
    judging.evolve_removed(state, repository)
    for key, _ in list(state.scan(CHARTS, prefix=prefix)):
        state.delete(CHARTS, key)


def _wrong_repository(repository: str, tenant: str) -> Violation | None:
    if not matches(REPOSITORY, repository):
        return invalid("repository", repository[:200], "NAMESPACE/NAME")
    if repository.partition("/")[0].partition(".")[0] != tenant:
        return invalid("repository", repository, f"a model of your organisation: {tenant}/NAME")
    return None
