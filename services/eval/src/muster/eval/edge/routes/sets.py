"""Golden sets."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from muster.api import Caller, Submitter, invalid_request, not_found, unavailable
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Paging
from muster.api.document.answers import answers, asked
from muster.eval.core.configs.documents import case_schema, parse_cases
from muster.eval.core.requests import about
from muster.eval.edge.routes import queries
from muster.eval.edge.routes.queries import SetAnswer
from muster.eval.edge.stored import NoSealer, Stored
from muster.events.eval_commands import ActivateGoldenSet
from muster.golden.configs import NAME
from muster.jobs import InvalidDocument
from muster.jobs.documents.refusal import invalid
from muster.store import StoreUnavailable

SetName = Annotated[str, Path(pattern=NAME, description="Name of the golden set.", examples=["invoices"])]
LINES: Final = "application/x-ndjson"

router = APIRouter(tags=["golden sets"])


@router.get(
    "/v1/golden-sets",
    summary="List golden sets",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[SetAnswer]}, 503),
)
async def list_sets(caller: Caller, gateway: Gateway, paging: Paging) -> ListAnswer[SetAnswer]:
    """List those of the organisation, by name."""
    return paging.cut(await queries.sets(gateway.tables, caller.tenant), queries.BY_NAME)


@router.get(
    "/v1/golden-set-schema",
    summary="Read the JSON Schema of a line of a golden set",
    responses=answers({200: Any}),
)
async def read_case_schema(caller: Caller) -> dict[str, Any]:
    """With the fields of each kind of case: extraction, qa, safety."""
    del caller
    return case_schema()


@router.get(
    "/v1/golden-sets/{name}",
    summary="Read a golden set: its tasks, not its cases",
    dependencies=[NOT_OLDER],
    responses=answers({200: SetAnswer}, 404, 503),
)
async def read_set(name: SetName, caller: Caller, gateway: Gateway) -> SetAnswer:
    """One of the organisation's."""
    found = await queries.sets(gateway.tables, caller.tenant, name)
    if not found:
        raise not_found("golden set", name)
    return found[0]


def _described() -> dict[str, Any]:
    text = "A JSON object on each line, of the schema below."
    content = {LINES: {"schema": case_schema()}}
    return {"requestBody": {"required": True, "description": text, "content": content}}


@router.put(
    "/v1/golden-sets/{name}",
    status_code=202,
    summary="Put a golden set in force",
    openapi_extra=_described(),
    responses=asked(Decided, Receipt, 422, 503),
)
async def activate_set(
    name: SetName,
    request: Request,
    caller: Submitter,
    gateway: Gateway,
    stored: Stored,
    *,
    source: Annotated[str, Query(max_length=500, description="Where the cases come from.")] = "",
    wait_s: WaitS = 0,
) -> Response:
    """In the place of the one of the same name. Errors name the line and the field."""
    try:
        golden = await run_in_threadpool(parse_cases, await request.body())
    except InvalidDocument as error:
        raise invalid_request(error.violations) from None
    try:
        golden = await run_in_threadpool(stored.put_set, caller.tenant, golden)
    except NoSealer:
        allowed = "locked or live: this service has no key to seal held-out cases"
        raise invalid_request([invalid("subset", "held_out", allowed)]) from None
    except StoreUnavailable as error:
        raise unavailable(str(error)) from error
    command = ActivateGoldenSet(
        name=name,
        digest=golden.digest,
        tasks=golden.tasks,
        source=source,
        tenant=caller.tenant,
        requested_by=caller.subject,
        comparable=golden.comparable,
        held_out=golden.held_out,
        held_out_tasks=golden.held_out_tasks,
    )
    return await gateway.send(caller, command, about(command).key, wait_s)
