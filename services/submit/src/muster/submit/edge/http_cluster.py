"""/v1/nodes: what jobs run on."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from muster.api import Caller, invalid_request, not_found
from muster.api.cursors import PageSize, PageToken, page_of
from muster.events.topics import OPERATOR_COMMANDS
from muster.jobs.ids import id_violations, text_violations
from muster.submit.core.requests import cordon_node, uncordon_node
from muster.submit.edge.bodies import read_body, read_texts
from muster.submit.edge.http_commands import After, WaitS, ask, wait_until_after
from muster.submit.edge.resources import node_json
from muster.submit.edge.service import Here, Operator, asker

router = APIRouter(tags=["cluster"])
NodeId = Annotated[str, Path(max_length=253)]


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


@router.post("/v1/nodes/{node_id}:{verb}", status_code=202, summary="Cordon or uncordon a node")
async def change_node(
    *,
    node_id: NodeId,
    verb: Literal["cordon", "uncordon"],
    request: Request,
    caller: Operator,
    service: Here,
    wait_s: WaitS = 0,
) -> Response:
    """Place nothing new on a node, or place work on it again; what runs goes on."""
    if id_violations(node_id=node_id):
        raise not_found("node", node_id)
    reason = read_texts(await read_body(request), reason="")["reason"]
    if wrong := text_violations(reason=reason):
        raise invalid_request(wrong)
    stamp = service.log.stamp()
    if verb == "cordon":
        command = cordon_node(asker(caller), node_id, reason, stamp)
    else:
        command = uncordon_node(asker(caller), node_id, stamp)
    return await ask(service, caller, OPERATOR_COMMANDS, command, wait_s)
