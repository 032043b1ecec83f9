"""Branches and tags."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from muster.api.problems import Problem
from muster.events.registry_commands import CreateRef, DeleteRef, RefKind
from muster.registry.core.access import Level
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.requests import about_repository, signature
from muster.registry.edge.queries import RefRow, RepositoryRow, refs_of
from muster.registry.edge.refusals import in_hub_format, no_revision
from muster.registry.edge.requests.bodies import field_of, json_object
from muster.registry.edge.requests.context import REPOSITORY, Context, RequestContext, Types

router = APIRouter(include_in_schema=False)


@router.get(REPOSITORY + "/refs")
async def list_refs(types: Types, namespace: str, name: str, context: Context) -> dict[str, Any]:
    """Return all branches and tags."""
    repository = await context.repository(types, namespace, name, Level.READ)
    refs = await refs_of(context.gateway.tables, repository.repository)
    return {
        "branches": [_ref_answer(ref, "heads") for ref in refs if ref.kind == RefKind.BRANCH],
        "converts": [],
        "tags": [_ref_answer(ref, "tags") for ref in refs if ref.kind == RefKind.TAG],
        "pullRequests": [],
    }


@router.post(REPOSITORY + "/branch/{rest:path}")
async def create_branch(
    types: Types, namespace: str, name: str, rest: str, context: Context
) -> dict[str, Any]:
    """Create a branch at the starting point; default: the head of main."""
    body = await json_object(context.request)
    repository = await context.repository(types, namespace, name, Level.WRITE)
    start = await context.commit(repository, field_of(body, "startingPoint", str, MAIN))
    await _create(context, repository, RefKind.BRANCH, rest, start.commit, "")
    return {}


@router.delete(REPOSITORY + "/branch/{rest:path}")
async def delete_branch(types: Types, namespace: str, name: str, rest: str, context: Context) -> Response:
    """Delete a branch; commits that no other name leads to are released."""
    return await _delete(
        context, await context.repository(types, namespace, name, Level.WRITE), RefKind.BRANCH, rest
    )


@router.post(REPOSITORY + "/tag/{rest:path}")
async def create_tag(types: Types, namespace: str, name: str, rest: str, context: Context) -> dict[str, Any]:
    """Create a tag at a revision."""
    body = await json_object(context.request)
    repository = await context.repository(types, namespace, name, Level.WRITE)
    at = await context.commit(repository, rest)
    message = field_of(body, "message", str, "")
    await _create(context, repository, RefKind.TAG, field_of(body, "tag", str), at.commit, message)
    return {}


@router.delete(REPOSITORY + "/tag/{rest:path}")
async def delete_tag(types: Types, namespace: str, name: str, rest: str, context: Context) -> Response:
    """Delete a tag; commits that no other name leads to are released."""
    return await _delete(
        context, await context.repository(types, namespace, name, Level.WRITE), RefKind.TAG, rest
    )


async def _create(  # noqa: PLR0917  (what a name is)
    context: RequestContext, repository: RepositoryRow, kind: RefKind, name: str, commit: str, message: str
) -> None:
    command = CreateRef(
        repository=repository.repository,
        kind=kind,
        name=name,
        commit=commit,
        message=message[:1_000],
        **signature(context.who),
    )
    await context.submit(about_repository(command, context.gateway.log.stamp()))


async def _delete(context: RequestContext, repository: RepositoryRow, kind: RefKind, name: str) -> Response:
    command = DeleteRef(repository=repository.repository, kind=kind, name=name, **signature(context.who))
    try:
        await context.carry_out(about_repository(command, context.gateway.log.stamp()))
    except Problem as problem:
        is_absent = problem.code == "not-found"  # the caller was shown that the repository exists
        raise no_revision(name) if is_absent else in_hub_format(problem) from problem
    return Response(status_code=200)


def _ref_answer(ref: RefRow, folder: str) -> dict[str, str]:
    return {"name": ref.name, "ref": f"refs/{folder}/{ref.name}", "targetCommit": ref.commit}
