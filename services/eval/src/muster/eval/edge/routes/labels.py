"""Labels: scores of answers by people."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response
from muster.api import Submitter, invalid_request
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.routes import Gateway, WaitS
from muster.api.document.answers import asked
from muster.eval.core.labels import label_schema, parse_labels
from muster.eval.core.requests import command_record
from muster.events.eval_commands import LabelCases
from muster.events.topics import EVAL_COMMANDS
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
    return await gateway.ask(caller, EVAL_COMMANDS, command_record(command, gateway.log.stamp()), wait_s)
