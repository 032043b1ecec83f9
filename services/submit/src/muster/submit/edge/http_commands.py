"""/v1/commands, and what a command's outcome means in HTTP.

A command is decided by its topic's one reader, later. Its outcome is known here once the facts that answer it
have reached the projection, which is what callers wait for.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse, Response
from muster.api import Caller, Principal, Problem, invalid_request, not_found, unavailable
from muster.events.command_answers import RejectionCode, Violation
from muster.events.envelope import Envelope, Topic
from muster.events.queue_commands import ReserveCapacity
from muster.jobs import reservation_violation_as_written, violation_as_written
from muster.journal import Position
from muster.submit.edge.queries import Queries
from muster.submit.edge.service import Here, Service
from muster.views.commands import CommandOutcome, CommandRow

WAIT_S_MAX: Final = 30.0
AFTER_S: Final = 10.0
"""How long a read waits for what it must not be older than."""

WaitS = Annotated[
    float, Query(ge=0, le=WAIT_S_MAX, allow_inf_nan=False, description="Wait this long for the outcome.")
]
After = Annotated[
    str | None,
    Query(
        max_length=128,
        description="Answer with what is known after this: a command_id, or a position on job-events.",
    ),
]

router = APIRouter(tags=["commands"])


@router.get("/v1/commands/{command_id}", summary="What became of a command")
async def read_command(
    command_id: Annotated[str, Path(max_length=128)], caller: Caller, service: Here, wait_s: WaitS = 0
) -> JSONResponse:
    """200 with the outcome; 202 and outcome "pending" while it is not decided, as far as is known here."""
    row = await service.queries.tables.wait_for_command(caller.tenant, command_id, wait_s)
    if row is None:
        pending = {"command_id": command_id, "outcome": "pending", "subject": None, "problem": None}
        return JSONResponse(pending, 202)
    problem = problem_of(row)
    content = {
        "command_id": command_id,
        "outcome": row.outcome,
        "subject": row.subject,
        "problem": problem.body() if problem else None,
    }
    return JSONResponse(content)


_STATUS: Final = {
    RejectionCode.INVALID: 422,
    RejectionCode.ALREADY_EXISTS: 409,
    RejectionCode.NOT_FOUND: 404,
    RejectionCode.WRONG_STATE: 409,
    RejectionCode.IMPOSSIBLE_REQUEST: 422,
    RejectionCode.UNKNOWN_QUEUE: 422,
    RejectionCode.QUEUE_NOT_EMPTY: 409,
    RejectionCode.FORBIDDEN: 403,
    RejectionCode.QUOTA_EXCEEDED: 409,
    RejectionCode.BAD_TREE: 422,
}


def problem_of(row: CommandRow) -> Problem | None:
    """Why a command was rejected; None when it was not."""
    if row.outcome != CommandOutcome.REJECTED:
        return None
    told: dict[str, Any] = dict(row.problem or {})
    code = RejectionCode(told["code"])
    detail, violations = told["message"], [Violation.from_datum(v) for v in told["violations"]]
    if code is RejectionCode.BAD_TREE:  # the record's fields and units are not what the caller wrote
        violations = [violation_as_written(violation) for violation in violations]
        detail = invalid_request(violations).detail
    elif told.get("command") == ReserveCapacity.__name__ and violations:
        violations = [reservation_violation_as_written(violation) for violation in violations]
        detail = invalid_request(violations).detail
    return Problem(
        _STATUS[code],
        (told.get("detail_code") or code.value).lower().replace("_", "-"),
        "The scheduler rejected the command",
        detail,
        violations=violations,
        members={"command_id": row.command_id},
    )


async def ask(
    service: Service, caller: Principal, topic: Topic, command: Envelope[Any], wait_s: float
) -> Response:
    """202 when the log has the command; with wait_s 200 when it is carried out, or why not."""
    position = await service.log.append(topic, command)
    receipt = {"command_id": command.event_id, "position": str(position)}
    outcome = await settled(service.queries, caller.tenant, command.event_id, wait_s)
    return JSONResponse(receipt | ({"outcome": outcome.outcome} if outcome else {}), 200 if outcome else 202)


async def settled(queries: Queries, tenant: str, command_id: str, wait_s: float) -> CommandRow | None:
    """The command's outcome if it is known in time.

    Raises:
        Problem: it was rejected.
    """
    if wait_s <= 0:
        return None
    row = await queries.tables.wait_for_command(tenant, command_id, wait_s)
    problem = problem_of(row) if row else None
    if problem is not None:
        raise problem
    return row


async def wait_until_after(queries: Queries, tenant: str, after: str | None) -> None:
    """Return once reads show what `after` names.

    Raises:
        Problem: 422 it names nothing that can be waited for; 503 the projection is still behind it.
    """
    if after is None:
        return
    if after.startswith("cmd-"):
        known = await queries.tables.wait_for_command(tenant, after, AFTER_S) is not None
    else:
        known = await queries.tables.wait_for(_position(after), AFTER_S)
    if not known:
        raise unavailable(f"what is known here is older than {after}")


def _position(text: str) -> Position:
    try:
        position = Position.parse(text)
    except ValueError:
        position = None
    if position is None or position.topic != "job-events":
        allowed = "a command_id, or a position on job-events such as job-events/2/417"
        raise invalid_request([Violation(field="after", value=text[:80], allowed=allowed)])
    return position


def missing_job(job_id: str) -> Problem:
    """No such job in the caller's tenant."""
    return not_found("job", job_id)
