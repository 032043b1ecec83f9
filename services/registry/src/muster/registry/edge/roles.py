"""How each role starts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.deciding import DecidingService
from muster.events.registry_commands import (
    QuarantineRepository,
    RecordDownloads,
    RecordPlacement,
    ReleaseRepository,
    RepackObject,
    ReserveRepacking,
    SetDownloadQuota,
    SetScanPolicy,
    SetStorageQuota,
    SetTierRule,
)
from muster.events.topics import (
    EVAL_EVENTS,
    REGISTRY_COMMANDS,
    REGISTRY_EVENTS,
    REGISTRY_LOG,
    RUN_EVENTS,
    SCAN_EVENTS,
)
from muster.identity.principal import (
    CLUSTER_WRITE,
    DOWNLOADS_RECORD,
    MODELS_WRITE,
    OBJECTS_PLACE,
    OBJECTS_REPACK,
    REVIEWS_WRITE,
)
from muster.registry.config import Settings
from muster.registry.core.decisions import CONCERNS, DECIDER
from muster.registry.edge import removal as removing
from muster.registry.edge.lineage.graph import GRAPH
from muster.registry.edge.projections import SEARCH, TABLES
from muster.service import Context, Work
from muster.service.starting.decider import decide
from muster.service.starting.projector import project
from muster.service.starting.reactor import react
from muster.store import ObjectStore

DECIDING: Final = DecidingService(
    name="registry",
    decider=DECIDER,
    inputs=(REGISTRY_COMMANDS, SCAN_EVENTS, EVAL_EVENTS),
    log=REGISTRY_LOG,
    outputs=(REGISTRY_EVENTS,),
    scopes={
        **dict.fromkeys(REGISTRY_COMMANDS.payloads.values(), MODELS_WRITE),
        SetStorageQuota: CLUSTER_WRITE,
        SetDownloadQuota: CLUSTER_WRITE,
        SetTierRule: CLUSTER_WRITE,
        RecordDownloads: DOWNLOADS_RECORD,
        RecordPlacement: OBJECTS_PLACE,
        QuarantineRepository: REVIEWS_WRITE,
        ReleaseRepository: REVIEWS_WRITE,
        SetScanPolicy: REVIEWS_WRITE,
        ReserveRepacking: OBJECTS_REPACK,
        RepackObject: OBJECTS_REPACK,
    },
    concerns=CONCERNS,
)


def decider(context: Context[Settings]) -> Work:
    """The role `decider`."""
    return decide(context, replace(DECIDING, silence_ms=context.settings.registry_silence_ms))


def projector(context: Context[Settings]) -> Work:
    """The role `projector`."""
    kept = [each.open(context.settings) for each in (TABLES, SEARCH, GRAPH)]
    return project(context, kept, TABLES.topics)


def removal(context: Context[Settings]) -> Work:
    """The role `removal`."""
    return react(context, removing.removal(ObjectStore(context.settings.store())))


def repacker(context: Context[Settings]) -> Work:
    """The role `repacker`; switched off it waits, and reads on from where it was when it is on again."""
    from muster.registry.edge.repacking.reactor import LEASE_MS, repacking

    if not context.settings.registry_repack:
        return Work(run=context.stop.wait)
    return react(context, repacking(context.settings, context.stop), side_by_side=1, lease_ms=LEASE_MS)


def tiering(context: Context[Settings]) -> Work:
    """The role `tiering`."""
    from muster.registry.edge.tiering.reactor import LEASE_MS, tiering

    return react(context, tiering(context.settings), side_by_side=1, lease_ms=LEASE_MS)


def http(context: Context[Settings]) -> Work:
    """The role `http`; only it loads what answering takes."""
    from muster.registry.edge.http import build
    from muster.service.starting.api import answer, command_gateway

    settings = context.settings
    gateway = command_gateway(
        settings, "registry", commands=(REGISTRY_COMMANDS, RUN_EVENTS), facts=REGISTRY_EVENTS, tables=TABLES
    )
    return answer(context, lambda memberships, connect: build(settings, memberships, connect), gateway)
