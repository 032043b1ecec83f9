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
from muster.registry.edge.content import Content
from muster.registry.edge.downloads import Downloads
from muster.registry.edge.federation import Federation
from muster.registry.edge.fixed import routes as fixed
from muster.registry.edge.hub import absent, accounts, files, lfs, refs, repositories
from muster.registry.edge.hub import commits as hub_commits
from muster.registry.edge.hub.asked import LISTED_MAX, Hub
from muster.registry.edge.hub.commits import BODY_BYTES_MAX
from muster.registry.edge.lineage import routes as lineage
from muster.registry.edge.links import Links
from muster.registry.edge.mlflow import (
    artifacts,
    experiments,
    logged_models,
    registered_models,
    runs,
    server,
)
from muster.registry.edge.mlflow import versions as model_versions
from muster.registry.edge.projections import SEARCH, TABLES
from muster.registry.edge.remembered import Remembered
from muster.registry.edge.routes import repositories as own_repositories
from muster.registry.edge.routes import searches, storage
from muster.registry.edge.sealed import routes as sealed
from muster.registry.edge.sealed.addresses import UPLOADS
from muster.registry.edge.searching import search_of
from muster.registry.edge.tiering.cdn import cdn_of
from muster.registry.edge.tiering.hot import HotFolder
from muster.registry.edge.turns import Turns
from muster.registry.edge.versions import routes as versions
from muster.registry.edge.xet import bridge, chunks, reconstructions, shards, tokens, xorbs
from muster.registry.edge.xet.kept import Kept
from muster.registry.edge.xet.plain import Plain
from muster.registry.edge.xet.whole_copies import WholeCopies
from muster.service.starting.api import Api
from muster.store.sealed import SealedStore

_log = logging.getLogger(__name__)

DESCRIPTION: Final = Description(
    text="What is a model, a version of it, and who may read it.",
    tags={
        "repositories": "Who else may use a repository, and whether its files are closed.",
        "versions": "What is known about versions, pointers to them, and what of a repository is closed.",
        "lineage": "What comes from what.",
        "storage": "What organisations keep in the store, and download.",
        "commands": "What became of a request.",
    },
)

ROUTES: Final = (accounts, tokens, absent, repositories, hub_commits, files, refs, lfs)
"""Routes for clients of the Hugging Face Hub; the order matters for lists and infos."""

MLFLOW_ROUTES: Final = (
    experiments,
    runs,
    logged_models,
    registered_models,
    model_versions,
    artifacts,
    server,
)
"""Routes for MLflow clients, before the Hub's, as /api/{types} would match them; `server` has the rest."""

XET_ROUTES: Final = (xorbs, shards, chunks, reconstructions, bridge)
"""Routes for clients with hf_xet."""


def equip(app: FastAPI, settings: Settings) -> None:
    """Create the services of the routes and attach them to the application."""
    content = Content(SealedStore(settings.store()), cdn_of(settings, SystemClock()))
    kept = Kept(content)
    app.state.hub = Hub(
        content=content,
        kept=kept,
        plain=Plain(kept, SystemClock()),
        links=Links(settings.s3_secret_key),
        search=search_of(settings.elasticsearch_url, SEARCH.view_name),
        proxies=settings.registry_proxies,
        turns=Turns(),
        waiting={},
        listed=Remembered(LISTED_MAX, len),
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
    hub: Hub = app.state.hub
    telling = asyncio.create_task(hub.downloads.keep_telling(app.state.gateway))
    telling.add_done_callback(_ended)
    try:
        yield
    finally:
        telling.cancel()
        await asyncio.wait([telling])
        await hub.search.close()
        await hub.federation.close()


def _ended(telling: asyncio.Task[None]) -> None:
    """Log a failure of the reporting task immediately, as nothing awaits it while the application runs."""
    if not telling.cancelled() and (error := telling.exception()) is not None:
        _log.error("downloads are not told any longer", exc_info=error)


API: Final = Api(
    tables=TABLES,
    appended=(RUN_EVENTS,),
    routers=(
        own_repositories.router,
        searches.router,
        storage.router,
        versions.router,
        lineage.router,
        fixed.router,
        *(each.router for each in (*MLFLOW_ROUTES, *ROUTES, *XET_ROUTES)),
        sealed.router,
    ),
    description=DESCRIPTION,
    body_bytes_max_under={
        "/api/": BODY_BYTES_MAX,
        f"{artifacts.ARTIFACTS}/": artifacts.SENT_BYTES_MAX,
        "/xet/": STORED_MAX_BYTES,
        f"{UPLOADS}/": SIZE_BYTES_MAX,
    },
    equip=equip,
    lifespan=lifespan,
)
