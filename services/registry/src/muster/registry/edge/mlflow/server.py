"""Server capabilities, which clients query before they send large files, and unsupported endpoints."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from muster.registry.edge.mlflow.errors import MlflowRoute, refusal
from muster.registry.edge.mlflow.lookup import API
from muster.registry.edge.requests.context import Context

router = APIRouter(include_in_schema=False, route_class=MlflowRoute)


@router.get("/api/3.0/mlflow/server-info")
async def info(context: Context) -> dict[str, Any]:
    """Report that files are uploaded to the store in parts, and downloaded from it in ranges."""
    del context
    return {
        "store_type": "SqlStore",
        "workspaces_enabled": False,
        "trace_archival_enabled": False,
        "multipart_uploads_enabled": True,
        "multipart_downloads_enabled": True,
    }


@router.api_route("/api/3.0/mlflow/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
@router.api_route(API + "/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
async def unknown(rest: str, context: Context) -> dict[str, Any]:
    """Refuse other features of MLflow's own server: traces, prompts, webhooks, gateways."""
    del context
    text = f"{rest[:200]} is not supported here; use experiments, runs, their files, or registered models"
    raise refusal(404, "ENDPOINT_NOT_FOUND", text)
