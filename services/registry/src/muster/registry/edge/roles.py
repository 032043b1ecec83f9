"""Entry points of the roles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Final

from muster.deciding import DecidingService
from muster.events.registry_commands import (
    QuarantineRepository,
    RecordChecks,
    RecordDownloads,
    RecordPlacement,
    ReleaseRepository,
    RepackObject,
    RepackXorb,
    ReserveRepacking,
    SetDownloadQuota,
    SetEncryption,
    SetScanPolicy,
    SetStorageQuota,
    SetTierRule,
)
from muster.events.topics import (
    DRIFT_EVENTS,
    EVAL_EVENTS,
    REGISTRY_COMMANDS,
    REGISTRY_EVENTS,
    REGISTRY_LOG,
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
from muster.journal import SystemClock
from muster.registry.config import Settings
from muster.registry.core.decisions import CONCERNS, DECIDER
from muster.registry.edge import removal as removing
from muster.registry.edge import scrubbing
from muster.registry.edge.lineage.graph import GRAPH
from muster.registry.edge.projections import SEARCH, TABLES
from muster.service import Context, Work
from muster.service.starting.reactor import react
from muster.store.sealed import SealedStore

DECIDING: Final = DecidingService(
    name="registry",
    decider=DECIDER,
    inputs=(REGISTRY_COMMANDS, SCAN_EVENTS, EVAL_EVENTS, DRIFT_EVENTS),
    log=REGISTRY_LOG,
    outputs=(REGISTRY_EVENTS,),
    scopes={
        **dict.fromkeys(REGISTRY_COMMANDS.payloads.values(), MODELS_WRITE),
        SetStorageQuota: CLUSTER_WRITE,
        SetDownloadQuota: CLUSTER_WRITE,
        SetEncryption: CLUSTER_WRITE,
        SetTierRule: CLUSTER_WRITE,
        RecordDownloads: DOWNLOADS_RECORD,
        RecordPlacement: OBJECTS_PLACE,
        RecordChecks: OBJECTS_PLACE,
        QuarantineRepository: REVIEWS_WRITE,
        ReleaseRepository: REVIEWS_WRITE,
        SetScanPolicy: REVIEWS_WRITE,
        ReserveRepacking: OBJECTS_REPACK,
        RepackObject: OBJECTS_REPACK,
        RepackXorb: OBJECTS_REPACK,
    },
    concerns=CONCERNS,
)

PROJECTIONS: Final = (TABLES, SEARCH, GRAPH)


def removal(context: Context[Settings]) -> Work:
    """Return the work of the role `removal`: removal, hourly sweeps, and scrubbing if enabled."""
    store = SealedStore(context.settings.store())
    sweeping = Work(run=lambda: removing.sweep_hourly(store, SystemClock(), context.stop))
    works = [react(context, removing.removal(store)), sweeping]
    if context.settings.registry_scrub_bytes_per_s:
        works.append(Work(run=lambda: scrubbing.scrub_daily(context.settings, context.stop)))
    return _together(context, works)


def repacker(context: Context[Settings]) -> Work:
    """Return the work of the role `repacker`; parts that are off resume where they stopped when turned on."""
    from muster.registry.edge.deltas.door import differencing
    from muster.registry.edge.repacking.reactor import LEASE_MS, copying, repacking

    settings = context.settings
    reactors = [repacking(settings, context.stop)] if settings.registry_repack else []
    reactors += [differencing(settings, context.stop)] if settings.registry_differences else []
    works = [react(context, each, side_by_side=1, lease_ms=LEASE_MS) for each in reactors]
    if settings.registry_whole_bytes_max:
        works.append(Work(run=lambda: copying(settings, context.stop)))
    return _together(context, works) if works else Work(run=context.stop.wait)


def tiering(context: Context[Settings]) -> Work:
    """Return the work of the role `tiering`; it also prewarms the CDN, if one with a hook is configured."""
    from muster.registry.edge.prewarming.door import prewarming
    from muster.registry.edge.tiering.reactor import LEASE_MS, tiering

    settings = context.settings
    works = [react(context, tiering(settings), side_by_side=1, lease_ms=LEASE_MS)]
    if settings.registry_cdn_hook:
        works.append(react(context, prewarming(settings), side_by_side=1))
    return _together(context, works)


def _together(context: Context[Settings], works: Sequence[Work]) -> Work:
    """Combine several kinds of work into one role; when one of them ends, all do."""

    def until_it_ends(run: Callable[[], object]) -> None:
        try:
            run()
        finally:
            context.stop.set()

    def run() -> None:
        with ThreadPoolExecutor(len(works), context.name) as threads:
            running = [threads.submit(until_it_ends, work.run) for work in works if work.run is not None]
            for each in as_completed(running):
                each.result()

    def missing() -> str | None:
        answers = (work.missing() for work in works)
        return next((each for each in answers if isinstance(each, str)), None)

    return Work(run=run, missing=missing)
