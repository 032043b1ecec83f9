"""/v1/failure-rules: rules that classify failures. Operators activate them, agents fetch them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse
from muster.api import Caller, Operator, Problem, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.api.problems import invalid_request
from muster.events.topics import OPERATOR_COMMANDS
from muster.failures.parsing import RULES_BYTES_MAX, parse_rules
from muster.jobs import InvalidDocument
from muster.jobs.forms.form import Form
from muster.jobs.values.rules import Allowed
from muster.submit.core.read_model import FailureRulesRow
from muster.submit.core.requests import activate_failure_rules
from muster.submit.edge.answers.times import Time, iso
from muster.submit.edge.service import EnrolledNode, Here
from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

router = APIRouter(tags=["policy"])


class FailureRulesRequest(Form):
    """A rules file to activate."""

    rules: Annotated[str, Field(max_length=RULES_BYTES_MAX), Allowed("the text of a rules file")]
    """Text of the rules file; docs/reference/failures.md describes its format."""


class FailureRulesAnswer(TypedDict):
    """Failure rules, and who activated them when."""

    version: int
    sha256: str
    rules: str
    activated_by: str
    activated_at: Time | None


@router.get(
    "/v1/failure-rules",
    summary="Read the failure rules",
    dependencies=[NOT_OLDER],
    responses=answers({200: FailureRulesAnswer}, 404),
)
async def read_rules(caller: Caller, service: Here) -> JSONResponse:
    """Return the rules in effect, as they were activated."""
    del caller
    row = await service.queries.failure_rules()
    if row is None:
        detail = "no failure rules were activated in this cell"
        raise Problem(404, "not-found", "Not found", detail)
    return JSONResponse(_json(row))


@router.put(
    "/v1/failure-rules",
    status_code=202,
    summary="Activate failure rules",
    openapi_extra=described(FailureRulesRequest),
    responses=asked(Decided, Receipt, 422),
)
async def activate_rules(
    *, request: Request, caller: Operator, service: Here, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Activate a rules file, whose version must be above the current one. An invalid file changes nothing."""
    del service
    rules = read_form(FailureRulesRequest, await read_body(request)).rules
    try:
        parse_rules(rules)
    except InvalidDocument as error:
        raise invalid_request(error.violations) from None
    command = activate_failure_rules(asker(caller), rules, gateway.log.stamp())
    return await gateway.ask(caller, OPERATOR_COMMANDS, command, wait_s)


@router.get(
    "/v1/node-failure-rules/{sha256}",
    summary="Read the failure rules with a hash",
    responses=answers({200: FailureRulesAnswer}, 403, 404),
)
async def read_rules_of_node(
    sha256: Annotated[str, Path(pattern="^[0-9a-f]{64}$")], holder: EnrolledNode, service: Here
) -> JSONResponse:
    """For agents, authorised by their enrolment: the rules that an order names."""
    del holder
    row = await service.queries.failure_rules(sha256)
    if row is None:
        raise not_found("failure rules", sha256)
    return JSONResponse(_json(row))


def _json(row: FailureRulesRow) -> FailureRulesAnswer:
    return {
        "version": row.version,
        "sha256": row.sha256,
        "rules": row.rules,
        "activated_by": row.activated_by,
        "activated_at": iso(row.activated_at_ms),
    }
