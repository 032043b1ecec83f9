"""How each kind of role starts: a service gives what is its own, and gets the Work.

decide    a deciding service: it leads its cell, or stands by
project   projections kept up to date
answer    an API behind the command door, on the service's own tables
"""

from __future__ import annotations

import os
import platform
import random  # noqa: TID251  (patience of standbys, no decision)
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import asdict
from typing import Any

from fastapi import FastAPI
from muster.api.commands.door import CommandDoor
from muster.api.commands.log import CommandLog
from muster.deciding import DecidingRole, DecidingService, MemoryStore, Snapshots
from muster.events.topics import PROCESS_LEASE
from muster.events.wire.envelope import Topic
from muster.identity import MembershipFeed
from muster.journal import SharedLease, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.service.roles import Context, Work
from muster.service.settings import PostgresSettings, S3Settings, ServiceSettings
from muster.store import ObjectStore
from muster.views.declared import DeclaredProjection
from muster.views.projection import Projection
from muster.views.projector import Projector
from muster.views.reading.tables import Tables


def decide(context: Context[Any], service: DecidingService) -> Work:
    """Stand by and lead; the state lies in memory, and in snapshots on S3.

    Args:
        context: Of the role; its settings are S3Settings.
        service: What was declared.
    """
    settings: S3Settings = context.settings
    clock = SystemClock()
    process_id = f"{context.name}@{instance()}"
    journal = context.journal(*service.topics, PROCESS_LEASE)
    role = DecidingRole(
        service,
        cell=settings.cell,
        journal=journal,
        store=MemoryStore(),
        snapshots=Snapshots(ObjectStore(settings.store()), service.name, settings.cell),
        lease=SharedLease(context.keep(journal.producer("lease")), process_id=process_id, clock=clock),
        process_id=process_id,
        stop=context.stop,
        clock=clock,
        chance=random.random,
    )
    return Work(
        run=role.run,
        missing=lambda: role.leader.problem,
        progress=lambda: {"leading": role.leader.leading, "batches": role.machine.reached.batches},
    )


def project(context: Context[Any], projections: Sequence[Projection[Any]], topics: Sequence[Topic]) -> Work:
    """Keep projections up to date."""
    for projection in projections:
        context.keep(projection.view)
    projector = Projector(projections, context.journal(*topics))

    def run() -> None:
        projector.start()
        context.stop.wait()
        projector.stop()

    def progress() -> dict[str, Any]:
        return {name: asdict(each) for name, each in projector.progress().items()}

    return Work(run=run, missing=projector.failure, progress=progress)


def answer(
    context: Context[Any], build: Callable[[MembershipFeed, Connect], FastAPI], connect: Connect
) -> Work:
    """Serve an API; it is ready when its tables answer and memberships are known."""
    memberships = context.memberships()
    app = build(memberships, connect)

    async def missing() -> str | None:
        return memberships.problem or await app.state.door.tables.missing()

    return Work(app=app, missing=missing)


Connect = Callable[[FastAPI], Any]
"""The lifespan of an API."""


def command_door(
    settings: PostgresSettings,
    service: str,
    *,
    commands: Sequence[Topic],
    facts: Topic,
    tables: DeclaredProjection,
) -> Connect:
    """A lifespan that opens the command door of a service into `app.state.door`, and closes it at the end.

    Args:
        settings: Where the log and Postgres are.
        service: Who decides, for people.
        commands: Topics that commands go to.
        facts: The topic whose positions reads can wait for.
        tables: The projection that knows the outcomes.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        journal = _journal(settings, f"{service}-http", commands)
        with closing(journal), closing(journal.producer("http")) as producer:
            async with Tables.connected(settings.postgres_dsn, view=tables.view_name) as reading:
                log = CommandLog(journal, commands, producer, SystemClock(), f"{service}/{instance()}")
                app.state.door = CommandDoor(log=log, tables=reading, facts=facts, decider=service)
                yield

    return lifespan


def instance() -> str:
    """This process among all: host and pid."""
    return f"{platform.node()}/{os.getpid()}"


def _journal(settings: ServiceSettings, client: str, topics: Sequence[Topic]) -> KafkaJournal:
    return KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, client, topics=topics)
