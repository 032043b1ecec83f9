"""Start of each role."""

from __future__ import annotations

from functools import partial
from typing import Final

from muster.deciding import DecidingService
from muster.events.scan_commands import ActivateRules, OverrideVerdict, RescanContent, ReviewContent
from muster.events.topics import (
    REGISTRY_COMMANDS,
    REGISTRY_EVENTS,
    SCAN_COMMANDS,
    SCAN_EVENTS,
    SCAN_REPORTS,
    SCAN_WORK,
    SCANNER_LOG,
)
from muster.identity.principal import CLUSTER_WRITE, REVIEWS_WRITE, TENANT_WRITE
from muster.scanner.config import Settings
from muster.scanner.core.decisions import CONCERNS, DECIDER
from muster.scanner.core.state import LEASE_MS
from muster.scanner.edge.projections import TABLES
from muster.service import Context, Work
from muster.service.starting.worker import Workers, work

DECIDING: Final = DecidingService(
    name="scanner",
    decider=DECIDER,
    inputs=(REGISTRY_EVENTS, SCAN_COMMANDS, SCAN_REPORTS),
    log=SCANNER_LOG,
    outputs=(SCAN_EVENTS, SCAN_WORK),
    commanded=(REGISTRY_COMMANDS,),
    scopes={
        RescanContent: TENANT_WRITE,
        ReviewContent: REVIEWS_WRITE,
        ActivateRules: CLUSTER_WRITE,
        OverrideVerdict: CLUSTER_WRITE,
    },
    concerns=CONCERNS,
    batch_max=100,
    facts_max=500,
)


def worker(context: Context[Settings]) -> Work:
    """The role `worker`: a process for each content, forked from one that has loaded the engine."""
    from muster.scanner.edge.reading.executing import Means, execute

    settings = context.settings
    means = Means(
        store=settings.store(),
        postgres_dsn=settings.postgres_dsn,
        view=TABLES.view_name,
        memory_bytes=settings.scanner_memory_mib << 20,
        time_s=settings.scanner_time_s,
        rules=settings.own_rules(),
        antivirus=settings.scanner_antivirus,
    )
    workers = Workers(
        partial(execute, means),
        orders=SCAN_WORK,
        reports=SCAN_REPORTS,
        slots=settings.scanner_slots,
        lease_ms=LEASE_MS,
        item_ms_max=settings.scanner_time_s * 1_000,
        preload="muster.scanner.edge.reading.loaded",
    )
    return work(context, workers)
