"""Active rules, and their activation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request, Response
from muster.api import Caller, Operator
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_texts
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.api.problems import invalid_request
from muster.events.scan_commands import ActivateRules
from muster.events.shared.command_answers import Violation
from muster.events.topics import SCAN_COMMANDS
from muster.scanner.core.requests import envelope_of as as_command
from muster.scanner.edge.routes import visibility
from muster.scanner.edge.routes.answers import ActivationAnswer
from muster.scanner.edge.routes.installed import InstalledRules
from typing_extensions import TypedDict

ACTIVATION: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "ActivationRequest",
    "required": ["reason"],
    "properties": {"reason": {"type": "string", "minLength": 1, "maxLength": 1000}},
    "additionalProperties": False,
}

router = APIRouter(tags=["rules"])


class RulesAnswer(TypedDict):
    """Active rules, and how much content they have judged."""

    active: Annotated[str | None, "What an operator has activated; null: nothing, each worker's own judge."]
    installed: Annotated[str, "What this version of the scanner has."]
    judged: Annotated[dict[str, int], "Contents by the rules that have judged them."]
    activations: list[ActivationAnswer]


@router.get(
    "/v1/scan-rules",
    summary="Read which rules judge",
    dependencies=[NOT_OLDER],
    responses=answers({200: RulesAnswer}, 503),
)
async def read_rules(caller: Caller, gateway: Gateway, installed: InstalledRules) -> RulesAnswer:
    """For everybody."""
    del caller
    found = await visibility.activations(gateway.tables)
    return {
        "active": found[0]["rules_version"] if found else None,
        "installed": installed.version,
        "judged": {row.rules_version: row.contents for row in await visibility.judged_by(gateway.tables)},
        "activations": found,
    }


@router.post(
    "/v1/scan-rules/activate",
    status_code=202,
    summary="Have what other rules have judged scanned again",
    openapi_extra=described(ACTIVATION),
    responses=asked(Decided, Receipt, 422),
)
async def activate(
    request: Request, caller: Operator, gateway: Gateway, installed: InstalledRules, wait_s: WaitS = 0
) -> Response:
    """By the rules that are installed. When these cannot be read, nothing changes: the old ones stay."""
    said = read_texts(await read_body(request), reason="")
    try:
        rules_version = installed.confirmed()
    except ValueError as error:
        violation = Violation(field="rules", value=str(error)[:300], allowed="rules that can be read")
        raise invalid_request([violation]) from error
    command = ActivateRules(
        rules_version=rules_version,
        reason=said["reason"],
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    return await gateway.ask(caller, SCAN_COMMANDS, as_command(command, gateway.log.stamp()), wait_s)
