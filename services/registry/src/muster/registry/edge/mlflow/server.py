"""Server capabilities, which clients query before they send large files, and unsupported endpoints."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from muster.registry.edge.hub.asked import Ask
from muster.registry.edge.mlflow.asked import API
from muster.registry.edge.mlflow.errors import MlflowRoute, refusal

router = APIRouter(include_in_schema=False, route_class=MlflowRoute)


@router.get("/api/3.0/mlflow/server-info")
async def info(ask: Ask) -> dict[str, Any]:
    """Files go straight into the store in parts, and are read from there in ranges."""
    del ask
    return {
        "store_type": "SqlStore",
        "workspaces_enabled": False,
        "trace_archival_enabled": False,
        "multipart_uploads_enabled": True,
        "multipart_downloads_enabled": True,
    }


@router.api_route("/api/3.0/mlflow/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
@router.api_route(API + "/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
async def unknown(rest: str, ask: Ask) -> dict[str, Any]:
    """What else MLflow's own server does: traces, prompts, webhooks, gateways."""
    del ask
    text = (
        f"{rest[:200]} is not served here; allowed are experiments, runs, their files, and registered models"
    )
    raise refusal(404, "ENDPOINT_NOT_FOUND", text)
