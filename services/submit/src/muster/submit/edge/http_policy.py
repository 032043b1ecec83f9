"""/v1/policy: the knobs that change the scheduler's decisions, for all tenants."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, Principal, Problem
from muster.api.etags import IfMatch, require_match
from muster.events.topics import OPERATOR_COMMANDS
from muster.jobs import PolicyRequest, merged, to_policy
from muster.submit.core.read_model import PolicyRow
from muster.submit.core.requests import activate_policy
from muster.submit.edge.bodies import described, read_body, read_form
from muster.submit.edge.http_commands import After, WaitS, ask, wait_until_after
from muster.submit.edge.resources import policy_etag, policy_fields_json, policy_json
from muster.submit.edge.service import Here, Operator, Service, asker

router = APIRouter(tags=["policy"])

_POLICY: Final = {"$ref": "/v1/schemas/policy.json"}


@router.get("/v1/policy", summary="Read the policy")
async def read_policy(caller: Caller, service: Here, after: After = None) -> Response:
    """The policy that decides now, and who activated it when."""
    await wait_until_after(service.queries, caller.tenant, after)
    row = await _active(service)
    return JSONResponse(policy_json(row), headers={"ETag": policy_etag(row)})


@router.put("/v1/policy", status_code=202, summary="Replace the policy", openapi_extra=described(_POLICY))
async def replace_policy(
    *, request: Request, caller: Operator, service: Here, wait_s: WaitS = 0, if_match: IfMatch = None
) -> Response:
    """Every knob is given. If-Match is compared with the newest version known here."""
    policy = read_form(PolicyRequest, await read_body(request))
    if if_match is not None:
        require_match(if_match, policy_etag(await _active(service)))
    return await _activate(service, caller, policy, wait_s)


@router.patch(
    "/v1/policy",
    status_code=202,
    summary="Change some of the policy",
    openapi_extra=described(_POLICY, patch=True),
)
async def change_policy(
    *, request: Request, caller: Operator, service: Here, wait_s: WaitS = 0, if_match: IfMatch = None
) -> Response:
    """A JSON Merge Patch (RFC 7396) of the policy that decides now. If-Match is as in PUT."""
    changes: Any = await read_body(request)
    row = await _active(service)
    require_match(if_match, policy_etag(row))
    policy = read_form(PolicyRequest, merged(policy_fields_json(row), changes))
    return await _activate(service, caller, policy, wait_s)


async def _activate(service: Service, caller: Principal, policy: PolicyRequest, wait_s: float) -> Response:
    command = activate_policy(asker(caller), to_policy(policy), service.log.stamp())
    return await ask(service, caller, OPERATOR_COMMANDS, command, wait_s)


async def _active(service: Service) -> PolicyRow:
    """The policy that decides now.

    Raises:
        Problem: 404 none was activated yet.
    """
    row = await service.queries.policy()
    if row is None:
        detail = "no policy is known yet: the first leader of the scheduler activates one"
        raise Problem(404, "not-found", "Not found", detail)
    return row
