"""/v1/queues: queues of jobs, their shares of the cluster, and their usage.

The version of a queue is that of its settings: a new measurement of its usage does not change the ETag.
"""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, Problem, Restrictor, Submitter, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form
from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Order, Paging, converted
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.api.etags import IfMatch, require_match
from muster.events.topics import QUEUE_COMMANDS
from muster.identity import Principal
from muster.jobs import QueueRequest, QueueSettingsRequest, RestrictionRequest, merged, to_settings
from muster.jobs.values.ids import id_violations
from muster.submit.core.queue_tree import rooted
from muster.submit.core.read_model import QueueRow
from muster.submit.core.requests import (
    configure_queue,
    create_queue,
    delete_queue,
    lift_restriction,
    restrict_queue,
)
from muster.submit.edge.answers.queues import (
    Queue,
    QueueTree,
    queue_etag,
    queue_json,
    queue_settings_json,
    queue_tree_json,
)
from muster.submit.edge.service import Here, Service

router = APIRouter(tags=["queues"])
_BY_NAME: Final = Order({"queue": str, "tenant": str})
Name = Annotated[str, Path(max_length=63, examples=["vision"])]


@router.get(
    "/v1/queues", summary="List queues", dependencies=[NOT_OLDER], responses=answers({200: ListAnswer[Queue]})
)
async def list_queues(caller: Caller, service: Here, paging: Paging) -> JSONResponse:
    """Return the queues of the caller's tenant and the shared ones, by name."""
    page = paging.cut(await service.queries.queues(caller.tenant), _BY_NAME)
    return JSONResponse(converted(page, queue_json))


@router.get(
    "/v1/queues:tree",
    summary="Read the tree of queues",
    dependencies=[NOT_OLDER],
    responses=answers({200: QueueTree}),
)
async def read_queue_tree(caller: Caller, service: Here) -> JSONResponse:
    """Return the same queues as a tree: every queue lists its children in `queues`."""
    queues = await service.queries.queues(caller.tenant)
    return JSONResponse({"items": [queue_tree_json(root) for root in rooted(queues)]})


@router.get(
    "/v1/queues/{name}",
    summary="Read a queue",
    dependencies=[NOT_OLDER],
    responses=answers({200: Queue}, 404, etag=True),
)
async def read_queue(name: Name, caller: Caller, service: Here) -> Response:
    """Return a queue: its settings, the caller's jobs in it, and its newest measurement."""
    row = await _require_queue(service, caller, name)
    return JSONResponse(queue_json(row), headers={"ETag": queue_etag(row)})


@router.post(
    "/v1/queues",
    status_code=202,
    summary="Create a queue",
    openapi_extra=described(QueueRequest),
    responses=asked(Decided, Receipt),
)
async def make_queue(request: Request, caller: Submitter, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """Create a queue of the caller's tenant, with its settings."""
    made = read_form(QueueRequest, await read_body(request))
    command = create_queue(asker(caller), made.name, made.description, to_settings(made), gateway.log.stamp())
    return await gateway.ask(caller, QUEUE_COMMANDS, command, wait_s)


@router.put(
    "/v1/queues/{name}",
    status_code=202,
    summary="Replace a queue's settings",
    openapi_extra=described(QueueSettingsRequest),
    responses=asked(Decided, Receipt, 412),
)
async def replace_queue_settings(
    *,
    name: Name,
    request: Request,
    caller: Submitter,
    service: Here,
    gateway: Gateway,
    wait_s: WaitS = 0,
    if_match: IfMatch = None,
) -> Response:
    """Replace all settings; absent ones get their defaults. A queue's name and description stay.

    If-Match is compared with the newest version known here; the scheduler rejects conflicting later changes.
    """
    settings = read_form(QueueSettingsRequest, await read_body(request))
    _require_name(name)
    if if_match is not None:
        require_match(if_match, queue_etag(await _require_queue(service, caller, name)))
    return await _configure(gateway, caller, name, settings, wait_s)


@router.patch(
    "/v1/queues/{name}",
    status_code=202,
    summary="Change some of a queue's settings",
    openapi_extra=described(QueueSettingsRequest, patch=True),
    responses=asked(Decided, Receipt, 412),
)
async def change_queue_settings(
    *,
    name: Name,
    request: Request,
    caller: Submitter,
    service: Here,
    gateway: Gateway,
    wait_s: WaitS = 0,
    if_match: IfMatch = None,
) -> Response:
    """Apply a JSON Merge Patch (RFC 7396) to the settings; null restores a default. If-Match is as in PUT."""
    changes = await read_body(request)
    row = await _require_queue(service, caller, name)
    require_match(if_match, queue_etag(row))
    settings = read_form(QueueSettingsRequest, merged(queue_settings_json(row), changes))
    return await _configure(gateway, caller, name, settings, wait_s)


@router.delete(
    "/v1/queues/{name}",
    status_code=202,
    summary="Delete a queue",
    responses=asked(Decided, Receipt, 412),
)
async def remove_queue(
    *,
    name: Name,
    caller: Submitter,
    service: Here,
    gateway: Gateway,
    wait_s: WaitS = 0,
    if_match: IfMatch = None,
) -> Response:
    """Delete a queue without jobs and without queues below it. If-Match is as in PUT."""
    _require_name(name)
    if if_match is not None:
        require_match(if_match, queue_etag(await _require_queue(service, caller, name)))
    command = delete_queue(asker(caller), name, gateway.log.stamp())
    return await gateway.ask(caller, QUEUE_COMMANDS, command, wait_s)


@router.post(
    "/v1/queues/{name}/restrictions",
    status_code=202,
    summary="Restrict a queue",
    openapi_extra=described(RestrictionRequest),
    responses=asked(Decided, Receipt),
)
async def restrict_a_queue(
    *, name: Name, request: Request, caller: Restrictor, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Keep jobs of some tiers from starting in a queue and those below it; running jobs continue.

    Waiting jobs keep their places, and the queue's settings do not change. Budgets can also restrict queues.
    """
    form = read_form(RestrictionRequest, await read_body(request))
    _require_name(name)
    command = restrict_queue(asker(caller), name, form, gateway.log.stamp())
    return await gateway.ask(caller, QUEUE_COMMANDS, command, wait_s)


@router.delete(
    "/v1/queues/{name}/restrictions/{restriction}",
    status_code=202,
    summary="Lift a restriction of a queue",
    responses=asked(Decided, Receipt),
)
async def lift_a_restriction(
    *, name: Name, restriction: Name, caller: Restrictor, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Let the jobs it held back start. The caller is recorded."""
    _require_name(name)
    if id_violations(restriction=restriction):
        raise not_found("restriction", restriction)
    command = lift_restriction(asker(caller), name, restriction, gateway.log.stamp())
    return await gateway.ask(caller, QUEUE_COMMANDS, command, wait_s)


async def _configure(
    gateway: CommandGateway, caller: Principal, name: str, settings: QueueSettingsRequest, wait_s: float
) -> Response:
    command = configure_queue(asker(caller), name, to_settings(settings), gateway.log.stamp())
    return await gateway.ask(caller, QUEUE_COMMANDS, command, wait_s)


async def _require_queue(service: Service, caller: Principal, name: str) -> QueueRow:
    """Return the queue that the caller's tenant means by a name.

    Raises:
        Problem: 404, no such queue.
    """
    row = await service.queries.queue(caller.tenant, name)
    if row is None:
        raise _missing(name)
    return row


def _require_name(name: str) -> None:
    if id_violations(queue=name):
        raise _missing(name)


def _missing(name: str) -> Problem:
    return not_found("queue", name)
