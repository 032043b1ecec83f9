"""Users who are forgotten."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from muster.api import Submitter
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.routes import Gateway, WaitS
from muster.api.document.answers import asked
from muster.drift.core.forgetting import USER
from muster.events.drift_commands import ForgetUser

User = Annotated[
    str,
    Path(
        pattern=f"^{USER}$",
        description="Keyed hash of the user, as samples have it.",
        examples=["3b1f0c9d5e7a4286b0d1c2e3f4a5b6c7"],
    ),
]

router = APIRouter(tags=["users"])


@router.put(
    "/v1/drift-forgotten-users/{user}",
    status_code=202,
    summary="Forget a user",
    responses=asked(Decided, Receipt, 422),
)
async def forget_user(user: User, caller: Submitter, gateway: Gateway, *, wait_s: WaitS = 0) -> Response:
    """Delete the texts of the user's samples, of all models of the organisation.

    The samples themselves go with the retention of their topic; until then they are neither shown nor judged.
    """
    command = ForgetUser(user=user, tenant=caller.tenant, requested_by=caller.subject)
    return await gateway.send(caller, command, user, wait_s)
