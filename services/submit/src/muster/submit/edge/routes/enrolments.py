"""/v1/node-enrolments and /v1/node-tokens: credentials of nodes, for the API and for the log.

An agent presents its enrolment to get a token. The first time, this is recorded as a fact, so that
`/v1/nodes` can show until when a node is enrolled; once most of its lifetime has passed, the answer contains
a renewed enrolment.
"""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse
from muster.api import Operator, invalid_request
from muster.api.commands.bodies import read_body, read_form
from muster.api.document.answers import answers
from muster.api.document.bodies import described
from muster.identity.nodes import ENROLMENT_S, ENROLMENT_S_MAX, Enrolment
from muster.jobs.documents.refusal import invalid
from muster.jobs.forms.form import Form
from muster.jobs.values.ids import text_violations
from muster.jobs.values.rules import Allowed
from muster.submit.edge.service import EnrolledNode, Here, NodeVerifier
from pydantic import Field
from typing_extensions import TypedDict

router = APIRouter(tags=["nodes"])
_NAME: Final = r"^[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$"
EnrolmentName = Annotated[str, Path(pattern=_NAME, examples=["rack-4"])]
RevocationReason = Annotated[str, Query(max_length=1_000, description="Why, for people.")]


class EnrolmentRequest(Form):
    """Nodes to enrol."""

    name: Annotated[
        str,
        Field(pattern=_NAME),
        Allowed("1 to 128 of A-Z a-z 0-9 . _ @ + -, the first a letter or digit"),
    ]
    """Name by which the enrolment is revoked; several enrolments may share one."""
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


class NewEnrolment(TypedDict):
    """Credential that an agent presents to the API."""

    enrolment: Annotated[str, Field(description="Keep it secret: its holder can report for these nodes.")]
    name: str
    cell: str
    nodes: list[str]
    expires_in_s: int


class NodeToken(TypedDict):
    """Credential in an agent's records on the log."""

    token: str
    expires_in_s: int
    enrolment: Annotated[
        str | None,
        Field(description="A renewed enrolment that replaces this one; null: not due yet."),
    ]


class EnrolmentsRevoked(TypedDict):
    """Name of the revoked enrolments."""

    name: str
    cell: str


@router.post(
    "/v1/node-enrolments",
    status_code=201,
    summary="Enrol nodes",
    responses=answers({201: NewEnrolment}, 403),
    openapi_extra=described(EnrolmentRequest),
)
async def enrol_nodes(request: Request, caller: Operator, service: Here) -> JSONResponse:
    """Enrol nodes. The credential is shown only once: the server stores only what is needed to revoke it."""
    del caller
    asked = read_form(EnrolmentRequest, await read_body(request))
    try:
        enrolment = service.node_issuer.enrol(asked.name, asked.nodes, asked.ttl_s)
    except ValueError as error:
        raise invalid_request([invalid("nodes", ", ".join(asked.nodes)[:200], str(error))]) from None
    made: NewEnrolment = {
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
async def make_node_token(holder: EnrolledNode, verifier: NodeVerifier, service: Here) -> JSONResponse:
    """For agents, authorised by their enrolment. The token is valid only for the log's topics of reports."""
    enrolment = Enrolment.read(verifier.claims(holder.token))
    await service.enrolments.record(enrolment)
    token, expires_in_s = service.node_issuer.token(enrolment)
    renewed = service.node_issuer.renewed(enrolment)
    made: NodeToken = {"token": token, "expires_in_s": expires_in_s, "enrolment": renewed}
    return JSONResponse(made, headers={"Cache-Control": "no-store"})


@router.delete(
    "/v1/node-enrolments/{name}",
    summary="Revoke all enrolments with a name",
    responses=answers({200: EnrolmentsRevoked}, 403),
)
async def revoke_enrolments(
    name: EnrolmentName, caller: Operator, service: Here, reason: RevocationReason = ""
) -> JSONResponse:
    """The enrolments and their tokens are rejected and not renewed. A later enrolment may reuse the name."""
    if wrong := text_violations(reason=reason):
        raise invalid_request(wrong)
    await service.enrolments.revoke(name, caller.subject, reason)
    revoked: EnrolmentsRevoked = {"name": name, "cell": service.node_issuer.cell}
    return JSONResponse(revoked)
