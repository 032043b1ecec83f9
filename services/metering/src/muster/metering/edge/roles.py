"""Start of each role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from muster.deciding import DecidingService
from muster.events.topics import (
    EVAL_EVENTS,
    JOB_EVENTS,
    MEASUREMENT_EVENTS,
    METERING_COMMANDS,
    METERING_LOG,
    NODE_HEARTBEATS,
    QUEUE_COMMANDS,
    REGISTRY_EVENTS,
    USAGE_EVENTS,
)
from muster.identity import ReportCheck
from muster.identity.principal import BILLING_WRITE
from muster.journal import Failpoints, SystemClock
from muster.metering.config import Settings
from muster.metering.core.decisions import CONCERNS, DECIDER
from muster.metering.edge.measurer import Measurer
from muster.service import Context, Work

if TYPE_CHECKING:
    pass

GATHER_MS: Final = 100
"""At most 10 transactions a second: metering may lag a little."""

DECIDING: Final = DecidingService(
    name="metering",
    decider=DECIDER,
    inputs=(JOB_EVENTS, METERING_COMMANDS, REGISTRY_EVENTS, EVAL_EVENTS),
    merged=(JOB_EVENTS,),
    log=METERING_LOG,
    outputs=(USAGE_EVENTS,),
    commanded=(QUEUE_COMMANDS,),
    scopes=dict.fromkeys(METERING_COMMANDS.payloads.values(), BILLING_WRITE),
    concerns=CONCERNS,
    gather_ms=GATHER_MS,
)


def measurer(context: Context[Settings]) -> Work:
    """Return the work of the role `measurer`."""
    settings = context.settings
    journal = context.journal(NODE_HEARTBEATS, MEASUREMENT_EVENTS, failpoints=Failpoints(settings.failpoints))
    memberships = context.memberships()
    measurer = Measurer(
        journal,
        ReportCheck(settings.node_verifier(memberships)),
        SystemClock(),
        cell=settings.cell,
        producer=context.name.replace(":", "-"),
        stop=context.stop,
    )

    def run() -> None:
        if memberships.wait(context.stop):
            measurer.run()

    return Work(run=run, missing=lambda: measurer.problem)
