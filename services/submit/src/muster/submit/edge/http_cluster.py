"""/v1/nodes: what jobs run on."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Request, Response
from muster.api import Caller, invalid_request, not_found
from muster.api.cursors import PageSize, PageToken, page_of
from muster.events.topics import OPERATOR_COMMANDS
from muster.jobs import MaintenanceRequest, TagRequest
from muster.jobs.ids import id_violations, text_violations
from muster.submit.core.requests import cancel_maintenance, schedule_maintenance, tag_node
from muster.submit.core.requests import change_node as changed
from muster.submit.edge.bodies import described, read_body, read_form, read_texts
from muster.submit.edge.http_commands import After, WaitS, ask, wait_until_after
from muster.submit.edge.resources import node_json
from muster.submit.edge.service import Here, Operator, asker

router = APIRouter(tags=["cluster"])
NodeId = Annotated[str, Path(max_length=253)]
_TAGS: Final = {"$ref": "/v1/schemas/node-tags.json"}
_MAINTENANCE: Final = {"$ref": "/v1/schemas/maintenance.json"}


@router.get("/v1/nodes", summary="List nodes")
async def list_nodes(
    caller: Caller,
    service: Here,
    page_size: PageSize = 500,
    page_token: PageToken = None,
    after: After = None,
) -> dict[str, Any]:
    """Every node of the cell, by id."""
    await wait_until_after(service.queries, caller.tenant, after)
    rows = [node_json(row) for row in await service.queries.nodes()]
    return page_of(rows, "node_id", page_size, page_token)


@router.post("/v1/nodes/{node_id}:{verb}", status_code=202, summary="Cordon or drain a node, or undo it")
async def change_node(
    *,
    node_id: NodeId,
    verb: Literal["cordon", "uncordon", "drain", "undrain"],
    request: Request,
    caller: Operator,
    service: Here,
    wait_s: WaitS = 0,
) -> Response:
    """Place nothing new on a node; drained, what runs there is moved, too; or place work on it again."""
    _known_as(node_id)
    reason = read_texts(await read_body(request), reason="")["reason"]
    if wrong := text_violations(reason=reason):
        raise invalid_request(wrong)
    command = changed(asker(caller), verb, node_id, reason, service.log.stamp())
    return await ask(service, caller, OPERATOR_COMMANDS, command, wait_s)


@router.post(
    "/v1/nodes/{node_id}/tags",
    status_code=202,
    summary="Set or remove labels and taints of a node",
    openapi_extra=described(_TAGS),
)
async def change_tags(
    node_id: NodeId, request: Request, caller: Operator, service: Here, wait_s: WaitS = 0
) -> Response:
    """Labels and taints beside those it announces; who is placed there follows, what runs stays."""
    _known_as(node_id)
    tags = read_form(TagRequest, await read_body(request))
    command = tag_node(asker(caller), node_id, tags, service.log.stamp())
    return await ask(service, caller, OPERATOR_COMMANDS, command, wait_s)


@router.put(
    "/v1/nodes/{node_id}/maintenance",
    status_code=202,
    summary="Schedule maintenance of a node",
    openapi_extra=described(_MAINTENANCE),
)
async def plan_maintenance(
    node_id: NodeId, request: Request, caller: Operator, service: Here, wait_s: WaitS = 0
) -> Response:
    """Close it for a time. Nothing is placed there that is not believed to end before; then it is drained."""
    _known_as(node_id)
    window = read_form(MaintenanceRequest, await read_body(request))
    command = schedule_maintenance(asker(caller), node_id, window, service.log.stamp())
    return await ask(service, caller, OPERATOR_COMMANDS, command, wait_s)


@router.delete("/v1/nodes/{node_id}/maintenance", status_code=202, summary="Call maintenance of a node off")
async def end_maintenance(node_id: NodeId, caller: Operator, service: Here, wait_s: WaitS = 0) -> Response:
    """Also while it lasts: the node is opened at once."""
    _known_as(node_id)
    command = cancel_maintenance(asker(caller), node_id, service.log.stamp())
    return await ask(service, caller, OPERATOR_COMMANDS, command, wait_s)


def _known_as(node_id: str) -> None:
    """Refuse what no node could be called."""
    if id_violations(node_id=node_id):
        raise not_found("node", node_id)
