"""/v1/node-enrolments and /v1/node-tokens: what nodes show, to the API and on the log."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from muster.api import invalid_request
from muster.api.auth import Bearer
from muster.api.commands.bodies import read_body, read_form
from muster.api.document.answers import answers
from muster.api.document.bodies import described
from muster.identity.nodes import ENROLMENT_S, ENROLMENT_S_MAX
from muster.jobs.documents.refusal import invalid
from muster.jobs.forms.form import Form
from muster.jobs.values.rules import Allowed
from muster.submit.edge.service import EnrolledNode, Here, NodeVerifier, Operator
from pydantic import Field
from typing_extensions import TypedDict

router = APIRouter(tags=["nodes"])


class EnrolmentRequest(Form):
    """Which nodes to enrol."""

    name: Annotated[
        str,
        Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$"),
        Allowed("1 to 128 of A-Z a-z 0-9 . _ @ + -, the first a letter or digit"),
    ]
    """What it is revoked by; several enrolments may share a name."""
    nodes: Annotated[
        tuple[str, ...],
        Field(min_length=1, max_length=1_000),
        Allowed("1 to 1,000 node ids or patterns, 4,096 characters in all"),
    ]
    """Node ids, or patterns in which * stands for any characters."""
    ttl_s: Annotated[int, Field(ge=60, le=ENROLMENT_S_MAX), Allowed(f"60 to {ENROLMENT_S_MAX} seconds")] = (
        ENROLMENT_S
    )
    """Seconds until it expires."""


class Enrolment(TypedDict):
    """What an agent shows to the API."""

    enrolment: Annotated[str, Field(description="Keep it secret: it lets an agent speak for these nodes.")]
    name: str
    cell: Annotated[str, Field(description="With the name, what `muster identity revoke` needs.")]
    nodes: list[str]
    expires_in_s: int


class NodeToken(TypedDict):
    """What an agent's records on the log carry."""

    token: str
    expires_in_s: int


@router.post(
    "/v1/node-enrolments",
    status_code=201,
    summary="Enrol nodes",
    responses=answers({201: Enrolment}, 403),
    openapi_extra=described(EnrolmentRequest),
)
async def enrol_nodes(request: Request, caller: Operator, service: Here) -> JSONResponse:
    """The answer is shown once: nothing of it is kept but what revokes it."""
    del caller
    asked = read_form(EnrolmentRequest, await read_body(request))
    try:
        enrolment = service.node_issuer.enrol(asked.name, asked.nodes, asked.ttl_s)
    except ValueError as error:
        raise invalid_request([invalid("nodes", ", ".join(asked.nodes)[:200], str(error))]) from None
    made: Enrolment = {
        "enrolment": enrolment,
        "name": asked.name,
        "cell": service.node_issuer.cell,
        "nodes": list(asked.nodes),
        "expires_in_s": asked.ttl_s,
    }
    return JSONResponse(made, 201)


@router.post(
    "/v1/node-tokens", summary="Get a token for a node's reports", responses=answers({200: NodeToken}, 403)
)
async def make_node_token(
    holder: EnrolledNode, credentials: Bearer, verifier: NodeVerifier, service: Here
) -> JSONResponse:
    """For an agent, which shows its enrolment. The token opens nothing but the log's topics of reports."""
    shown = credentials.credentials if credentials else ""
    token, expires_in_s = service.node_issuer.token(holder, verifier.left_s(shown))
    made: NodeToken = {"token": token, "expires_in_s": expires_in_s}
    return JSONResponse(made)
