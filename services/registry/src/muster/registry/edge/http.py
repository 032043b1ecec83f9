"""The application, and the routes of its own: what an organisation keeps, and how much it may."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, FastAPI, Path, Request, Response
from muster.api import ApiSettings, Caller, Description, create_app, require_scope
from muster.api.commands import routes as commands
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.document.answers import answers, asked
from muster.api.problems import invalid_request
from muster.api.rate_limit import Rate, RateLimit
from muster.cas.xorbs import STORED_MAX_BYTES
from muster.events.shared.command_answers import Violation
from muster.events.topics import REGISTRY_COMMANDS
from muster.identity import MembershipFeed, Principal
from muster.identity.principal import CLUSTER_WRITE
from muster.journal import SystemClock
from muster.registry.config import Settings
from muster.registry.core import requests
from muster.registry.edge import repository_routes, search_routes, storage_routes
from muster.registry.edge.asking import who_is
from muster.registry.edge.content import Content
from muster.registry.edge.fixed import routes as fixed
from muster.registry.edge.hub import accounts, files, lfs, refs, repositories
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
from muster.registry.edge.projections import SEARCH
from muster.registry.edge.reading import usage_of
from muster.registry.edge.remembered import Remembered
from muster.registry.edge.searching import search_of
from muster.registry.edge.turns import Turns
from muster.registry.edge.versions import routes as versions
from muster.registry.edge.xet import bridge, chunks, reconstructions, shards, tokens, xorbs
from muster.registry.edge.xet.kept import Kept
from muster.service.starting.api import Connect
from muster.store import ObjectStore
from muster.views.reading.search import Search
from typing_extensions import TypedDict

DESCRIPTION: Final = Description(
    text="What is a model, a version of it, and who may read it.",
    tags={
        "repositories": "Who else may use a repository, and whether its files are closed.",
        "versions": "What is known about versions, pointers to them, and what of a repository is closed.",
        "lineage": "What comes from what.",
        "storage": "What organisations keep in the store.",
        "commands": "What became of a request.",
    },
)

QUOTA: Final = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "title": "StorageQuotaRequest",
                    "required": ["quota_bytes"],
                    "properties": {
                        "quota_bytes": {
                            "type": ["integer", "null"],
                            "minimum": 0,
                            "description": "Of what it keeps and has room for; null: no limit.",
                        }
                    },
                    "additionalProperties": False,
                }
            }
        },
    }
}

Operator = Annotated[Principal, Depends(require_scope(CLUSTER_WRITE))]
OrganisationName = Annotated[
    str,
    Path(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$", description="Name of the organisation.", examples=["acme"]),
]

router = APIRouter()

ROUTES: Final = (accounts, tokens, repositories, hub_commits, files, refs, lfs)
"""Those of clients of the Hugging Face Hub; the order of lists and infos counts."""

MLFLOW_ROUTES: Final = (
    experiments,
    runs,
    logged_models,
    registered_models,
    model_versions,
    artifacts,
    server,
)
"""Those of MLflow's clients; first, because /api/{types} would take them. `server` takes the rest of them."""

XET_ROUTES: Final = (xorbs, shards, chunks, reconstructions, bridge)
"""Those of clients with hf_xet."""


class UsageAnswer(TypedDict):
    """What an organisation keeps."""

    organisation: str
    unique_bytes: Annotated[int, "Of distinct objects that its live commits refer to."]
    reserved_bytes: Annotated[int, "For which room is kept, for uploads under way."]
    quota_bytes: Annotated[int | None, "Of both together; null: no limit."]


@router.get(
    "/v1/storage",
    tags=["storage"],
    summary="Read what the organisation keeps",
    dependencies=[NOT_OLDER],
    responses=answers({200: UsageAnswer}, 503),
)
async def read_usage(caller: Caller, gateway: Gateway) -> UsageAnswer:
    """Every object counts once, however many repositories refer to it."""
    kept = await usage_of(gateway.tables, caller.tenant)
    return {
        "organisation": caller.tenant,
        "unique_bytes": kept.unique_bytes,
        "reserved_bytes": kept.reserved_bytes,
        "quota_bytes": kept.quota_bytes,
    }


@router.put(
    "/v1/storage/{organisation}/quota",
    tags=["storage"],
    status_code=202,
    summary="Limit what an organisation keeps",
    openapi_extra=QUOTA,
    responses=asked(Decided, Receipt, 422),
)
async def set_quota(
    *, organisation: OrganisationName, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """What it keeps already, it keeps; nothing is added while it is more than that."""
    quota_bytes = _quota(await read_body(request))
    command = requests.set_quota(who_is(caller), organisation, quota_bytes, gateway.log.stamp())
    return await gateway.ask(caller, REGISTRY_COMMANDS, command, wait_s)


def build(
    settings: Settings, memberships: MembershipFeed | None = None, connect: Connect | None = None
) -> FastAPI:
    """The application; it connects when it starts, not before."""
    api = ApiSettings(
        auth=settings.auth(),
        memberships=memberships,
        body_bytes_max_under={
            "/api/": BODY_BYTES_MAX,
            f"{artifacts.ARTIFACTS}/": artifacts.SENT_BYTES_MAX,
            "/xet/": STORED_MAX_BYTES,
        },
    )
    routes = (*MLFLOW_ROUTES, *ROUTES, *XET_ROUTES)
    routers = [
        router,
        repository_routes.router,
        search_routes.router,
        storage_routes.router,
        versions.router,
        lineage.router,
        fixed.router,
        commands.router,
        *(each.router for each in routes),
    ]
    search = search_of(settings.elasticsearch_url, SEARCH.view_name)
    app = create_app("registry", api, routers, lifespan=_closing(search, connect), description=DESCRIPTION)
    content = Content(ObjectStore(settings.store()))
    app.state.hub = Hub(
        content=content,
        kept=Kept(content),
        links=Links(settings.s3_secret_key),
        search=search,
        url=settings.registry_url,
        turns=Turns(),
        listed=Remembered(LISTED_MAX, len),
        rate=RateLimit(_rate(settings), SystemClock(), whose="principal", what="requests"),
    )
    return app


def _rate(settings: Settings) -> Rate:
    return Rate(per_s=settings.registry_requests_per_s, burst=10 * settings.registry_requests_per_s)


def _closing(search: Search, connect: Connect | None) -> Connect | None:
    """A lifespan at whose end the connections of searches are closed, too."""
    if connect is None:
        return None

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with connect(app):
            try:
                yield
            finally:
                await search.close()

    return lifespan


def _quota(body: Any) -> int | None:
    match body:
        case {"quota_bytes": None, **others} if not others:
            return None
        case {"quota_bytes": bool()}:
            pass
        case {"quota_bytes": int(quota_bytes), **others} if not others and quota_bytes >= 0:
            return quota_bytes
        case _:
            pass
    allowed = "an object with the field quota_bytes: a number of bytes, or null"
    raise invalid_request([Violation(field="(document)", value=str(body)[:80], allowed=allowed)])
