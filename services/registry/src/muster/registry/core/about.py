"""Subjects of commands, which key the commands and their answers. PURE."""

from __future__ import annotations

from muster.deciding import About
from muster.events.registry_commands import (
    ChangeRun,
    CreateRun,
    RecordChecks,
    RecordDownloads,
    RecordPlacement,
    RegistryCommand,
    RepackObject,
    RepackXorb,
    ReserveRepacking,
    SetDownloadQuota,
    SetEncryption,
    SetScanPolicy,
    SetStorageQuota,
    SetTierRule,
)


def about(command: RegistryCommand) -> About:
    """Return the subject of a command: a repository, a run in one, an object, or an organisation."""
    match command:
        case CreateRun() | ChangeRun():
            return About(command.run, command.tenant, entity=command.repository)
        case RepackXorb() | ReserveRepacking() | RepackObject():
            return About(command.object, command.tenant)
        case RecordChecks():
            return About(command.findings[0].object if command.findings else command.tenant, command.tenant)
        case RecordPlacement():
            return About(command.placed[0].object if command.placed else command.tenant, command.tenant)
        case SetStorageQuota() | SetEncryption() | SetScanPolicy() | SetDownloadQuota():
            return About(command.organisation, command.tenant)
        case RecordDownloads() | SetTierRule():
            return About(command.tenant, command.tenant)
        case _:
            return About(command.repository, command.tenant)
