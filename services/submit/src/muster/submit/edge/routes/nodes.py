"""/v1/nodes: nodes of the cluster, and commands for them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, Operator, invalid_request, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form, read_texts
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Paging, converted
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described, named
from muster.events.topics import OPERATOR_COMMANDS
from muster.jobs import MaintenanceRequest, ReclaimRequest, TagRequest
from muster.jobs.values.ids import id_violations, text_violations
from muster.submit.core.requests import (
    cancel_maintenance,
    reclaim_node,
    schedule_maintenance,
    spare_node,
    tag_node,
)
from muster.submit.core.requests import change_node as changed
from muster.submit.edge.answers.nodes import Node, node_json
from muster.submit.edge.service import Here

router = APIRouter(tags=["nodes"])
NodeId = Annotated[str, Path(max_length=253, examples=["node-0001"])]
_ASKED = asked(Decided, Receipt)


@router.get(
    "/v1/nodes", summary="List nodes", dependencies=[NOT_OLDER], responses=answers({200: ListAnswer[Node]})
)
async def list_nodes(caller: Caller, service: Here, paging: Paging) -> JSONResponse:
    """Return all nodes of the cell, by id."""
    del caller
    page = await service.queries.nodes(paging)
    until_ms = service.enrolments.until_ms([node.node_id for node in page["items"]])
    return JSONResponse(converted(page, lambda node: node_json(node, until_ms.get(node.node_id))))


@router.post(
    "/v1/nodes/{node_id}:{verb}",
    status_code=202,
    summary="Cordon, drain, test or forget a node",
    openapi_extra=described(named("ReasonRequest"), required=False),
    responses=_ASKED,
)
async def change_node(
    *,
    node_id: NodeId,
    verb: Literal["cordon", "uncordon", "drain", "undrain", "test", "forget"],
    request: Request,
    caller: Operator,
    gateway: Gateway,
    wait_s: WaitS = 0,
) -> Response:
    """Cordon: place nothing new there. Drain: also move its jobs. Test: have its agent test the node.

    Forget: remove a lost node that holds nothing, with its marks; if it reports again, it joins as new.
    """
    _require_id(node_id)
    reason = read_texts(await read_body(request), reason="")["reason"]
    if wrong := text_violations(reason=reason):
        raise invalid_request(wrong)
    command = changed(asker(caller), verb, node_id, reason, gateway.log.stamp())
    return await gateway.ask(caller, OPERATOR_COMMANDS, command, wait_s)


@router.post(
    "/v1/nodes/{node_id}/tags",
    status_code=202,
    summary="Set or remove labels and taints of a node",
    openapi_extra=described(TagRequest),
    responses=_ASKED,
)
async def change_node_tags(
    node_id: NodeId, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """They are added to those that the node announces. New placements respect them; running jobs stay."""
    _require_id(node_id)
    tags = read_form(TagRequest, await read_body(request))
    command = tag_node(asker(caller), node_id, tags, gateway.log.stamp())
    return await gateway.ask(caller, OPERATOR_COMMANDS, command, wait_s)


@router.put(
    "/v1/nodes/{node_id}/maintenance",
    status_code=202,
    summary="Schedule maintenance of a node",
    openapi_extra=described(MaintenanceRequest),
    responses=_ASKED,
)
async def schedule_node_maintenance(
    node_id: NodeId, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Close a node for a time window.

    Only jobs that are expected to end before the window starts are placed there; then the node is drained.
    """
    _require_id(node_id)
    window = read_form(MaintenanceRequest, await read_body(request))
    command = schedule_maintenance(asker(caller), node_id, window, gateway.log.stamp())
    return await gateway.ask(caller, OPERATOR_COMMANDS, command, wait_s)


@router.delete(
    "/v1/nodes/{node_id}/maintenance",
    status_code=202,
    summary="Cancel maintenance of a node",
    responses=_ASKED,
)
async def cancel_node_maintenance(
    node_id: NodeId, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Cancel the window, even one that has started: the node opens at once."""
    _require_id(node_id)
    command = cancel_maintenance(asker(caller), node_id, gateway.log.stamp())
    return await gateway.ask(caller, OPERATOR_COMMANDS, command, wait_s)


@router.put(
    "/v1/nodes/{node_id}/reclaim",
    status_code=202,
    summary="Announce the reclaim of a node",
    openapi_extra=described(ReclaimRequest),
    responses=_ASKED,
)
async def announce_node_reclaim(
    node_id: NodeId, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Do what a notice of its provider does: close the node, and have jobs save and leave in time."""
    _require_id(node_id)
    notice = read_form(ReclaimRequest, await read_body(request))
    command = reclaim_node(asker(caller), node_id, notice, gateway.log.stamp())
    return await gateway.ask(caller, OPERATOR_COMMANDS, command, wait_s)


@router.delete(
    "/v1/nodes/{node_id}/reclaim",
    status_code=202,
    summary="Cancel the reclaim of a node",
    responses=_ASKED,
)
async def withdraw_node_reclaim(
    node_id: NodeId, caller: Operator, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Cancel a reclaim, whatever its source: the node opens at once."""
    _require_id(node_id)
    command = spare_node(asker(caller), node_id, gateway.log.stamp())
    return await gateway.ask(caller, OPERATOR_COMMANDS, command, wait_s)


def _require_id(node_id: str) -> None:
    """Raise 404 for an invalid node id."""
    if id_violations(node_id=node_id):
        raise not_found("node", node_id)
