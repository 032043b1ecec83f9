"""The decider, and the roles that count samples, judge them and delete their texts."""

from __future__ import annotations

from functools import partial
from typing import Final

from muster.deciding import DecidingService
from muster.drift.config import Settings
from muster.drift.core.decisions import CONCERNS, DECIDER
from muster.drift.core.state import QUEUE
from muster.drift.core.windows import (
    OPEN_SCHEMA,
    open_window,
    progress_in,
    window_closed,
    windows_closed,
    windows_of,
)
from muster.drift.edge.ticker import Ticker
from muster.events.topics import (
    DRIFT_COMMANDS,
    DRIFT_EVENTS,
    DRIFT_LOG,
    DRIFT_REPORTS,
    DRIFT_WINDOWS,
    DRIFT_WORK,
    EVAL_COMMANDS,
    EVAL_EVENTS,
    INFERENCE_SAMPLES,
    REGISTRY_EVENTS,
)
from muster.identity.principal import TENANT_WRITE
from muster.journal import SystemClock
from muster.service import Context, Work
from muster.service.starting.worker import Workers, work

TICK_S: Final = 5.0
"""Time between two ticks of a partition, seconds: as much later windows close where no sample comes."""

ORDER_MS_MAX: Final = 2 * 3_600_000
"""How long one order may take: a judge that does not answer is waited for."""

DECIDING: Final = DecidingService(
    name="drift",
    decider=DECIDER,
    inputs=(DRIFT_COMMANDS, DRIFT_WINDOWS, DRIFT_REPORTS, EVAL_EVENTS, REGISTRY_EVENTS),
    log=DRIFT_LOG,
    outputs=(DRIFT_EVENTS, DRIFT_WORK),
    commanded=(EVAL_COMMANDS,),
    scopes=dict.fromkeys(DRIFT_COMMANDS.payloads.values(), TENANT_WRITE),
    concerns=CONCERNS,
)


def windows(context: Context[Settings]) -> Work:
    """Start the role `windows`: samples become closed windows, and time goes on where none come."""
    from muster.service.starting.window import close_windows

    aggregation = windows_of(context.settings.drift_window_s * 1_000)
    work = close_windows(
        context,
        aggregation,
        DRIFT_WINDOWS,
        record_of=window_closed,
        progress_of=windows_closed,
        progress_in=progress_in,
        schema=OPEN_SCHEMA,
        json_of=open_window,
    )
    ticker = Ticker(context.journal(INFERENCE_SAMPLES), SystemClock(), context.stop, every_s=TICK_S)
    context.at_end(ticker.close)
    ticker.start()
    return work


def bodies(context: Context[Settings]) -> Work:
    """Start the role `bodies`: texts of forgotten users, and those past their retention, leave S3."""
    from muster.drift.edge.bodies import Sweeper, reactor
    from muster.service.starting.reactor import react
    from muster.store import ObjectStore

    store = ObjectStore(context.settings.store())
    sweeper = Sweeper(store, SystemClock(), context.stop)
    work = react(context, reactor(store))
    context.at_end(sweeper.close)
    sweeper.start()
    return work


def worker(context: Context[Settings]) -> Work:
    """Start the role `worker`: a process for each order, forked from one that has loaded its code."""
    from muster.drift.edge.judging import Means, execute

    settings = context.settings
    means = Means(
        kafka_bootstrap=settings.kafka_bootstrap,
        schema_registry_url=settings.schema_registry_url,
        store=settings.store(),
        postgres_dsn=settings.postgres_dsn,
        secrets_dir=settings.eval_secrets_dir,
        endpoints=settings.listed_endpoints(),
    )
    workers = Workers(
        partial(execute, means),
        orders=DRIFT_WORK,
        reports=DRIFT_REPORTS,
        slots=settings.drift_slots,
        lease_ms=QUEUE.lease_ms,
        item_ms_max=ORDER_MS_MAX,
        preload="muster.drift.edge.judging",
    )
    return work(context, workers)
