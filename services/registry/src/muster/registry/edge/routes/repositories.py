"""API of one repository: grants and quarantine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import one_of, read_body, read_texts
from muster.api.commands.routes import NOT_OLDER_OF_REPOSITORIES, WaitS
from muster.api.cursors import ListAnswer, Order, Paging
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.events.registry_commands import (
    AccessLevel,
    GrantAccess,
    GranteeKind,
    QuarantineRepository,
    ReleaseRepository,
    RevokeAccess,
)
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.requests import signature
from muster.registry.edge.requests.about import PATH, ReadAbout, ReviewAbout, WriteAbout
from muster.registry.edge.versions.guard import object_at
from typing_extensions import TypedDict

KindName = Literal["user", "team", "organisation"]

GRANT: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "GrantRequest",
    "required": ["kind", "grantee", "level"],
    "properties": {
        "kind": {"enum": ["user", "team", "organisation"]},
        "grantee": {
            "type": "string",
            "description": "ORGANISATION/NAME of a user or team; the name of an organisation.",
        },
        "level": {
            "enum": ["read", "write", "admin"],
            "description": "Each level includes the previous ones.",
        },
    },
    "additionalProperties": False,
}
REASON: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "QuarantineRequest",
    "required": ["reason"],
    "properties": {
        "reason": {"type": "string", "minLength": 1, "maxLength": 1000},
        "path": {
            "type": "string",
            "description": "Path of one file: its content is closed at every path; absent: all files.",
        },
        "revision": {"type": "string", "default": "main", "description": "Revision that has this file."},
    },
    "additionalProperties": False,
}

_BY_GRANTEE: Final = Order({"grantee": str, "kind": str})

router = APIRouter(tags=["repositories"])


class GrantAnswer(TypedDict):
    """Grant of access to a repository."""

    kind: str
    grantee: str
    level: str


@router.get(
    PATH + "/grants",
    summary="List the grants of a repository",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: ListAnswer[GrantAnswer]}, 404, 503),
)
async def read_grants(about: ReadAbout, paging: Paging) -> ListAnswer[GrantAnswer]:
    """Lists them by grantee; requires admin access to the repository."""
    repository = await about.administered()
    grants: list[GrantAnswer] = [
        {"kind": k.lower(), "grantee": to, "level": a.lower()} for k, to, a in repository.grants
    ]
    return paging.cut(grants, _BY_GRANTEE)


@router.put(
    PATH + "/grants",
    status_code=202,
    summary="Grant access to a repository",
    openapi_extra=described(GRANT),
    responses=asked(Decided, Receipt, 404, 422),
)
async def grant(request: Request, about: WriteAbout, wait_s: WaitS = 0) -> Response:
    """Replaces an earlier grant of the same grantee. Grantees keep their access while it is quarantined."""
    repository = await about.administered()
    body = read_texts(await read_body(request), kind="", grantee="", level="")
    command = GrantAccess(
        repository=repository.repository,
        grantee_kind=one_of("kind", body["kind"], GranteeKind),
        grantee=body["grantee"],
        level=one_of("level", body["level"], AccessLevel),
        **signature(about.context.who),
    )
    return await about.command(command, wait_s)


@router.delete(
    PATH + "/grants",
    status_code=202,
    summary="Revoke a grant",
    responses=asked(Decided, Receipt, 404, 422),
)
async def revoke(
    about: WriteAbout,
    kind: Annotated[KindName, Query(description="Kind of grantee.")],
    grantee: Annotated[str, Query(max_length=200, description="Grantee, as in the grant.")],
    wait_s: WaitS = 0,
) -> Response:
    """Access that does not depend on the grant remains."""
    repository = await about.administered()
    command = RevokeAccess(
        repository=repository.repository,
        grantee_kind=GranteeKind(kind.upper()),
        grantee=grantee,
        **signature(about.context.who),
    )
    return await about.command(command, wait_s)


@router.put(
    PATH + "/quarantine",
    status_code=202,
    summary="Quarantine the files of a repository, or one file",
    openapi_extra=described(REASON),
    responses=asked(Decided, Receipt, 404, 422),
)
async def quarantine(request: Request, about: ReviewAbout, wait_s: WaitS = 0) -> Response:
    """Only explicit grants can download them; everyone else gets the reason."""
    repository = await about.of_organisation()
    body = read_texts(await read_body(request), reason="", path="", revision=MAIN)
    object_ = (
        await object_at(about.context, repository, body["revision"], body["path"]) if body["path"] else ""
    )
    command = QuarantineRepository(
        repository=repository.repository,
        reason=body["reason"],
        object=object_,
        **signature(about.context.who),
    )
    return await about.command(command, wait_s)


@router.delete(
    PATH + "/quarantine",
    status_code=202,
    summary="Release files from quarantine",
    responses=asked(Decided, Receipt, 404, 422),
)
async def release(
    about: ReviewAbout,
    reason: Annotated[str, Query(min_length=1, max_length=1_000, description="Reason for the release.")],
    object_: Annotated[
        str, Query(alias="object", max_length=100, description="Id of one content; absent: all files.")
    ] = "",
    wait_s: WaitS = 0,
) -> Response:
    """Everyone with read access can download them again; a verdict by the same rules does not close them."""
    repository = await about.of_organisation()
    command = ReleaseRepository(
        repository=repository.repository, reason=reason, object=object_, **signature(about.context.who)
    )
    return await about.command(command, wait_s)
