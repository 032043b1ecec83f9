"""GET /v1/commands/{command_id}, and what routes declare to take commands or to keep reads fresh."""

from __future__ import annotations

from typing import Annotated, Any, Final, cast

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import JSONResponse
from muster.api.auth import Caller, CallerOfRepositories
from muster.api.commands.answers import DecidedCommand, PendingCommand
from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import asker
from muster.api.document.answers import answers
from muster.views.commands import CommandOutcome

WAIT_S_MAX: Final = 30.0

WaitS = Annotated[
    float,
    Query(
        ge=0,
        le=WAIT_S_MAX,
        allow_inf_nan=False,
        description="Wait this many seconds for the outcome.",
        examples=[10],
    ),
]


async def _gateway(request: Request) -> CommandGateway:
    return cast("CommandGateway", request.app.state.gateway)


Gateway = Annotated[CommandGateway, Depends(_gateway)]
"""The CommandGateway, set by the application's lifespan as `app.state.gateway`."""


_After = Annotated[
    str | None,
    Query(
        max_length=128,
        description="Answer with what is known after this: a command_id, or a position on the log. "
        "503 when the projection has not come so far within 10 s.",
    ),
]


async def _not_older(caller: Caller, gateway: Gateway, after: _After = None) -> None:
    await gateway.until_not_older(asker(caller), after)


async def _not_older_of_repositories(
    caller: CallerOfRepositories, gateway: Gateway, after: _After = None
) -> None:
    await gateway.until_not_older(asker(caller), after)


NOT_OLDER: Final[Any] = Depends(_not_older)
"""For `dependencies=[...]`: the read waits until the projection includes what `after` names."""


NOT_OLDER_OF_REPOSITORIES: Final[Any] = Depends(_not_older_of_repositories)
"""The same for routes that admit tokens for named repositories."""


router = APIRouter(tags=["commands"])


@router.get(
    "/v1/commands/{command_id}",
    summary="Read what became of a command",
    responses=answers({200: DecidedCommand, 202: PendingCommand}, 404),
)
async def read_command(
    command_id: Annotated[str, Path(max_length=128, examples=["cmd-3q6hxk5m2u7ygzbwc4ta"])],
    caller: Caller,
    gateway: Gateway,
    wait_s: WaitS = 0,
) -> JSONResponse:
    """200 with the outcome; 202 and outcome "pending" while nobody has decided.

    404 means that the log has no such command of the caller's tenant. Commands are projected from the log: an
    unknown id is 404 once the projection has all commands that were on the log when it was asked for, and 503
    when it is still behind after 2 s. The log forgets undecided commands after 7 days; outcomes are kept.
    """
    row = await gateway.outcome(asker(caller), command_id, wait_s)
    if row.outcome is None:
        pending: PendingCommand = {
            "command_id": command_id,
            "outcome": "pending",
            "subject": row.subject,
            "problem": None,
        }
        return JSONResponse(pending, 202)
    problem = gateway.problem_of(row)
    decided: DecidedCommand = {
        "command_id": command_id,
        "outcome": CommandOutcome(row.outcome),
        "subject": row.subject,
        "problem": problem.body() if problem else None,
    }
    return JSONResponse(decided)
