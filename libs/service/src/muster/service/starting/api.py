"""The role of an API."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from typing import Any

from fastapi import FastAPI
from muster.api.commands.gateway import AsWritten, CommandGateway, as_it_is
from muster.api.commands.log import CommandLog
from muster.api.rate_limit import Rate, RateLimit
from muster.events.wire.envelope import Topic
from muster.identity import MembershipFeed
from muster.journal import SystemClock
from muster.journal.kafka import KafkaJournal
from muster.service.roles import Context, Work
from muster.service.settings import PostgresSettings, ServiceSettings
from muster.service.shared import instance
from muster.views.declared import DeclaredProjection
from muster.views.reading.tables import Tables

Connect = Callable[[FastAPI], Any]
"""The lifespan of an API."""


def answer(
    context: Context[Any], build: Callable[[MembershipFeed, Connect], FastAPI], connect: Connect
) -> Work:
    """Serve an API; it is ready when its tables answer and memberships are known.

    Args:
        context: Of the role.
        build: Builds the application from memberships and lifespan.
        connect: The lifespan; it puts a CommandGateway into `app.state.gateway`.
    """
    memberships = context.memberships()
    return serve(build(memberships, connect), memberships)


def serve(app: FastAPI, memberships: MembershipFeed | None = None) -> Work:
    """The work of serving an API whose command gateway is in `app.state.gateway`."""

    async def missing() -> str | None:
        if memberships is not None and memberships.problem is not None:
            return memberships.problem
        return await app.state.gateway.tables.missing()

    return Work(app=app, missing=missing)


def command_gateway(
    settings: PostgresSettings,
    service: str,
    *,
    commands: Sequence[Topic],
    facts: Topic,
    tables: DeclaredProjection,
    as_written: AsWritten = as_it_is,
) -> Connect:
    """A lifespan that opens a service's command gateway as `app.state.gateway` and closes it at the end.

    Args:
        settings: Where the log and Postgres are.
        service: The deciding service's name, for messages.
        commands: The command topics.
        facts: The topic whose positions reads can wait for.
        tables: The projection that holds the outcomes.
        as_written: See CommandGateway.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with (
            Tables.connected(settings.postgres_dsn, view=tables.view_name) as reading,
            open_gateway(
                settings, service, commands=commands, facts=facts, tables=reading, as_written=as_written
            ) as gateway,
        ):
            app.state.gateway = gateway
            yield

    return lifespan


@asynccontextmanager
async def open_gateway(
    settings: ServiceSettings,
    service: str,
    *,
    commands: Sequence[Topic],
    facts: Topic,
    tables: Tables,
    decider: str = "",
    as_written: AsWritten = as_it_is,
) -> AsyncGenerator[CommandGateway]:
    """The command gateway of a service, open while the block runs.

    Args:
        settings: Where the log is.
        service: The service that the API belongs to.
        commands: The command topics.
        facts: The topic whose positions reads can wait for.
        tables: The projection that holds the outcomes.
        decider: The deciding service's name, for messages; the service itself unless given.
        as_written: See CommandGateway.
    """
    journal = KafkaJournal(
        settings.kafka_bootstrap, settings.schema_registry_url, f"{service}-http", topics=commands
    )
    with closing(journal), closing(journal.producer("http")) as producer:
        clock = SystemClock()
        yield CommandGateway(
            log=CommandLog(journal, commands, producer, clock, f"{service}/{instance()}"),
            limit=RateLimit(Rate(per_s=settings.commands_per_s, burst=settings.commands_burst), clock),
            tables=tables,
            facts=facts,
            decider=decider or service,
            as_written=as_written,
        )
