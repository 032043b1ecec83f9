"""Hub features that are not supported: the routes refuse with a message that clients print."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from muster.registry.edge.refusals import refusal
from muster.registry.edge.requests.context import REPOSITORY, Context

_METHODS: Final = ["GET", "POST", "PUT", "PATCH", "DELETE"]

router = APIRouter(include_in_schema=False)


@router.api_route("/api/collections", methods=_METHODS)
@router.api_route("/api/collections/{rest:path}", methods=_METHODS)
async def collections(context: Context, rest: str = "") -> None:
    """Refuse collections."""
    del context, rest
    raise _not_offered("collections", "tags of model cards group repositories")


@router.api_route(REPOSITORY + "/discussions", methods=_METHODS)
@router.api_route(REPOSITORY + "/discussions/{rest:path}", methods=_METHODS)
async def discussions(context: Context, types: str, namespace: str, name: str, rest: str = "") -> None:
    """Refuse discussions and pull requests."""
    del context, types, namespace, name, rest
    raise _not_offered("discussions and pull requests", "commit to a branch")


@router.post(REPOSITORY + "/duplicate")
async def duplicate(context: Context, types: str, namespace: str, name: str) -> None:
    """Refuse to duplicate a repository."""
    del context, types, namespace, name
    raise _not_offered("duplicating a repository", "`muster model mirror` copies one")


def _not_offered(what: str, instead: str) -> Exception:
    return refusal(501, f"not offered here: {what}; {instead}")
