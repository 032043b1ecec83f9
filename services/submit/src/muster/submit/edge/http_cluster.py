"""/v1/queues and /v1/nodes: what jobs wait in, and what they run on."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, Principal, invalid_request, not_found, require_role
from muster.api.cursors import PageSize, PageToken, decode, encode
from muster.events.envelope import Envelope, Topic
from muster.events.job_events import Violation
from muster.events.topics import OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.jobs.ids import id_violations, text_violations
from muster.submit.core.requests import cordon_node, create_queue, delete_queue, uncordon_node
from muster.submit.edge.bodies import read_body, read_texts
from muster.submit.edge.http_commands import After, WaitS, settled, wait_until_after
from muster.submit.edge.resources import Json, node_json, queue_json
from muster.submit.edge.service import Here, Service, asker

router = APIRouter(tags=["cluster"])
Submitter = Annotated[Principal, Depends(require_role("submitter", "operator"))]
Operator = Annotated[Principal, Depends(require_role("operator"))]
Name = Annotated[str, Path(max_length=253)]


async def _ask(
    service: Service, caller: Principal, topic: Topic, command: Envelope[Any], wait_s: float
) -> Response:
    """202 when the log has the command; with wait_s 200 when it is carried out, or why not."""
    position = await service.log.append(topic, command)
    receipt = {"command_id": command.event_id, "position": str(position)}
    outcome = await settled(service.queries, caller.tenant, command.event_id, wait_s)
    return JSONResponse(receipt | ({"outcome": outcome.outcome} if outcome else {}), 200 if outcome else 202)


def _require(violations: tuple[Violation, ...]) -> None:
    if violations:
        raise invalid_request(violations)


@router.get("/v1/queues", summary="List queues")
async def list_queues(
    caller: Caller,
    service: Here,
    page_size: PageSize = 500,
    page_token: PageToken = None,
    after: After = None,
) -> dict[str, Any]:
    """The queues of the caller's tenant, by name."""
    await wait_until_after(service.queries, caller.tenant, after)
    rows = [queue_json(row) for row in await service.queries.queues(caller.tenant)]
    return _page(rows, "name", page_size, page_token)


def _page(rows: list[Json], key: str, size: int, token: str | None) -> dict[str, Any]:
    """A page of a list that is short enough to be read whole; it is in order of the key."""
    behind = decode(token, str)[0] if token else ""
    left = [row for row in rows if row[key] > behind]
    more = len(left) > size
    return {"items": left[:size], "next_page_token": encode((left[size - 1][key],)) if more else None}


_QUEUE = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {"name": {"type": "string"}, "description": {"type": "string"}},
                }
            }
        },
    }
}


@router.post("/v1/queues", status_code=202, summary="Make a queue", openapi_extra=_QUEUE)
async def make_queue(request: Request, caller: Submitter, service: Here, wait_s: WaitS = 0) -> Response:
    """A queue of the caller's tenant."""
    body = read_texts(await read_body(request), name="", description="")
    badly_named = tuple(replace(v, field="name") for v in id_violations(queue=body["name"]))
    _require(badly_named + text_violations(description=body["description"]))
    command = create_queue(asker(caller), body["name"], body["description"], service.log.stamp())
    return await _ask(service, caller, QUEUE_COMMANDS, command, wait_s)


@router.delete("/v1/queues/{name}", status_code=202, summary="Remove a queue")
async def remove_queue(name: Name, caller: Submitter, service: Here, wait_s: WaitS = 0) -> Response:
    """A queue that holds no job."""
    if id_violations(queue=name):
        raise not_found("queue", name)
    command = delete_queue(asker(caller), name, service.log.stamp())
    return await _ask(service, caller, QUEUE_COMMANDS, command, wait_s)


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
    return _page(rows, "node_id", page_size, page_token)


@router.post("/v1/nodes/{node_id}:{verb}", status_code=202, summary="Cordon or uncordon a node")
async def change_node(
    *,
    node_id: Name,
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
    _require(text_violations(reason=reason))
    stamp = service.log.stamp()
    if verb == "cordon":
        command = cordon_node(asker(caller), node_id, reason, stamp)
    else:
        command = uncordon_node(asker(caller), node_id, stamp)
    return await _ask(service, caller, OPERATOR_COMMANDS, command, wait_s)
