"""Labels: scores of answers by people."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from muster.api import Caller, Submitter, invalid_request
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Paging, listed
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.eval.core.people.labels import label_schema, parse_labels
from muster.eval.core.people.removals import parse_removal, removal_schema
from muster.eval.core.requests import about
from muster.eval.edge.routes import label_queries
from muster.eval.edge.routes.label_queries import LABEL_KEY, LabelAnswer, LabelFilter
from muster.events.eval_commands import LabelCases
from muster.jobs import InvalidDocument

LINES: Final = "application/x-ndjson"

router = APIRouter(tags=["calibration"])


def _described() -> dict[str, Any]:
    text = "A JSON object on each line, of the schema below; blank lines count as lines."
    return {
        "requestBody": {
            "required": True,
            "description": text,
            "content": {LINES: {"schema": label_schema()}},
        }
    }


@router.post(
    "/v1/eval-labels",
    status_code=202,
    summary="Record scores of answers by people",
    openapi_extra=_described(),
    responses=asked(Decided, Receipt, 422),
)
async def label(request: Request, caller: Submitter, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """All of them, or none if one is wrong. A later label of a person on an answer replaces the former."""
    try:
        labels = parse_labels(await request.body(), caller.subject)
    except InvalidDocument as error:
        raise invalid_request(error.violations) from None
    command = LabelCases(labels=labels, tenant=caller.tenant, requested_by=caller.subject)
    return await gateway.send(caller, command, about(command).key, wait_s)


@router.get(
    "/v1/eval-labels",
    summary="List scores of answers by people",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[LabelAnswer]}, 503),
)
async def list_labels(
    caller: Caller,
    gateway: Gateway,
    paging: Paging,
    *,
    golden_set: Annotated[str, Query(max_length=63, description="Only of this golden set.")] = "",
    run: Annotated[str, Query(max_length=63, description="Only those that name this evaluation.")] = "",
    case: Annotated[str, Query(max_length=200, description="Only of this case.")] = "",
    person: Annotated[str, Query(max_length=100, description="Only of this person.")] = "",
) -> ListAnswer[LabelAnswer]:
    """List those that count: the last one of each person about each answer, unless it was removed."""
    where = LabelFilter(golden_set, run, case, person)
    behind = paging.behind(LABEL_KEY)
    page = await label_queries.listed(gateway.tables, caller.tenant, where, paging.limit, behind)
    return listed(page.rows, page.next_key)


@router.post(
    "/v1/eval-labels/removal",
    status_code=202,
    summary="Remove scores of answers by people",
    openapi_extra=described(removal_schema()),
    responses=asked(Decided, Receipt, 404, 422),
)
async def remove(request: Request, caller: Submitter, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """No list shows them and no calibration counts them any more; the log keeps what they were."""
    try:
        command = parse_removal(await request.body(), caller.tenant, caller.subject)
    except InvalidDocument as error:
        raise invalid_request(error.violations) from None
    return await gateway.send(caller, command, about(command).key, wait_s)
