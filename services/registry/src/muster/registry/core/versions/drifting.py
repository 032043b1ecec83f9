"""Marks of versions whose quality has moved in production. PURE.

DriftAlarmRaised -> VersionDrifts   of a version that is live, in a model of the alarm's organisation
RollbackAsked    -> VersionDrifts   the same mark, with the request for a rollback
DriftAlarmEnded  -> DriftEnded

An alarm whose servers do not say which version answers counts for the version that `production` leads to
when the alarm is read. Marks inform people; they hold no version back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Kind
from muster.events.drift_events import DriftAlarmEnded, DriftAlarmRaised, RollbackAsked
from muster.events.registry_commands import RepositoryType
from muster.events.registry_events import DriftEnded, RegistryEvent, VersionDrifts
from muster.registry.core.state import COMMITS, NAMES, REPOSITORIES, commit_key, name_key
from muster.registry.core.versions.promotion import POINTERS, PRODUCTION, pointer_key

TEXT_MAX: Final = 1_000

NOT_OF_VERSIONS: Final = frozenset({"judge", "traffic", "input-length", "input-tokens", "script", "template"})
"""Measures whose alarms do not concern the version: its judge or inputs have changed, or no samples come."""

MARKS: Final = Kind("drift", VersionDrifts)
"""`mark_key` -> the open mark."""

MARKED: Final = Kind("drift-alarm", str)
"""`alarm_key` -> key of its open mark: a model may have another name when its alarm ends."""


def mark_key(repository: str, commit: str, alarm: str) -> str:
    """Return the key of a version's mark."""
    return f"{repository}/{commit}/{alarm}"


def alarm_key(tenant: str, alarm: str) -> str:
    """Return the key of an alarm."""
    return f"{tenant}/{alarm}"


def mark_version(state: Entities, alarm: DriftAlarmRaised) -> Facts[RegistryEvent]:
    """Mark the version that an alarm is about."""
    namespace, _, name = alarm.repository.partition("/")
    id_ = state.get(NAMES, name_key(RepositoryType.MODEL, namespace, name))
    repository = None if id_ is None else state.get(REPOSITORIES, id_)
    if id_ is None or repository is None or repository.tenant != alarm.tenant:
        return
    commit = alarm.commit or state.get(POINTERS, pointer_key(id_, PRODUCTION)) or ""
    is_live = state.get(COMMITS, commit_key(id_, commit)) is not None
    is_marked = state.get(MARKED, alarm_key(alarm.tenant, alarm.alarm)) is not None
    if alarm.measure in NOT_OF_VERSIONS or not is_live or is_marked:
        return
    mark = VersionDrifts(
        repository=id_,
        commit=commit,
        alarm=alarm.alarm,
        measure=alarm.measure,
        text=alarm.text[:TEXT_MAX],
        since_ms=alarm.began_ms,
        rollback=False,
        tenant=repository.tenant,
    )
    yield Fact(mark, id_, repository.tenant)


def add_rollback_request(state: Entities, request: RollbackAsked) -> Facts[RegistryEvent]:
    """Add the request for a rollback to the mark of its alarm."""
    mark = _mark_of(state, request)
    if mark is not None and not mark.rollback:
        yield Fact(replace(mark, rollback=True), mark.repository, mark.tenant)


def end_mark(state: Entities, ended_alarm: DriftAlarmEnded) -> Facts[RegistryEvent]:
    """End the mark of an alarm."""
    mark = _mark_of(state, ended_alarm)
    if mark is not None:
        fact = DriftEnded(
            alarm=mark.alarm,
            repository=mark.repository,
            commit=mark.commit,
            reason=ended_alarm.reason[:TEXT_MAX],
            tenant=mark.tenant,
        )
        yield Fact(fact, mark.repository, mark.tenant)


def evolve(state: Changes, fact: VersionDrifts | DriftEnded) -> None:
    """Keep the marks that are open."""
    key = mark_key(fact.repository, fact.commit, fact.alarm)
    if isinstance(fact, VersionDrifts):
        state.put(MARKS, key, fact)
        state.put(MARKED, alarm_key(fact.tenant, fact.alarm), key)
    else:
        state.delete(MARKS, key)
        state.delete(MARKED, alarm_key(fact.tenant, fact.alarm))


def forget_version(state: Changes, repository: str, commit: str) -> None:
    """Delete the marks of a version."""
    _forget(state, mark_key(repository, commit, ""))


def forget_repository(state: Changes, repository: str) -> None:
    """Delete the marks of all versions of a repository."""
    _forget(state, f"{repository}/")


def _forget(state: Changes, prefix: str) -> None:
    for key, mark in list(state.scan(MARKS, prefix=prefix)):
        state.delete(MARKS, key)
        state.delete(MARKED, alarm_key(mark.tenant, mark.alarm))


def _mark_of(state: Entities, fact: RollbackAsked | DriftAlarmEnded) -> VersionDrifts | None:
    """Return the open mark of an alarm."""
    key = state.get(MARKED, alarm_key(fact.tenant, fact.alarm))
    return None if key is None else state.get(MARKS, key)
