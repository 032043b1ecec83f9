"""Download counts by organisation and by repository, per UTC day. PURE.

RecordDownloads  -> DownloadsRecorded   the API has handed out the addresses; it checks quotas of 30 days
SetDownloadQuota -> DownloadQuotaSet

Bytes count for the organisation whose members read them, downloads for the repository that is read. Only the
service `registry` may record them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.registry_commands import Download, RecordDownloads, SetDownloadQuota
from muster.events.registry_events import Downloaded, DownloadQuotaSet, DownloadsRecorded, RegistryEvent
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.registry.core.access import sender_of
from muster.registry.core.state import (
    DAY_MS,
    DOWNLOADED,
    READ,
    REPOSITORIES,
    ReadRepository,
    downloaded,
)
from muster.registry.core.storage import tiering

Command = RecordDownloads | SetDownloadQuota

REPOSITORIES_MAX: Final = 1_000
"""Maximum number of repositories in one command."""

CONTENTS_MAX: Final = 5_000
"""Maximum number of contents in one command."""


def decide(state: Entities, given: Input[object], command: Command, at_ms: int) -> Facts[RegistryEvent]:
    """Decide a command; reads of a repository deleted meanwhile still count for the reading organisation."""
    match command:
        case SetDownloadQuota():
            yield _quota(given, command)
        case RecordDownloads():
            fact = _recorded(state, given, command, at_ms // DAY_MS)
            yield fact
            if isinstance(fact.payload, DownloadsRecorded):
                yield from tiering.read_again(state, fact.payload)


def evolve(state: Changes, fact: DownloadsRecorded | DownloadQuotaSet) -> None:
    """Update the daily counts of the organisation and the repositories, or set its download quota."""
    if isinstance(fact, DownloadsRecorded):
        _evolve_recorded(state, fact)
    else:
        before = downloaded(state, fact.organisation)
        state.put(DOWNLOADED, fact.organisation, replace(before, quota_bytes=fact.quota_bytes))


def evolve_deleted(state: Changes, repository: str) -> None:
    """Delete the download counts of a deleted repository."""
    if state.get(READ, repository) is not None:
        state.delete(READ, repository)


def _evolve_recorded(state: Changes, fact: DownloadsRecorded) -> None:
    before = downloaded(state, fact.organisation)
    days = before.days.set_to(fact.day, fact.day_bytes)
    state.put(DOWNLOADED, fact.organisation, replace(before, days=days))
    tiering.evolve_read(state, fact)
    for each in fact.downloads:
        if state.get(REPOSITORIES, each.repository) is not None:
            read = state.get(READ, each.repository) or ReadRepository()
            days = read.days.set_to(fact.day, each.day_downloads)
            state.put(READ, each.repository, ReadRepository(days=days, total=each.total_downloads))


def _recorded(
    state: Entities, given: Input[object], command: RecordDownloads, day: int
) -> Fact[DownloadsRecorded | CommandRejected]:
    if wrong := _wrong(command):
        return refuse(given, RejectionCode.INVALID, [wrong])
    before = downloaded(state, command.tenant).days
    more_bytes = sum(each.read_bytes for each in command.downloads)
    days = before.set_to(day, before.on(day) + more_bytes)
    fact = DownloadsRecorded(
        organisation=command.tenant,
        day=day,
        day_bytes=days.on(day),
        month_bytes=days.total,
        downloads=tuple(_counted(state, each, day) for each in command.downloads),
        tenant=command.tenant,
        requested_by=command.requested_by,
    )
    return Fact(fact, command.tenant, command.tenant)


def _counted(state: Entities, download: Download, day: int) -> Downloaded:
    read = state.get(READ, download.repository) or ReadRepository()
    days = read.days.set_to(day, read.days.on(day) + download.downloads)
    return Downloaded(
        repository=download.repository,
        downloads=download.downloads,
        read_bytes=download.read_bytes,
        day_downloads=days.on(day),
        month_downloads=days.total,
        total_downloads=read.total + download.downloads,
        contents=tiering.read_first(state, download.repository, download.contents, day),
    )


def _wrong(command: RecordDownloads) -> Violation | None:
    contents = sum(len(each.contents) for each in command.downloads)
    if contents > CONTENTS_MAX:
        value = f"{contents} items"
        return Violation(field="downloads.contents", value=value, allowed=f"at most {CONTENTS_MAX}")
    count = len({each.repository for each in command.downloads})
    if not 1 <= count <= REPOSITORIES_MAX or count != len(command.downloads):
        value = f"{len(command.downloads)} of {count} repositories"
        return Violation(field="downloads", value=value, allowed=f"1 to {REPOSITORIES_MAX}, one of each")
    for each in command.downloads:
        for field, number in (("downloads", each.downloads), ("read_bytes", each.read_bytes)):
            if number < 0:
                return Violation(field=f"downloads.{field}", value=str(number), allowed="0 or more")
    return None


def _quota(given: Input[object], command: SetDownloadQuota) -> Fact[DownloadQuotaSet | CommandRejected]:
    if command.quota_bytes is not None and command.quota_bytes < 0:
        wrong = Violation(field="quota_bytes", value=str(command.quota_bytes), allowed="0 or more, or null")
        return refuse(given, RejectionCode.INVALID, [wrong])
    fact = DownloadQuotaSet(
        organisation=command.organisation,
        quota_bytes=command.quota_bytes,
        tenant=command.organisation,
        requested_by=sender_of(command).name,
    )
    return Fact(fact, command.organisation, command.organisation)
