"""/v1/reservations: whole nodes kept for the jobs of a queue, from a time until another."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response
from muster.api import Caller, not_found
from muster.api.cursors import PageSize, PageToken, page_of
from muster.events.topics import QUEUE_COMMANDS
from muster.jobs import ReservationRequest
from muster.jobs.ids import id_violations
from muster.submit.core.requests import cancel_reservation, reserve_capacity
from muster.submit.edge.bodies import described, read_body, read_form
from muster.submit.edge.http_commands import After, WaitS, ask, wait_until_after
from muster.submit.edge.resources import reservation_json
from muster.submit.edge.service import Here, Operator, asker

router = APIRouter(tags=["reservations"])
Name = Annotated[str, Path(max_length=63)]

_RESERVATION: Final = {"$ref": "/v1/schemas/reservation.json"}


@router.get("/v1/reservations", summary="List reservations")
async def list_reservations(
    caller: Caller,
    service: Here,
    page_size: PageSize = 500,
    page_token: PageToken = None,
    after: After = None,
) -> dict[str, Any]:
    """Those of the caller's tenant that have not ended, by name."""
    await wait_until_after(service.queries, caller.tenant, after)
    rows = [reservation_json(row) for row in await service.queries.reservations(caller.tenant)]
    return page_of(rows, "name", page_size, page_token)


@router.get("/v1/reservations/{name}", summary="Read a reservation")
async def read_reservation(name: Name, caller: Caller, service: Here, after: After = None) -> dict[str, Any]:
    """Which nodes, for whom, and when."""
    await wait_until_after(service.queries, caller.tenant, after)
    row = await service.queries.reservation(caller.tenant, name)
    if row is None:
        raise not_found("reservation", name)
    return reservation_json(row)


@router.post(
    "/v1/reservations", status_code=202, summary="Reserve nodes", openapi_extra=described(_RESERVATION)
)
async def make_reservation(request: Request, caller: Operator, service: Here, wait_s: WaitS = 0) -> Response:
    """Nodes for a queue of the caller's tenant; until it starts, others run there only if they end before."""
    asked = read_form(ReservationRequest, await read_body(request))
    command = reserve_capacity(asker(caller), asked, service.log.stamp())
    return await ask(service, caller, QUEUE_COMMANDS, command, wait_s)


@router.delete("/v1/reservations/{name}", status_code=202, summary="Cancel a reservation")
async def remove_reservation(name: Name, caller: Operator, service: Here, wait_s: WaitS = 0) -> Response:
    """Its nodes are everybody's again; what runs there goes on."""
    if id_violations(reservation=name):
        raise not_found("reservation", name)
    command = cancel_reservation(asker(caller), name, service.log.stamp())
    return await ask(service, caller, QUEUE_COMMANDS, command, wait_s)
