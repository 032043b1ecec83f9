"""The decider, and the roles that count samples in windows and delete their texts."""

from __future__ import annotations

from typing import Final

from muster.deciding import DecidingService
from muster.drift.config import Settings
from muster.drift.core.decisions import CONCERNS, DECIDER
from muster.drift.core.windows import progress_in, window_closed, windows_closed, windows_of
from muster.drift.edge.ticker import Ticker
from muster.events.topics import (
    DRIFT_COMMANDS,
    DRIFT_EVENTS,
    DRIFT_LOG,
    DRIFT_WINDOWS,
    DRIFT_WORK,
    INFERENCE_SAMPLES,
)
from muster.identity.principal import TENANT_WRITE
from muster.journal import SystemClock
from muster.service import Context, Work

TICK_S: Final = 5.0
"""Time between two ticks of a partition, seconds: as much later windows close where no sample comes."""

DECIDING: Final = DecidingService(
    name="drift",
    decider=DECIDER,
    inputs=(DRIFT_COMMANDS, DRIFT_WINDOWS),
    log=DRIFT_LOG,
    outputs=(DRIFT_EVENTS, DRIFT_WORK),
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
