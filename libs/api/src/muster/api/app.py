"""create_app: one FastAPI application with everything that must not differ between services."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from muster.api import problems
from muster.api.auth import AuthSettings, Verifier
from muster.api.body_limit import BodyLimit
from muster.api.observation import Observation
from muster.api.target_check import TargetCheck

BODY_BYTES_MAX: Final = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiSettings:
    """What differs between deployments.

    Attributes:
        auth: Which tokens are good.
        version: Of the service, for the OpenAPI document.
        body_bytes_max: Largest request body.
        body_bytes_max_under: Other limits, by path prefix; the longest prefix counts.
    """

    auth: AuthSettings
    version: str = "0.1.0"
    body_bytes_max: int = BODY_BYTES_MAX
    body_bytes_max_under: Mapping[str, int] = field(default_factory=dict[str, int])


Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def create_app(
    service: str,
    settings: ApiSettings,
    routers: Sequence[APIRouter],
    *,
    lifespan: Lifespan | None = None,
) -> FastAPI:
    """A service's HTTP application.

    Args:
        service: Its name, as in metrics and traces.
        settings: What differs between deployments.
        routers: Its own routes.
        lifespan: Opens and closes what the routes use.
    """
    app = FastAPI(
        title=f"Muster {service}",
        version=settings.version,
        openapi_url="/openapi.json",
        docs_url=None,  # the viewers load scripts from elsewhere; the document itself is enough
        redoc_url=None,
        redirect_slashes=False,
        telemetry={
            "tracing": False,
            "metrics": False,
            "logs": False,
            "auto_configure": False,
        },  # ours: Observation
        lifespan=lifespan,
        responses={"default": _PROBLEM_RESPONSE},
    )
    app.state.verifier = Verifier(settings.auth)
    app.state.draining = asyncio.Event()
    problems.install(app)
    app.add_middleware(BodyLimit, limit=settings.body_bytes_max, limits_under=settings.body_bytes_max_under)
    app.add_middleware(TargetCheck)
    app.add_middleware(Observation, service=service)  # outermost: it sees every answer
    for router in routers:
        app.include_router(router)
    return app


_PROBLEM_RESPONSE: Final[dict[str, Any]] = {
    "description": "Anything that went wrong (RFC 9457)",
    "content": {
        problems.MEDIA_TYPE: {
            "schema": {
                "type": "object",
                "required": ["type", "title", "status", "detail"],
                "properties": {
                    "type": {"type": "string", "description": "/problems/NAME; stable"},
                    "title": {"type": "string"},
                    "status": {"type": "integer"},
                    "detail": {"type": "string"},
                    "instance": {"type": "string"},
                    "request_id": {"type": "string"},
                    "violations": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["field", "value", "allowed"],
                            "properties": {
                                name: {"type": "string"} for name in ("field", "value", "allowed")
                            },
                        },
                    },
                },
            }
        }
    },
}
