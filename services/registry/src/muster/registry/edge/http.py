"""The API."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI
from muster.api import Description
from muster.api.rate_limit import Rate, RateLimit
from muster.cas.xorbs import STORED_MAX_BYTES
from muster.events.topics import RUN_EVENTS
from muster.journal import SystemClock
from muster.registry.config import Settings
from muster.registry.core.storage.uploads import SIZE_BYTES_MAX
from muster.registry.edge.addresses.links import Links
from muster.registry.edge.addresses.sealed import UPLOADS
from muster.registry.edge.cdn.door import cdn_of
from muster.registry.edge.chunked.whole_copies import WholeCopies
from muster.registry.edge.chunked.xorb_store import XorbStore
from muster.registry.edge.content import Content
from muster.registry.edge.deltas.door import locator
from muster.registry.edge.downloads import Downloads
from muster.registry.edge.federation.door import Federation
from muster.registry.edge.fixed import routes as fixed
from muster.registry.edge.hub import absent, accounts, files, lfs, refs, repositories
from muster.registry.edge.hub import commits as hub_commits
from muster.registry.edge.hub.commits import BODY_BYTES_MAX
from muster.registry.edge.keyed_lock import KeyedLocks
from muster.registry.edge.lineage import connection_routes
from muster.registry.edge.lineage import routes as lineage
from muster.registry.edge.lineage.graph import graph_of
from muster.registry.edge.lru import LruCache
from muster.registry.edge.mlflow import door as mlflow
from muster.registry.edge.projections import SEARCH, TABLES
from muster.registry.edge.recent_xorbs import Recent
from muster.registry.edge.requests.services import LISTED_MAX, Services
from muster.registry.edge.routes import repositories as own_repositories
from muster.registry.edge.routes import sealed, searches, storage
from muster.registry.edge.searching import search_of
from muster.registry.edge.tiering.hot import HotFolder
from muster.registry.edge.versions import routes as versions
from muster.registry.edge.xet import bridge, chunks, reconstructions, shards, tokens, xorbs
from muster.service.starting.api import Api
from muster.store.sealed import SealedStore

_log = logging.getLogger(__name__)

DESCRIPTION: Final = Description(
    text="Models, datasets and runs: versions, access, lineage and storage.",
    tags={
        "repositories": "Search, grants and quarantine of repositories.",
        "versions": "Scan results, gates and pointers of versions, closed content, and the scan policy.",
        "lineage": "Ancestors and descendants of versions, jobs, data and code.",
        "storage": "Storage and download usage of organisations, quotas, encryption, and the tier rule.",
        "commands": "Outcomes of commands.",
    },
)

ROUTES: Final = (accounts, tokens, absent, repositories, hub_commits, files, refs, lfs)
"""Routes for clients of the Hugging Face Hub; the order matters for lists and infos."""

XET_ROUTES: Final = (xorbs, shards, chunks, reconstructions, bridge)
"""Routes for clients with hf_xet."""


def equip(app: FastAPI, settings: Settings) -> None:
    """Create the services of the routes and attach them to the application."""
    content = Content(SealedStore(settings.store()), cdn_of(settings, SystemClock()))
    xorb_store = XorbStore(content)
    app.state.services = Services(
        content=content,
        xorb_store=xorb_store,
        recent=Recent(),
        locator=locator(xorb_store, SystemClock()),
        links=Links(settings.s3_secret_key),
        search=search_of(settings.elasticsearch_url, SEARCH.view_name),
        graph=graph_of(settings),
        proxies=settings.registry_proxies,
        turns=KeyedLocks(),
        waiting={},
        listed=LruCache(LISTED_MAX, len),
        rate=RateLimit(_rate(settings), SystemClock(), whose="principal", what="requests"),
        downloads=Downloads(settings.token, SystemClock()),
        federation=Federation(settings.registry_federation, settings.registry_federation_timeout_s),
        hot=HotFolder(settings.hot_folder(), settings.registry_hot_bytes_max),
        whole=WholeCopies(content, SystemClock(), _after_reads(settings)),
    )


def _after_reads(settings: Settings) -> int:
    return settings.registry_whole_after_reads if settings.registry_whole_bytes_max else 0


def _rate(settings: Settings) -> Rate:
    return Rate(per_s=settings.registry_requests_per_s, burst=10 * settings.registry_requests_per_s)


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
    """Report downloads while the application runs, and close connections of searches at the end."""
    services: Services = app.state.services
    telling = asyncio.create_task(services.downloads.report_regularly(app.state.gateway))
    telling.add_done_callback(_ended)
    try:
        yield
    finally:
        telling.cancel()
        await asyncio.wait([telling])
        await services.search.close()
        await services.graph.close()
        await services.federation.close()


def _ended(telling: asyncio.Task[None]) -> None:
    """Log a failure of the reporting task immediately, as nothing awaits it while the application runs."""
    if not telling.cancelled() and (error := telling.exception()) is not None:
        _log.error("reporting of downloads has stopped", exc_info=error)


API: Final = Api(
    tables=TABLES,
    appended=(RUN_EVENTS,),
    routers=(
        own_repositories.router,
        searches.router,
        storage.router,
        versions.router,
        connection_routes.router,
        lineage.router,
        fixed.router,
        *mlflow.ROUTERS,
        *(each.router for each in (*ROUTES, *XET_ROUTES)),
        sealed.router,
    ),
    description=DESCRIPTION,
    body_bytes_max_under={
        "/api/": BODY_BYTES_MAX,
        **mlflow.BODY_BYTES_MAX_UNDER,
        "/xet/": STORED_MAX_BYTES,
        f"{UPLOADS}/": SIZE_BYTES_MAX,
    },
    equip=equip,
    lifespan=lifespan,
)
