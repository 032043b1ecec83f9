"""/v1/reservations: whole nodes reserved for the jobs of a queue for a time window."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, Operator, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Order, Paging
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.events.topics import QUEUE_COMMANDS
from muster.jobs import ReservationRequest
from muster.jobs.values.ids import id_violations
from muster.submit.core.requests import cancel_reservation, reserve_capacity
from muster.submit.edge.answers.reservations import Reservation, reservation_json
from muster.submit.edge.service import Here

router = APIRouter(tags=["reservations"])
_BY_NAME: Final = Order({"name": str})
Name = Annotated[str, Path(max_length=63, examples=["launch"])]


@router.get(
    "/v1/reservations",
    summary="List reservations",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[Reservation]}),
)
async def list_reservations(caller: Caller, service: Here, paging: Paging) -> JSONResponse:
    """Return the reservations of the caller's tenant that have not ended, by name."""
    rows = [reservation_json(row) for row in await service.queries.reservations(caller.tenant)]
    return JSONResponse(paging.cut(rows, _BY_NAME))


@router.get(
    "/v1/reservations/{name}",
    summary="Read a reservation",
    dependencies=[NOT_OLDER],
    responses=answers({200: Reservation}, 404),
)
async def read_reservation(name: Name, caller: Caller, service: Here) -> JSONResponse:
    """Return a reservation: its nodes, queue and time window."""
    row = await service.queries.reservation(caller.tenant, name)
    if row is None:
        raise not_found("reservation", name)
    return JSONResponse(reservation_json(row))


@router.post(
    "/v1/reservations",
    status_code=202,
    summary="Reserve nodes for a queue for a time window",
    openapi_extra=described(ReservationRequest),
    responses=asked(Decided, Receipt),
)
async def reserve_nodes(request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """Reserve nodes for a queue of the caller's tenant.

    Until the window starts, only jobs that are expected to end before it are placed there.
    """
    form = read_form(ReservationRequest, await read_body(request))
    command = reserve_capacity(asker(caller), form, gateway.log.stamp())
    return await gateway.ask(caller, QUEUE_COMMANDS, command, wait_s)


@router.delete(
    "/v1/reservations/{name}",
    status_code=202,
    summary="Cancel a reservation",
    responses=asked(Decided, Receipt),
)
async def cancel_node_reservation(
    name: Name, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Open the nodes to all queues again; running jobs continue."""
    if id_violations(reservation=name):
        raise not_found("reservation", name)
    command = cancel_reservation(asker(caller), name, gateway.log.stamp())
    return await gateway.ask(caller, QUEUE_COMMANDS, command, wait_s)
