"""The role of an API."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, nullcontext
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, FastAPI
from muster.api import ApiSettings, Description, create_app
from muster.api.app import Lifespan
from muster.api.commands import routes
from muster.api.commands.gateway import AsWritten, CommandGateway, as_it_is
from muster.api.commands.log import CommandLog
from muster.api.rate_limit import Rate, RateLimit
from muster.events.wire.envelope import Topic
from muster.identity import MembershipFeed
from muster.journal import SystemClock
from muster.journal.kafka import KafkaJournal
from muster.service.roles import Context, Work
from muster.service.settings import ServiceSettings, TokenSettings
from muster.service.shared import instance
from muster.views.declared import DecidedTables
from muster.views.reading.tables import Tables


def _equip_with_nothing(app: FastAPI, settings: object) -> None:
    """Put nothing into the application."""


def _open_nothing_more(app: FastAPI) -> AbstractAsyncContextManager[None]:
    """Open nothing but the gateway."""
    return nullcontext()


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """The API of a deciding service, as the service declares it.

    Attributes:
        tables: What the routes ask, and what commands they send; its service is whose API it is.
        appended: Topics that routes append to, besides those of commands.
        routers: The service's own routes; those of commands are added.
        description: For the OpenAPI document.
        as_written: See CommandGateway.
        body_bytes_max_under: See ApiSettings.
        equip: Puts into `app.state` what routes need besides the gateway, given the service's settings.
        lifespan: Opens and closes more than the gateway, inside of it.
    """

    tables: DecidedTables
    routers: Sequence[APIRouter]
    appended: Sequence[Topic] = ()
    description: Description | None = None
    as_written: AsWritten = as_it_is
    body_bytes_max_under: Mapping[str, int] = field(default_factory=dict[str, int])
    equip: Callable[[FastAPI, Any], None] = _equip_with_nothing
    lifespan: Lifespan = _open_nothing_more

    def build(
        self,
        settings: TokenSettings,
        memberships: MembershipFeed | None = None,
        connect: Lifespan | None = None,
    ) -> FastAPI:
        """The application; it connects when it starts, not before.

        Args:
            settings: The service's.
            memberships: Ended memberships in tenants and teams.
            connect: Puts a CommandGateway into `app.state.gateway`; None: it is not going to be served.
        """

        @asynccontextmanager
        async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
            assert connect is not None  # noqa: S101  (else there is no lifespan)
            async with connect(app), self.lifespan(app):
                yield

        app = create_app(
            self.tables.service,
            ApiSettings(
                auth=settings.auth(),
                memberships=memberships,
                body_bytes_max_under=self.body_bytes_max_under,
            ),
            [*self.routers, routes.router],
            lifespan=lifespan if connect is not None else None,
            description=self.description,
        )
        self.equip(app, settings)
        return app


def answer(context: Context[Any], api: Api) -> Work:
    """Serve a declared API; it is ready when its tables answer and memberships are known.

    Args:
        context: Context of the role; its settings are TokenSettings and PostgresSettings.
        api: The declaration.
    """
    settings, memberships = context.settings, context.memberships()

    @asynccontextmanager
    async def connect(app: FastAPI) -> AsyncGenerator[None]:
        async with (
            Tables.connected(settings.postgres_dsn, view=api.tables.view_name) as tables,
            open_gateway(
                settings,
                api.tables.service,
                commands=(*api.tables.commands, *api.appended),
                facts=api.tables.facts,
                tables=tables,
                as_written=api.as_written,
            ) as gateway,
        ):
            app.state.gateway = gateway
            yield

    return serve(api.build(settings, memberships, connect), memberships)


def serve(app: FastAPI, memberships: MembershipFeed | None = None) -> Work:
    """The work of serving an API whose command gateway is in `app.state.gateway`."""

    async def missing() -> str | None:
        if memberships is not None and memberships.problem is not None:
            return memberships.problem
        return await app.state.gateway.tables.missing()

    return Work(app=app, missing=missing)


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
        settings: Address of the log.
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
