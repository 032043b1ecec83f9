"""What operators and orchestrators ask of every service. Not behind tokens: it says nothing of any tenant."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response
from muster.api.problems import unavailable
from muster.telemetry import metrics

ReadyCheck: TypeAlias = Callable[[], Awaitable[str | None]]
"""None when the service can do its work, otherwise what is missing."""


def operations_router(ready: ReadyCheck) -> APIRouter:
    """/healthz, /readyz, /metrics."""
    router = APIRouter(tags=["operations"])

    @router.get("/healthz", response_class=PlainTextResponse, summary="Does the process answer?")
    async def healthz() -> str:
        return "ok\n"

    @router.get("/readyz", response_class=PlainTextResponse, summary="Can it do its work?")
    async def readyz() -> str:
        missing = await ready()
        if missing is not None:
            raise unavailable(missing)
        return "ready\n"

    @router.get("/metrics", response_class=PlainTextResponse, summary="Prometheus metrics")
    async def scrape() -> Response:
        return Response(metrics.exposition(), media_type=metrics.EXPOSITION_MEDIA_TYPE)

    _ = (healthz, readyz, scrape)
    return router
