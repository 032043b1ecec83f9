"""Hub features that are not supported: the routes refuse with a message that clients print."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from muster.registry.edge.hub.asked import REPOSITORY, Ask
from muster.registry.edge.hub.errors import refusal

_METHODS: Final = ["GET", "POST", "PUT", "PATCH", "DELETE"]

router = APIRouter(include_in_schema=False)


@router.api_route("/api/collections", methods=_METHODS)
@router.api_route("/api/collections/{rest:path}", methods=_METHODS)
async def collections(ask: Ask, rest: str = "") -> None:
    """Collections."""
    del ask, rest
    raise _not_offered("collections", "tags of model cards group repositories")


@router.api_route(REPOSITORY + "/discussions", methods=_METHODS)
@router.api_route(REPOSITORY + "/discussions/{rest:path}", methods=_METHODS)
async def discussions(ask: Ask, types: str, namespace: str, name: str, rest: str = "") -> None:
    """Discussions and pull requests."""
    del ask, types, namespace, name, rest
    raise _not_offered("discussions and pull requests", "commit to a branch")


@router.post(REPOSITORY + "/duplicate")
async def duplicate(ask: Ask, types: str, namespace: str, name: str) -> None:
    """Copies of repositories."""
    del ask, types, namespace, name
    raise _not_offered("duplicating a repository", "`muster model mirror` copies one")


def _not_offered(what: str, instead: str) -> Exception:
    return refusal(501, f"not offered here: {what}; {instead}")
