"""A declared API on tables filled from facts: Postgres is real, the log is in memory."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Generator, Iterable
from contextlib import asynccontextmanager, closing, contextmanager
from typing import Any

from fastapi import FastAPI
from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import CommandLog
from muster.api.rate_limit import Rate, RateLimit
from muster.journal import Outgoing, SystemClock
from muster.journal.memory import MemoryJournal
from muster.service.starting.api import Api, serve
from muster.testkit.api.serving import Served
from muster.views.projection import Feed
from muster.views.reading.tables import Tables


@contextmanager
def serve_declared(api: Api, settings: Any, facts: Iterable[Outgoing], *, port: int = 0) -> Generator[str]:
    """Serve a declared API until the block ends; yield its address.

    Args:
        api: The service's declaration.
        settings: Settings of the service, with Postgres's address.
        facts: Facts on the log, in this order.
        port: Port; 0 takes a free one.
    """
    journal, clock, view = MemoryJournal(), SystemClock(), f"reading_{uuid.uuid4().hex[:8]}"
    producer = journal.producer("test")
    for each in facts:
        producer.send(each).result(60)
    projection = api.tables.open(settings, view=view)

    @asynccontextmanager
    async def connect(app: FastAPI) -> AsyncGenerator[None]:
        async with Tables.connected(settings.postgres_dsn, view=view) as tables:
            app.state.gateway = CommandGateway(
                log=CommandLog(journal, api.tables.commands, producer, clock, "test"),
                limit=RateLimit(Rate(per_s=100, burst=100), clock),
                tables=tables,
                facts=api.tables.facts,
                decider=api.tables.service,
            )
            yield

    with closing(projection.view):
        projection.view.prepare()
        try:
            with closing(Feed(projection, projection.view, journal)) as feed:
                while feed.advance(0):
                    pass
            work = serve(api.build(settings, connect=connect))
            assert work.app is not None
            with Served(work.app, work.missing, port=port) as served:
                yield served.url
        finally:
            projection.view.drop()
