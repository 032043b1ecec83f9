"""Findings in content, and rescans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from muster.api import Caller, Submitter, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_texts
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Paging
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.api.problems import invalid_request
from muster.cas.naming import BEFORE_KEY, KEY_NAME
from muster.events.scan_commands import RescanContent
from muster.events.shared.command_answers import Violation
from muster.events.topics import SCAN_COMMANDS
from muster.scanner.core.requests import envelope_of as as_command
from muster.scanner.core.reviews import OBJECTS_MAX
from muster.scanner.edge.routes import visibility
from muster.scanner.edge.routes.answers import ContentAnswer, ScanAnswer

ObjectKind = Annotated[
    Literal["inline", "lfs", "file", "tree"], Path(description="How the registry keeps it.")
]
ObjectHash = Annotated[
    str,
    Path(
        pattern=f"^[0-9a-f]{{64}}({BEFORE_KEY}{KEY_NAME})?$",
        description="SHA-256 of what is kept; of what is encrypted, with ~KEY behind it.",
    ),
]

RESCAN: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "RescanRequest",
    "required": ["repository", "reason"],
    "properties": {
        "repository": {"type": "string", "description": "NAMESPACE/NAME."},
        "path": {"type": "string", "description": "What lies there, in any live commit; without it all."},
        "reason": {"type": "string", "minLength": 1, "maxLength": 1000},
    },
    "additionalProperties": False,
}

router = APIRouter(tags=["scans"])


@router.get(
    "/v1/scans",
    summary="List what is known about content",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[ScanAnswer]}, 503),
)
async def read_scans(
    caller: Caller,
    gateway: Gateway,
    paging: Paging,
    *,
    repository: Annotated[str, Query(max_length=200, description="NAMESPACE/NAME; without it all.")] = "",
    verdict: Annotated[
        Literal["", "clean", "suspicious", "malicious", "inconclusive"], Query(description="Only such.")
    ] = "",
    state: Annotated[
        Literal["", "waiting", "running", "postponed", "completed"], Query(description="Only such.")
    ] = "",
) -> ListAnswer[ScanAnswer]:
    """Findings in the organisation's repositories; reviewers and operators see all, others what they may."""
    return await visibility.scans(gateway.tables, caller, repository, verdict.upper(), state, paging)


@router.get(
    "/v1/scans/{kind}/{digest}",
    summary="Read what was found in one content",
    dependencies=[NOT_OLDER],
    responses=answers({200: ContentAnswer}, 404, 503),
)
async def read_content(
    kind: ObjectKind, digest: ObjectHash, caller: Caller, gateway: Gateway
) -> ContentAnswer:
    """With the repositories that have it, and what reviewers and operators have said."""
    object_ = f"{kind}/{digest}"
    held = await visibility.content(gateway.tables, caller, object_)
    if not held:
        raise not_found("content", object_)
    return {
        "scan": held[0],
        "held": held,
        "findings": await visibility.findings(gateway.tables, held[0]["scan"]),
        "reviews": await visibility.reviews(gateway.tables, caller.tenant, object_),
    }


@router.post(
    "/v1/scans/rescan",
    status_code=202,
    summary="Scan content again",
    openapi_extra=described(RESCAN),
    responses=asked(Decided, Receipt, 404, 422),
)
async def rescan(request: Request, caller: Submitter, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """Before what is new; what waits or is being read already is not asked for twice."""
    said = read_texts(await read_body(request), repository="", path="", reason="")
    repository = await visibility.repository_named(gateway.tables, caller, said["repository"])
    if repository is None:
        raise not_found("repository", said["repository"])
    objects = await visibility.objects_of(gateway.tables, repository, said["path"], OBJECTS_MAX + 1)
    if not objects:
        raise not_found("path", said["path"])
    if len(objects) > OBJECTS_MAX:
        allowed = f"one of its paths: it has more than {OBJECTS_MAX} contents"
        raise invalid_request([Violation(field="path", value="(absent)", allowed=allowed)])
    command = RescanContent(
        repository=repository,
        objects=tuple(objects),
        reason=said["reason"],
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    return await gateway.ask(caller, SCAN_COMMANDS, as_command(command, gateway.log.stamp()), wait_s)
