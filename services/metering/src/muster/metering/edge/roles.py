"""How each role starts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from muster.deciding import DecidingService
from muster.events.topics import (
    JOB_EVENTS,
    MEASUREMENT_EVENTS,
    METERING_COMMANDS,
    METERING_LOG,
    NODE_HEARTBEATS,
    QUEUE_COMMANDS,
    REGISTRY_EVENTS,
    USAGE_EVENTS,
)
from muster.identity import MembershipFeed, ReportCheck
from muster.identity.principal import BILLING_WRITE
from muster.journal import Failpoints, SystemClock
from muster.metering.config import Settings
from muster.metering.core.decisions import CONCERNS, DECIDER
from muster.metering.edge.measurer import Measurer
from muster.metering.edge.projections import TABLES
from muster.service import Context, Work
from muster.service.starting.decider import decide
from muster.service.starting.projector import project

if TYPE_CHECKING:
    from fastapi import FastAPI
    from muster.service.starting.api import Connect

GATHER_MS: Final = 100
"""At most 10 transactions a second: what is metered may be known a little later."""

DECIDING: Final = DecidingService(
    name="metering",
    decider=DECIDER,
    inputs=(JOB_EVENTS, METERING_COMMANDS, REGISTRY_EVENTS),
    merged=(JOB_EVENTS,),
    log=METERING_LOG,
    outputs=(USAGE_EVENTS,),
    commanded=(QUEUE_COMMANDS,),
    scopes=dict.fromkeys(METERING_COMMANDS.payloads.values(), BILLING_WRITE),
    concerns=CONCERNS,
    gather_ms=GATHER_MS,
)


def measurer(context: Context[Settings]) -> Work:
    """The role `measurer`."""
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


def projector(context: Context[Settings]) -> Work:
    """The role `projector`."""
    return project(context, [TABLES.open(context.settings)], TABLES.topics)


def http(context: Context[Settings]) -> Work:
    """The role `http`; only it loads what answering takes."""
    from muster.metering.edge.http import as_written, build
    from muster.metering.edge.running import Live
    from muster.service.starting.api import answer, command_gateway

    settings = context.settings
    journal = context.journal(USAGE_EVENTS)
    live = Live(journal, SystemClock(), context.stop)

    def built(memberships: MembershipFeed, connect: Connect) -> FastAPI:
        app = build(settings, memberships, connect)
        app.state.journal, app.state.live = journal, live
        return app

    gateway = command_gateway(
        settings,
        "metering",
        commands=(METERING_COMMANDS,),
        facts=USAGE_EVENTS,
        tables=TABLES,
        as_written=as_written,
    )
    return replace(answer(context, built, gateway), run=live.run)


def decider(context: Context[Settings]) -> Work:
    """The role `decider`."""
    return decide(context, DECIDING, authorization=context.settings.authorization)
