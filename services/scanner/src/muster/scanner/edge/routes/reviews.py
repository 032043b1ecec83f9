"""Review queue, reviews of an organisation, and overrides for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from muster.api import Operator, Reviewer, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import one_of, read_body, read_texts
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Paging
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.events.scan_commands import GivenVerdict, OverrideVerdict, ReviewContent, ReviewDecision
from muster.events.topics import SCAN_COMMANDS
from muster.scanner.core.requests import envelope_of as as_command
from muster.scanner.core.reviews import REPOSITORIES_MAX
from muster.scanner.edge.routes import visibility
from muster.scanner.edge.routes.answers import ScanAnswer
from muster.scanner.edge.routes.scans import ObjectHash, ObjectKind

_REASON: Final[Mapping[str, Any]] = {"type": "string", "minLength": 1, "maxLength": 1000}
REVIEW: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "ReviewRequest",
    "required": ["decision", "reason"],
    "properties": {
        "decision": {
            "enum": ["release", "close"],
            "description": "release: who may read its repositories reads it; close: nobody without a grant.",
        },
        "reason": _REASON,
    },
    "additionalProperties": False,
}
OVERRIDE: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "OverrideRequest",
    "required": ["verdict", "reason"],
    "properties": {"verdict": {"enum": ["clean", "suspicious", "malicious"]}, "reason": _REASON},
    "additionalProperties": False,
}

router = APIRouter(tags=["reviews"])


@router.get(
    "/v1/scan-reviews",
    summary="List what waits for a reviewer",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[ScanAnswer]}, 403, 503),
)
async def read_waiting(
    caller: Reviewer,
    gateway: Gateway,
    paging: Paging,
) -> ListAnswer[ScanAnswer]:
    """List content that is not clean and has no review since it was judged; malicious content first."""
    return await visibility.waiting(gateway.tables, caller, paging)


@router.post(
    "/v1/scans/{kind}/{digest}/review",
    status_code=202,
    summary="Say what follows from a verdict in the organisation",
    openapi_extra=described(REVIEW),
    responses=asked(Decided, Receipt, 404, 422),
)
async def review(  # noqa: PLR0917  (the path)
    kind: ObjectKind,
    digest: ObjectHash,
    request: Request,
    caller: Reviewer,
    gateway: Gateway,
    wait_s: WaitS = 0,
) -> Response:
    """On record; the registry opens or closes it in each of the repositories, and tells their owners."""
    said = read_texts(await read_body(request), decision="", reason="")
    decision = one_of("decision", said["decision"], ReviewDecision)
    object_ = f"{kind}/{digest}"
    if not await visibility.content(gateway.tables, caller, object_):
        raise not_found("content", object_)
    repositories = await visibility.repositories_with(
        gateway.tables,
        caller.tenant,
        object_,
        closed=decision is ReviewDecision.RELEASE,
        most=REPOSITORIES_MAX,
    )
    command = ReviewContent(
        object=object_,
        decision=decision,
        repositories=tuple(repositories),
        reason=said["reason"],
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    return await gateway.ask(caller, SCAN_COMMANDS, as_command(command, gateway.log.stamp()), wait_s)


@router.post(
    "/v1/scans/{kind}/{digest}/override",
    status_code=202,
    summary="Replace a verdict for all organisations",
    openapi_extra=described(OVERRIDE),
    responses=asked(Decided, Receipt, 404, 422),
)
async def override(  # noqa: PLR0917  (the path)
    kind: ObjectKind,
    digest: ObjectHash,
    request: Request,
    caller: Operator,
    gateway: Gateway,
    wait_s: WaitS = 0,
) -> Response:
    """Record a review, valid until other rules judge; a false alarm needs it only once."""
    said = read_texts(await read_body(request), verdict="", reason="")
    command = OverrideVerdict(
        object=f"{kind}/{digest}",
        verdict=one_of("verdict", said["verdict"], GivenVerdict),
        reason=said["reason"],
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    return await gateway.ask(caller, SCAN_COMMANDS, as_command(command, gateway.log.stamp()), wait_s)
