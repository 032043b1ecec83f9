"""create_app: one FastAPI application with everything that must not differ between services."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Final

from fastapi import APIRouter, Depends, FastAPI
from muster.api import problems
from muster.api.body_limit import BodyLimit
from muster.api.document import openapi
from muster.api.document.page import docs_router
from muster.api.observation import Observation
from muster.api.parameters import only_declared
from muster.api.target_check import TargetCheck
from muster.identity import AuthSettings, MembershipFeed, Verifier
from muster.jobs.forms.form import Form

BODY_BYTES_MAX: Final = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiSettings:
    """Settings of an API that differ between deployments.

    Attributes:
        auth: Settings for the verification of tokens.
        memberships: Feed of revocations; None: nothing is ever revoked.
        version: Version of the service, for the OpenAPI document.
        body_bytes_max: Largest request body, bytes.
        body_bytes_max_under: Other limits, by path prefix; the longest matching prefix applies.
        servers: URLs of the API for the OpenAPI document; "/": the host from which the document was read,
            with the same prefix.
    """

    auth: AuthSettings
    memberships: MembershipFeed | None = None
    version: str = field(default_factory=lambda: version("muster-api"))
    body_bytes_max: int = BODY_BYTES_MAX
    body_bytes_max_under: Mapping[str, int] = field(default_factory=dict[str, int])
    servers: Sequence[str] = ("/",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """Texts and schemas of the OpenAPI document besides the routes.

    Attributes:
        text: Purpose of the API.
        tags: Description of each tag.
        forms: Forms of request bodies; each becomes a component.
        schemas: Further components, by name.
    """

    text: str = ""
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    forms: Sequence[type[Form]] = ()
    schemas: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])


Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def create_app(
    service: str,
    settings: ApiSettings,
    routers: Sequence[APIRouter],
    *,
    lifespan: Lifespan | None = None,
    description: Description | None = None,
) -> FastAPI:
    """Create the HTTP application of a service.

    Args:
        service: Name of the service, as in metrics and traces.
        settings: Settings that differ between deployments.
        routers: Routes of the service.
        lifespan: Opens and closes the routes' dependencies.
        description: Texts and schemas for the OpenAPI document.
    """
    description = description or Description()
    app = FastAPI(
        title=f"Muster {service}",
        version=settings.version,
        openapi_url=None,  # see document/page.py
        docs_url=None,  # FastAPI's page loads scripts from elsewhere; see document/page.py
        redoc_url=None,
        redirect_slashes=False,
        telemetry={
            "tracing": False,
            "metrics": False,
            "logs": False,
            "auto_configure": False,
        },  # ours: Observation
        lifespan=lifespan,
        dependencies=[Depends(only_declared)],
        generate_unique_id_function=openapi.operation_id,
    )
    app.state.verifier = Verifier(settings.auth, settings.memberships)
    app.state.draining = asyncio.Event()
    problems.install(app)
    app.add_middleware(BodyLimit, limit=settings.body_bytes_max, limits_under=settings.body_bytes_max_under)
    app.add_middleware(TargetCheck)
    app.add_middleware(Observation, service=service)  # outermost: it sees every answer
    for router in (*routers, docs_router(app.title, description.text)):
        app.include_router(router)
    openapi.install(
        app,
        description=description.text,
        tags=description.tags,
        forms=description.forms,
        schemas=description.schemas,
        servers=settings.servers,
    )
    return app
