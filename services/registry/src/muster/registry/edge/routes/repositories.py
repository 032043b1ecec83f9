"""API of one repository: grants and quarantine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import one_of, read_body, read_texts
from muster.api.commands.routes import NOT_OLDER_OF_REPOSITORIES, WaitS
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
from muster.registry.edge.routes.about import PATH, ReadAbout, ReviewAbout, WriteAbout
from muster.registry.edge.versions.guard import object_at
from typing_extensions import TypedDict

KindName = Literal["user", "team", "organisation"]

GRANT: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "GrantRequest",
    "required": ["kind", "grantee", "level"],
    "properties": {
        "kind": {"enum": ["user", "team", "organisation"]},
        "grantee": {"type": "string", "description": "ORGANISATION/NAME; of an organisation, its name."},
        "level": {"enum": ["read", "write", "admin"], "description": "Each allows what stands before it."},
    },
    "additionalProperties": False,
}
REASON: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "QuarantineRequest",
    "required": ["reason"],
    "properties": {
        "reason": {"type": "string", "minLength": 1, "maxLength": 1000},
        "path": {"type": "string", "description": "One file, wherever its bytes are; without it all files."},
        "revision": {"type": "string", "default": "main", "description": "Where that file is."},
    },
    "additionalProperties": False,
}

router = APIRouter(tags=["repositories"])


class GrantAnswer(TypedDict):
    """A grant."""

    kind: str
    grantee: str
    level: str


class GrantsAnswer(TypedDict):
    """Grants, by grantee."""

    grants: list[GrantAnswer]


@router.get(
    PATH + "/grants",
    summary="List who else may use a repository",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: GrantsAnswer}, 404, 503),
)
async def read_grants(about: ReadAbout) -> GrantsAnswer:
    """For those who administer it."""
    repository = await about.administered()
    grants = sorted(repository.grants, key=lambda grant: (grant[1], grant[0]))
    return {"grants": [{"kind": k.lower(), "grantee": to, "level": a.lower()} for k, to, a in grants]}


@router.put(
    PATH + "/grants",
    status_code=202,
    summary="Allow somebody something",
    openapi_extra=described(GRANT),
    responses=asked(Decided, Receipt, 404, 422),
)
async def grant(request: Request, about: WriteAbout, wait_s: WaitS = 0) -> Response:
    """In place of an earlier grant; it holds in quarantine, too."""
    repository = await about.administered()
    said = read_texts(await read_body(request), kind="", grantee="", level="")
    command = GrantAccess(
        repository=repository.repository,
        grantee_kind=one_of("kind", said["kind"], GranteeKind),
        grantee=said["grantee"],
        level=one_of("level", said["level"], AccessLevel),
        **signature(about.ask.who),
    )
    return await about.command(command, wait_s)


@router.delete(
    PATH + "/grants",
    status_code=202,
    summary="Take a grant back",
    responses=asked(Decided, Receipt, 404, 422),
)
async def revoke(
    about: WriteAbout,
    kind: Annotated[KindName, Query(description="What the grantee is.")],
    grantee: Annotated[str, Query(max_length=200, description="As it was granted.")],
    wait_s: WaitS = 0,
) -> Response:
    """What one may without it, one may still."""
    repository = await about.administered()
    command = RevokeAccess(
        repository=repository.repository,
        grantee_kind=GranteeKind(kind.upper()),
        grantee=grantee,
        **signature(about.ask.who),
    )
    return await about.command(command, wait_s)


@router.put(
    PATH + "/quarantine",
    status_code=202,
    summary="Close the files of a repository, or one",
    openapi_extra=described(REASON),
    responses=asked(Decided, Receipt, 404, 422),
)
async def quarantine(request: Request, about: ReviewAbout, wait_s: WaitS = 0) -> Response:
    """Nobody reads them without a grant; every reader is told the reason."""
    repository = await about.of_organisation()
    said = read_texts(await read_body(request), reason="", path="", revision=MAIN)
    object_ = await object_at(about.ask, repository, said["revision"], said["path"]) if said["path"] else ""
    command = QuarantineRepository(
        repository=repository.repository,
        reason=said["reason"],
        object=object_,
        **signature(about.ask.who),
    )
    return await about.command(command, wait_s)


@router.delete(
    PATH + "/quarantine",
    status_code=202,
    summary="Open what is closed again",
    responses=asked(Decided, Receipt, 404, 422),
)
async def release(
    about: ReviewAbout,
    reason: Annotated[str, Query(min_length=1, max_length=1_000, description="Why.")],
    object_: Annotated[
        str, Query(alias="object", max_length=100, description="One content; without it all files.")
    ] = "",
    wait_s: WaitS = 0,
) -> Response:
    """For all who may read it; a verdict by the same rules does not close it again."""
    repository = await about.of_organisation()
    command = ReleaseRepository(
        repository=repository.repository, reason=reason, object=object_, **signature(about.ask.who)
    )
    return await about.command(command, wait_s)
