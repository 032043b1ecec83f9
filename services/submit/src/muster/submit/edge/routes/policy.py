"""/v1/policy: the settings that change the scheduler's decisions, for all tenants."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, Operator, Problem
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form
from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.api.etags import IfMatch, require_match
from muster.events.topics import OPERATOR_COMMANDS
from muster.identity import Principal
from muster.jobs import PolicyRequest, merged, to_policy
from muster.submit.core.read_model import PolicyRow
from muster.submit.core.requests import activate_policy
from muster.submit.edge.answers.policy import PolicyAnswer, policy_etag, policy_fields_json, policy_json
from muster.submit.edge.service import Here, Service

router = APIRouter(tags=["policy"])


@router.get(
    "/v1/policy",
    summary="Read the policy",
    dependencies=[NOT_OLDER],
    responses=answers({200: PolicyAnswer}, 404, etag=True),
)
async def read_policy(caller: Caller, service: Here) -> Response:
    """Return the policy in effect, and who activated it when."""
    del caller
    row = await _active(service)
    return JSONResponse(policy_json(row), headers={"ETag": policy_etag(row)})


@router.put(
    "/v1/policy",
    status_code=202,
    summary="Replace the policy",
    openapi_extra=described(PolicyRequest),
    responses=asked(Decided, Receipt, 412),
)
async def replace_policy(
    *,
    request: Request,
    caller: Operator,
    service: Here,
    gateway: Gateway,
    wait_s: WaitS = 0,
    if_match: IfMatch = None,
) -> Response:
    """Replace every setting. If-Match is compared with the newest version known here."""
    policy = read_form(PolicyRequest, await read_body(request))
    if if_match is not None:
        require_match(if_match, policy_etag(await _active(service)))
    return await _activate(gateway, caller, policy, wait_s)


@router.patch(
    "/v1/policy",
    status_code=202,
    summary="Change part of the policy",
    openapi_extra=described(PolicyRequest, patch=True),
    responses=asked(Decided, Receipt, 412),
)
async def change_policy(
    *,
    request: Request,
    caller: Operator,
    service: Here,
    gateway: Gateway,
    wait_s: WaitS = 0,
    if_match: IfMatch = None,
) -> Response:
    """Apply a JSON Merge Patch (RFC 7396) to the policy in effect. If-Match is as in PUT."""
    changes: Any = await read_body(request)
    row = await _active(service)
    require_match(if_match, policy_etag(row))
    policy = read_form(PolicyRequest, merged(policy_fields_json(row), changes))
    return await _activate(gateway, caller, policy, wait_s)


async def _activate(
    gateway: CommandGateway, caller: Principal, policy: PolicyRequest, wait_s: float
) -> Response:
    command = activate_policy(asker(caller), to_policy(policy), gateway.log.stamp())
    return await gateway.ask(caller, OPERATOR_COMMANDS, command, wait_s)


async def _active(service: Service) -> PolicyRow:
    """Return the policy in effect.

    Raises:
        Problem: 404, no policy was activated yet.
    """
    row = await service.queries.policy()
    if row is None:
        detail = "no policy is known yet: the first leader of the scheduler activates one"
        raise Problem(404, "not-found", "Not found", detail)
    return row
