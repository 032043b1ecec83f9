"""GET and PATCH /v1/preemption/policy: the settings that control which jobs yield, for all tenants."""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, Operator, Problem
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form
from muster.api.commands.log import asker
from muster.api.commands.routes import WaitS
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.deciding.core.answered import is_answered
from muster.events.preemption_commands import ActivatePreemptionPolicy, PreemptionPolicy
from muster.events.topics import PREEMPTION_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.events.wire.sender import sender_of
from muster.events.wire.stamp import stamped
from muster.jobs import PreemptionPolicyRequest, merged, preemption_policy_data, to_preemption_policy
from muster.preemption.core.state import THE_POLICY, policy_of
from muster.preemption.edge.queries import Asked, Known, Routing, ask
from muster.views.commands import CommandOutcome
from typing_extensions import TypedDict

POLL_S: Final = 0.1
"""Seconds between two checks for the outcome of a command."""

router = APIRouter(tags=["policy"])


class PreemptionPolicyAnswer(TypedDict):
    """The policy in effect; see PreemptionPolicyRequest for what each setting means."""

    name: str
    ran_min: str
    evictions_per_job_day_max: int
    evictions_per_queue_hour_max: int
    evictions_per_user_hour_max: int
    restart: str
    delay: str
    wait_spared: str
    gain_percent_min: int
    plan_valid: str
    plans_per_request_max: int
    pair_remembered: str


@router.get(
    "/v1/preemption/policy",
    summary="Read the policy of preemption",
    responses=answers({200: PreemptionPolicyAnswer}, 429, 503),
)
async def read_policy(caller: Caller, routing: Asked) -> PreemptionPolicyAnswer:
    """The policy in effect."""
    del caller
    return _written(await _active(routing))


@router.patch(
    "/v1/preemption/policy",
    status_code=202,
    summary="Change part of the policy of preemption",
    openapi_extra=described(PreemptionPolicyRequest, patch=True),
    responses=asked(Decided, Receipt, 422),
)
async def change_policy(*, request: Request, caller: Operator, routing: Asked, wait_s: WaitS = 0) -> Response:
    """A JSON Merge Patch (RFC 7396) of the policy in effect."""
    changes: Any = await read_body(request)
    form = read_form(PreemptionPolicyRequest, merged(_written(await _active(routing)), changes))
    policy, log = to_preemption_policy(form), routing.commands
    command = ActivatePreemptionPolicy(policy=policy, requested_by=asker(caller).user)
    envelope = stamped(command, THE_POLICY, log.stamp())
    position = await log.append(caller, PREEMPTION_COMMANDS, envelope)
    receipt: Receipt = {"command_id": envelope.event_id, "position": str(position)}
    if not await _is_decided(routing, envelope, wait_s):
        return JSONResponse(receipt, 202)
    if await _active(routing) != policy:
        detail = "the command was answered, and another policy is in effect"
        raise Problem(409, "conflict", "Conflict", detail)
    decided: Decided = {**receipt, "outcome": CommandOutcome.ACCEPTED}
    return JSONResponse(decided)


async def _active(routing: Routing) -> PreemptionPolicy:
    return await ask(routing, lambda known: policy_of(known.state))


async def _is_decided(routing: Routing, command: Envelope[ActivatePreemptionPolicy], within_s: float) -> bool:
    """Whether a command is answered in time."""
    sender = sender_of(command.payload)

    def answered(known: Known) -> bool:
        return is_answered(known.state, sender, command.event_id)

    clock = asyncio.get_running_loop().time
    end_s = clock() + within_s
    while clock() < end_s:
        if await ask(routing, answered):
            return True
        await asyncio.sleep(POLL_S)
    return False


def _written(policy: PreemptionPolicy) -> PreemptionPolicyAnswer:
    return cast("PreemptionPolicyAnswer", preemption_policy_data(policy))
