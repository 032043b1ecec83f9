"""Principal: the caller. And the one table of the scopes of roles.

A role is what a person is in a tenant; a scope is what a request needs. A token may carry fewer scopes than
its roles give, never more: a CI job that only reads carries `read`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from muster.identity.node_names import NodeNames

READ: Final = "read"
TENANT_WRITE: Final = "tenant:write"
MODELS_WRITE: Final = "models:write"
JOBS_WRITE: Final = "jobs:write"
EVALS_WRITE: Final = "evals:write"
CLUSTER_WRITE: Final = "cluster:write"
BILLING_WRITE: Final = "billing:write"
REVIEWS_WRITE: Final = "reviews:write"
QUEUES_RESTRICT: Final = "queues:restrict"
OBJECTS_REPACK: Final = "objects:repack"
DOWNLOADS_RECORD: Final = "downloads:record"
OBJECTS_PLACE: Final = "objects:place"
NODE_ENROL: Final = "node:enrol"
NODE_REPORT: Final = "node:report"

NODE_ROLE: Final = "node"
"""Role of nodes. Nobody else has it, and a node has no other."""

SERVICE_ROLE: Final = "service"
"""Role of services that command others. A caller with this role alone may act in every tenant."""

SCOPES: Final[Mapping[str, str]] = {
    READ: "read what the tenant may see",
    TENANT_WRITE: "change what is the tenant's: its jobs, files, queues",
    MODELS_WRITE: "change the tenant's models and data sets (tenant:write includes this), and nothing else",
    JOBS_WRITE: "submit, stop and resume the tenant's jobs (tenant:write includes this), and nothing else",
    EVALS_WRITE: "have kept answers scored and propose golden cases (tenant:write includes this)",
    CLUSTER_WRITE: "change what all tenants share: nodes, policy, reservations",
    BILLING_WRITE: "change the tenant's budgets and prices",
    REVIEWS_WRITE: "approve or refuse what waits for a review",
    QUEUES_RESTRICT: "keep jobs of some tiers from starting from a queue, and lift that",
    OBJECTS_REPACK: "say in which chunks a stored file lies",
    DOWNLOADS_RECORD: "say what was downloaded",
    OBJECTS_PLACE: "say in which class of the store objects lie",
    NODE_ENROL: "get tokens for a node's reports, and addresses of what its tasks read and write",
    NODE_REPORT: "send a node's heartbeats and reports",
}
"""Every scope, with its purpose."""

SCOPES_OF_ROLE: Final[Mapping[str, frozenset[str]]] = {
    "viewer": frozenset({READ}),
    "submitter": frozenset({READ, TENANT_WRITE, MODELS_WRITE, JOBS_WRITE, EVALS_WRITE}),
    "operator": frozenset(
        {READ, TENANT_WRITE, MODELS_WRITE, JOBS_WRITE, EVALS_WRITE, CLUSTER_WRITE, QUEUES_RESTRICT}
    ),
    "billing": frozenset({READ, BILLING_WRITE, QUEUES_RESTRICT}),
    "reviewer": frozenset({READ, REVIEWS_WRITE}),
    NODE_ROLE: frozenset({NODE_ENROL, NODE_REPORT}),
    SERVICE_ROLE: frozenset(
        {
            QUEUES_RESTRICT,
            OBJECTS_REPACK,
            OBJECTS_PLACE,
            DOWNLOADS_RECORD,
            REVIEWS_WRITE,
            JOBS_WRITE,
            EVALS_WRITE,
        }
    ),
}
"""Scopes of each role. Every person with a valid token may read."""

_WITH: Final = {scope: frozenset({scope}) for scope in SCOPES} | {
    MODELS_WRITE: frozenset({MODELS_WRITE, TENANT_WRITE}),
    JOBS_WRITE: frozenset({JOBS_WRITE, TENANT_WRITE}),
    EVALS_WRITE: frozenset({EVALS_WRITE, TENANT_WRITE}),
}
"""The scopes of a token that allow what a request needs."""

OF_REPOSITORIES: Final = frozenset({READ, MODELS_WRITE})
"""Maximum scopes of a token for named repositories."""

ROLES: Final = tuple(role for role in SCOPES_OF_ROLE if role not in (NODE_ROLE, SERVICE_ROLE))
"""The roles of people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """The caller, as named by the token.

    Attributes:
        subject: The user.
        tenant: The tenant, an organisation.
        roles: Roles, of ROLES; others are ignored.
        team: The primary team, which pays when a request names none.
        teams: Every team of the user, the primary one among them.
        scopes: Maximum scopes of this token; None: all that its roles allow.
        repositories: Repositories that this token is limited to, as TYPE/NAMESPACE/NAME in lower case; None:
            it is not limited.
        token_id: Its claim jti; empty when it has none.
        nodes: The nodes that a node's credential is for; None: it is a person's.
        token: The token itself, to be shown to the reader of a command that the principal sends.
    """

    subject: str
    tenant: str
    roles: frozenset[str]
    team: str
    teams: frozenset[str]
    scopes: frozenset[str] | None = None
    repositories: frozenset[str] | None = None
    token_id: str = ""
    nodes: NodeNames | None = None
    token: str = field(default="", repr=False)

    @property
    def is_service(self) -> bool:
        """Whether it is a service, which may act in every tenant. A person with that role is not."""
        return self.roles == frozenset({SERVICE_ROLE})

    def allows(self, scope: str) -> bool:
        """Whether both roles and token allow it."""
        if self.repositories is not None and scope not in OF_REPOSITORIES:
            return False
        return (self.scopes is None or bool(self.scopes & _WITH[scope])) and self.is_entitled_to(scope)

    def is_entitled_to(self, scope: str) -> bool:
        """Whether the roles allow it, whatever the token's scopes."""
        is_read = scope == READ and not self.roles & {NODE_ROLE, SERVICE_ROLE}
        return is_read or any(scope in SCOPES_OF_ROLE[role] for role in self.roles)


def roles_with(scope: str) -> tuple[str, ...]:
    """The roles that allow it, for messages."""
    return tuple(role for role, scopes in SCOPES_OF_ROLE.items() if scope in scopes)
