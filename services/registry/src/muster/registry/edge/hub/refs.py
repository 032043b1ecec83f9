"""Branches and tags."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from muster.api.problems import Problem
from muster.events.registry_commands import CreateRef, DeleteRef, RefKind
from muster.registry.core.repositories.access import Level
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.requests import about_repository, signature
from muster.registry.edge.hub.asked import REPOSITORY, Ask, Asked, Types
from muster.registry.edge.hub.bodies import field_of, json_object
from muster.registry.edge.hub.errors import as_the_hub_says, no_revision
from muster.registry.edge.reading import RefRow, RepositoryRow, refs_of

router = APIRouter(include_in_schema=False)


@router.get(REPOSITORY + "/refs")
async def list_refs(types: Types, namespace: str, name: str, ask: Ask) -> dict[str, Any]:
    """All of them."""
    repository = await ask.repository(types, namespace, name, Level.READ)
    refs = await refs_of(ask.gateway.tables, repository.repository)
    return {
        "branches": [_said(ref, "heads") for ref in refs if ref.kind == RefKind.BRANCH],
        "converts": [],
        "tags": [_said(ref, "tags") for ref in refs if ref.kind == RefKind.TAG],
        "pullRequests": [],
    }


@router.post(REPOSITORY + "/branch/{rest:path}")
async def create_branch(types: Types, namespace: str, name: str, rest: str, ask: Ask) -> dict[str, Any]:
    """At the starting point, or where main is."""
    body = await json_object(ask.request)
    repository = await ask.repository(types, namespace, name, Level.WRITE)
    start = await ask.commit(repository, field_of(body, "startingPoint", str, MAIN))
    await _create(ask, repository, RefKind.BRANCH, rest, start.commit, "")
    return {}


@router.delete(REPOSITORY + "/branch/{rest:path}")
async def delete_branch(types: Types, namespace: str, name: str, rest: str, ask: Ask) -> Response:
    """Commits that no other name leads to are given up."""
    return await _delete(ask, await ask.repository(types, namespace, name, Level.WRITE), RefKind.BRANCH, rest)


@router.post(REPOSITORY + "/tag/{rest:path}")
async def create_tag(types: Types, namespace: str, name: str, rest: str, ask: Ask) -> dict[str, Any]:
    """At a revision."""
    body = await json_object(ask.request)
    repository = await ask.repository(types, namespace, name, Level.WRITE)
    at = await ask.commit(repository, rest)
    message = field_of(body, "message", str, "")
    await _create(ask, repository, RefKind.TAG, field_of(body, "tag", str), at.commit, message)
    return {}


@router.delete(REPOSITORY + "/tag/{rest:path}")
async def delete_tag(types: Types, namespace: str, name: str, rest: str, ask: Ask) -> Response:
    """Commits that no other name leads to are given up."""
    return await _delete(ask, await ask.repository(types, namespace, name, Level.WRITE), RefKind.TAG, rest)


async def _create(  # noqa: PLR0917  (what a name is)
    ask: Asked, repository: RepositoryRow, kind: RefKind, name: str, commit: str, message: str
) -> None:
    command = CreateRef(
        repository=repository.repository,
        kind=kind,
        name=name,
        commit=commit,
        message=message[:1_000],
        **signature(ask.who),
    )
    await ask.ask(about_repository(command, ask.gateway.log.stamp()))


async def _delete(ask: Asked, repository: RepositoryRow, kind: RefKind, name: str) -> Response:
    command = DeleteRef(repository=repository.repository, kind=kind, name=name, **signature(ask.who))
    try:
        await ask.carry_out(about_repository(command, ask.gateway.log.stamp()))
    except Problem as problem:
        is_absent = problem.code == "not-found"  # the caller was shown that the repository exists
        raise no_revision(name) if is_absent else as_the_hub_says(problem) from problem
    return Response(status_code=200)


def _said(ref: RefRow, folder: str) -> dict[str, str]:
    return {"name": ref.name, "ref": f"refs/{folder}/{ref.name}", "targetCommit": ref.commit}
