"""Queries and S3 for the routes, beside the command gateway."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Path, Request
from muster.api import Problem
from muster.api.auth import Bearer, verified
from muster.api.commands.gateway import CommandGateway
from muster.events.job_commands import SubmitJob
from muster.events.queue_commands import ReserveCapacity, RestrictQueue
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.identity import Principal, Verifier
from muster.identity.nodes import NodeIssuer
from muster.identity.principal import NODE_ENROL
from muster.jobs import (
    job_violation_as_written,
    reservation_violation_as_written,
    restriction_violation_as_written,
    violation_as_written,
)
from muster.store import ObjectStore
from muster.submit.edge.enrolments import Enrolments
from muster.submit.edge.reads.queries import Queries
from muster.submit.edge.reads.use import LiveUse
from muster.submit.edge.working_files import Indexes


@dataclass(frozen=True, slots=True)
class Service:
    """Dependencies of the routes.

    Attributes:
        gateway: Appends commands to the log and answers with their outcome.
        queries: Reads the projections.
        use: Reads the nodes' newest heartbeats.
        store: Holds bytes too large for the log.
        indexes: Archives that the working files of jobs consist of.
        node_issuer: Signs the credentials of nodes.
        enrolments: Enrolments according to the log.
        cell: Name of the cell.
        addresses: Addresses of its other services, by the variable that clients read.
    """

    gateway: CommandGateway
    queries: Queries
    use: LiveUse
    store: ObjectStore
    indexes: Indexes
    node_issuer: NodeIssuer
    enrolments: Enrolments
    cell: str
    addresses: Mapping[str, str]


async def _service(request: Request) -> Service:
    return cast("Service", request.app.state.service)


Here = Annotated[Service, Depends(_service)]
"""Dependency that gives routes the Service."""


async def _node_verifier(request: Request) -> Verifier:
    return cast("Verifier", request.app.state.node_verifier)


NodeVerifier = Annotated[Verifier, Depends(_node_verifier)]
"""Verifier of node credentials."""


async def _enrolled(verifier: NodeVerifier, credentials: Bearer) -> Principal:
    holder = verified(verifier, credentials)
    if not holder.allows(NODE_ENROL):
        raise Problem(403, "forbidden", "Not allowed", f"the token lacks the scope {NODE_ENROL}")
    return holder


EnrolledNode = Annotated[Principal, Depends(_enrolled)]
"""Dependency that gives routes the principal of an enrolled agent."""

JobId = Annotated[str, Path(max_length=80, examples=["job-3q6hxk5m2u7ygzbwc4ta"])]


def as_written(command: str, code: RejectionCode, violation: Violation) -> Violation | None:
    """Convert a rejection to the request's fields and units; None: it uses them already."""
    if command == SubmitJob.__name__:
        written = job_violation_as_written(violation)
        # The scheduler's sentence about a resource names the field a second time.
        return written if written != violation or violation.field.startswith("resources.") else None
    if code is RejectionCode.BAD_TREE:
        return violation_as_written(violation)
    if command == RestrictQueue.__name__:
        return restriction_violation_as_written(violation)
    if command == ReserveCapacity.__name__:
        return reservation_violation_as_written(violation)
    return None
