"""/v1/node-addresses: presigned object addresses for agents, which hold no key of the store.

/v1/node-test-addresses: addresses for the store test of a node.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from muster.api import Problem, not_found
from muster.api.commands.bodies import read_body, read_form
from muster.api.document.answers import answers
from muster.api.document.bodies import described
from muster.identity import Principal
from muster.jobs.forms.form import Form
from muster.jobs.values.rules import Allowed
from muster.journal import SystemClock
from muster.store.keys import node_test_key
from muster.store.uses import Operation, Use
from muster.submit.core.grants import TaskOfNode, is_granted
from muster.submit.edge.service import EnrolledNode, Here, Service
from pydantic import Field
from typing_extensions import TypedDict

router = APIRouter(tags=["nodes"])
GOOD_FOR_S: Final = 900
USES_MAX: Final = 64
_AFTER_END_MS: Final = 86_400_000
"""How long after its end an attempt's output and checkpoints may still arrive."""


class ObjectUse(Form):
    """What is to be done with one object."""

    operation: Annotated[Operation, Allowed(", ".join(Operation))]
    """get, put; begin, part, complete and abort for what is written in parts."""
    key: Annotated[str, Field(min_length=1, max_length=512), Allowed("1 to 512 characters")]
    """The object's key."""
    upload_id: Annotated[str, Field(max_length=1_024), Allowed("at most 1,024 characters")] = ""
    """Of what was begun; for parts and their end."""
    part: Annotated[int, Field(ge=0, le=10_000), Allowed("1 to 10,000")] = 0
    """Number of the part."""


class AddressesRequest(Form):
    """Which objects of an attempt are to be used, and how."""

    job_id: Annotated[str, Field(max_length=80), Allowed("a job's id")]
    """The job."""
    attempt: Annotated[int, Field(ge=1, le=2**31 - 1), Allowed("1 to 2147483647")]
    """The attempt, which has ranks on a node of the enrolment."""
    uses: Annotated[
        tuple[ObjectUse, ...], Field(min_length=1, max_length=USES_MAX), Allowed(f"1 to {USES_MAX} uses")
    ]
    """What is to be done."""


class TestRequest(Form):
    """Which node is tested."""

    __test__ = False

    node_id: Annotated[str, Field(min_length=1, max_length=253), Allowed("a node of the enrolment")]
    """The node."""


class ObjectAddress(TypedDict):
    """Where to do it."""

    url: Annotated[str, Field(description="Presigned: whoever has it can do it.")]
    uri: Annotated[str, Field(description="The object as events name it: s3://BUCKET/KEY.")]


class Addresses(TypedDict):
    """In the order of the request."""

    addresses: list[ObjectAddress]
    good_for_s: int


@router.post(
    "/v1/node-addresses",
    summary="Get presigned addresses of objects",
    responses=answers({200: Addresses}, 403, 404),
    openapi_extra=described(AddressesRequest),
)
async def give_addresses(request: Request, holder: EnrolledNode, service: Here) -> JSONResponse:
    """For an agent, which shows its enrolment: only objects of attempts that are bound to its nodes."""
    asked = read_form(AddressesRequest, await read_body(request))
    task = await _task(service, holder, asked)
    uses = [Use(each.operation, each.key, each.upload_id, each.part) for each in asked.uses]
    if refused := [use for use in uses if not is_granted(use, task)]:
        what = f"{refused[0].operation} {refused[0].key}"
        said = f"{what}: not of {task.job_id}/{task.attempt} on nodes of the enrolment"
        raise Problem(403, "forbidden", "Not allowed", said)
    signed = await asyncio.to_thread(_signed, service, uses)
    given: Addresses = {"addresses": signed, "good_for_s": GOOD_FOR_S}
    return JSONResponse(given, headers={"Cache-Control": "no-store"})


@router.post(
    "/v1/node-test-addresses",
    summary="Get addresses to try the store",
    responses=answers({200: Addresses}, 403),
    openapi_extra=described(TestRequest),
)
async def give_test_addresses(request: Request, holder: EnrolledNode, service: Here) -> JSONResponse:
    """For an agent, which shows its enrolment: of an object of its node, to write it and to read it."""
    asked = read_form(TestRequest, await read_body(request))
    if holder.nodes is None or asked.node_id not in holder.nodes:
        raise Problem(403, "forbidden", "Not allowed", f"node {asked.node_id}: not of the enrolment")
    key = node_test_key(asked.node_id)
    uses = [Use(Operation.PUT, key), Use(Operation.GET, key)]
    given: Addresses = {
        "addresses": await asyncio.to_thread(_signed, service, uses),
        "good_for_s": GOOD_FOR_S,
    }
    return JSONResponse(given, headers={"Cache-Control": "no-store"})


async def _task(service: Service, holder: Principal, asked: AddressesRequest) -> TaskOfNode:
    """Return the attempt with its ranks on the holder's nodes.

    Raises:
        Problem: 404 when the projection does not know the attempt yet, or it ended too long ago; retry.
    """
    since_ms = SystemClock().now_ms() - _AFTER_END_MS
    places = await service.queries.places(asked.job_id, asked.attempt, since_ms)
    if not places:
        raise not_found("attempt", f"{asked.job_id}/{asked.attempt}")
    return TaskOfNode(
        job_id=asked.job_id,
        attempt=asked.attempt,
        ranks={place.rank for place in places if holder.nodes is not None and place.node_id in holder.nodes},
        files_sha256=places[0].files_sha256,
    )


def _signed(service: Service, uses: list[Use]) -> list[ObjectAddress]:
    return [
        {"url": service.store.presigned(use, GOOD_FOR_S), "uri": service.store.uri(use.key)} for use in uses
    ]
