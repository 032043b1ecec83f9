"""The HTTP API of submit, wired from settings."""

from __future__ import annotations

import os
import platform
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI
from muster.api import ApiSettings, create_app
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.journal import SystemClock
from muster.journal.kafka import KafkaJournal
from muster.service import Context, Work
from muster.store import ObjectStore
from muster.submit.config import Settings
from muster.submit.edge import (
    files,
    http_cluster,
    http_commands,
    http_jobs,
    http_policy,
    http_queues,
    http_reservations,
    http_streams,
)
from muster.submit.edge.projections import TABLES
from muster.submit.edge.queries import Queries
from muster.submit.edge.service import CommandLog, Service

COMMAND_TOPICS: Final = (JOB_COMMANDS, QUEUE_COMMANDS, OPERATOR_COMMANDS)
BATCH_BYTES_MAX: Final = 16 << 20
ROUTERS: Final = (
    http_jobs.router,
    http_streams.router,
    http_queues.router,
    http_reservations.router,
    http_cluster.router,
    http_policy.router,
    http_commands.router,
    files.router,
)


def start(context: Context[Settings]) -> Work:
    """The role `http`."""
    return served(build(context.settings))


def served(app: FastAPI) -> Work:
    """The work of serving it; it is ready when what it asks answers."""

    async def missing() -> str | None:
        return await app.state.service.queries.tables.missing()

    return Work(app=app, missing=missing)


def build(settings: Settings, *, view: str = TABLES.view_name) -> FastAPI:
    """The application; it connects when it starts, not before."""
    limits = {"/v1/files/": files.FILE_BYTES_MAX, "/v1/jobs:batch": BATCH_BYTES_MAX}

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with connected(settings, view) as service:
            app.state.service = service
            yield

    return create_app(
        "submit",
        ApiSettings(auth=settings.auth(), body_bytes_max_under=limits),
        ROUTERS,
        lifespan=lifespan,
    )


@asynccontextmanager
async def connected(settings: Settings, view: str) -> AsyncGenerator[Service]:
    """The Service on the real servers, given back at the end."""
    instance = f"submit/{platform.node()}/{os.getpid()}"
    journal = KafkaJournal(
        settings.kafka_bootstrap, settings.schema_registry_url, "submit", topics=COMMAND_TOPICS
    )
    producer = journal.producer("http")
    try:
        async with Queries.connected(settings, view=view) as queries:
            yield Service(CommandLog(producer, SystemClock(), instance), queries, object_store(settings))
    finally:
        producer.close()
        journal.close()


def object_store(settings: Settings) -> ObjectStore:
    """The bucket."""
    return ObjectStore(settings.store())
