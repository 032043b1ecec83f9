"""/v1/node-addresses: presigned object addresses for agents, which hold no key of the store.

/v1/node-test-addresses: addresses for the store test of a node.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from muster.api import Problem, not_found, unavailable
from muster.api.commands.bodies import read_body, read_form
from muster.api.document.answers import answers
from muster.api.document.bodies import described
from muster.identity import Principal
from muster.jobs.forms.form import Form
from muster.jobs.values.rules import Allowed
from muster.journal import SystemClock
from muster.store import StoreUnavailable
from muster.store.keys import files_of, node_test_key
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
    """One operation on one object."""

    operation: Annotated[Operation, Allowed(", ".join(Operation))]
    """get or put; for a multipart upload: begin, part, complete or abort."""
    key: Annotated[str, Field(min_length=1, max_length=512), Allowed("1 to 512 characters")]
    """The object's key."""
    upload_id: Annotated[str, Field(max_length=1_024), Allowed("at most 1,024 characters")] = ""
    """Id of the multipart upload; for part, complete and abort."""
    part: Annotated[int, Field(ge=0, le=10_000), Allowed("1 to 10,000")] = 0
    """Number of the part, from 1; for part."""


class AddressesRequest(Form):
    """Operations on objects of an attempt."""

    job_id: Annotated[str, Field(max_length=80), Allowed("a job's id")]
    """The job."""
    attempt: Annotated[int, Field(ge=1, le=2**31 - 1), Allowed("1 to 2147483647")]
    """The attempt, which has ranks on a node of the enrolment."""
    uses: Annotated[
        tuple[ObjectUse, ...], Field(min_length=1, max_length=USES_MAX), Allowed(f"1 to {USES_MAX} uses")
    ]
    """Operations to get addresses for."""


class TestRequest(Form):
    """The node to test."""

    __test__ = False

    node_id: Annotated[str, Field(min_length=1, max_length=253), Allowed("a node of the enrolment")]
    """The node."""


class ObjectAddress(TypedDict):
    """A presigned address for one operation."""

    url: Annotated[str, Field(description="Presigned: anyone who holds it can carry out the operation.")]
    uri: Annotated[str, Field(description="The object's name in events: s3://BUCKET/KEY.")]


class Addresses(TypedDict):
    """Addresses in the order of the request."""

    addresses: list[ObjectAddress]
    good_for_s: int


@router.post(
    "/v1/node-addresses",
    summary="Get presigned addresses of objects",
    responses=answers({200: Addresses}, 403, 404),
    openapi_extra=described(AddressesRequest),
)
async def give_addresses(request: Request, holder: EnrolledNode, service: Here) -> JSONResponse:
    """For agents, authorised by their enrolment; covers only objects of attempts bound to their nodes."""
    body = read_form(AddressesRequest, await read_body(request))
    uses = [Use(each.operation, each.key, each.upload_id, each.part) for each in body.uses]
    task = await _task(service, holder, body, uses)
    if refused := [use for use in uses if not is_granted(use, task)]:
        what = f"{refused[0].operation} {refused[0].key}"
        detail = f"{what}: not an object of {task.job_id}/{task.attempt} on the enrolment's nodes"
        raise Problem(403, "forbidden", "Not allowed", detail)
    signed = await asyncio.to_thread(_signed, service, uses)
    answer: Addresses = {"addresses": signed, "good_for_s": GOOD_FOR_S}
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


@router.post(
    "/v1/node-test-addresses",
    summary="Get addresses to test the store",
    responses=answers({200: Addresses}, 403),
    openapi_extra=described(TestRequest),
)
async def give_test_addresses(request: Request, holder: EnrolledNode, service: Here) -> JSONResponse:
    """For agents, authorised by their enrolment: addresses to write and read a test object of the node."""
    body = read_form(TestRequest, await read_body(request))
    if holder.nodes is None or body.node_id not in holder.nodes:
        detail = f"node {body.node_id} is not covered by the enrolment"
        raise Problem(403, "forbidden", "Not allowed", detail)
    key = node_test_key(body.node_id)
    uses = [Use(Operation.PUT, key), Use(Operation.GET, key)]
    answer: Addresses = {
        "addresses": await asyncio.to_thread(_signed, service, uses),
        "good_for_s": GOOD_FOR_S,
    }
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


async def _task(
    service: Service, holder: Principal, body: AddressesRequest, uses: Sequence[Use]
) -> TaskOfNode:
    """Return the attempt with its ranks on the holder's nodes, and its working files if a use is of any.

    Raises:
        Problem: 404 when the projection does not know the attempt yet, or it ended too long ago; 503 when S3
            does not answer; retry.
    """
    since_ms = SystemClock().now_ms() - _AFTER_END_MS
    places = await service.queries.places(body.job_id, body.attempt, since_ms)
    if not places:
        raise not_found("attempt", f"{body.job_id}/{body.attempt}")
    sha256, files = places[0].files_sha256, frozenset[str]()
    if sha256 is not None and any(files_of(use.key) for use in uses):
        try:
            files = await service.indexes.files(sha256)
        except StoreUnavailable as error:
            raise unavailable("S3 does not answer") from error
    return TaskOfNode(
        job_id=body.job_id,
        attempt=body.attempt,
        ranks={place.rank for place in places if holder.nodes is not None and place.node_id in holder.nodes},
        files=files,
    )


def _signed(service: Service, uses: list[Use]) -> list[ObjectAddress]:
    return [
        {"url": service.store.presigned(use, GOOD_FOR_S), "uri": service.store.uri(use.key)} for use in uses
    ]
