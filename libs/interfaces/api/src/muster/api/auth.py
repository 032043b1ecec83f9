"""Authentication and scopes of routes: the FastAPI side of muster.identity."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Final, cast

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from muster.api.problems import Problem, unavailable
from muster.identity.principal import (
    BILLING_WRITE,
    CLUSTER_WRITE,
    QUEUES_RESTRICT,
    READ,
    REVIEWS_WRITE,
    SCOPES,
    TENANT_WRITE,
    Principal,
    roles_with,
)
from muster.identity.tokens import InvalidToken, Verifier
from muster.journal.errors import Unavailable

_BEARER: Final = HTTPBearer(auto_error=False, bearerFormat="JWT", scheme_name="bearer")

Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]


async def authenticate(request: Request, credentials: Bearer) -> Principal:
    """Return the caller (FastAPI dependency); a 401 with WWW-Authenticate if there is no valid token."""
    return verified(cast("Verifier", request.app.state.verifier), credentials)


def verified(verifier: Verifier, credentials: HTTPAuthorizationCredentials | None) -> Principal:
    """Return the principal of the credentials.

    Raises:
        Problem: 401 with WWW-Authenticate if there is no valid token; 503 while revocations are unknown.
    """
    if credentials is None or not credentials.credentials:
        raise _unauthorized("send a token: Authorization: Bearer TOKEN", "")
    try:
        return verifier.verify(credentials.credentials)
    except InvalidToken as error:
        raise _unauthorized(str(error), ', error="invalid_token"') from None
    except Unavailable as error:
        raise unavailable(str(error)) from None


def _unauthorized(detail: str, error: str) -> Problem:
    headers = {"WWW-Authenticate": f'Bearer realm="muster"{error}'}
    return Problem(401, "unauthorized", "Not authenticated", detail, headers=headers)


def require_scope(
    scope: str, *, of_repositories: bool = False
) -> Callable[[Principal], Awaitable[Principal]]:
    """Return a dependency that admits callers whose roles and token allow the scope; others get a 403.

    Args:
        scope: Scope that a request needs.
        of_repositories: Whether to admit tokens for named repositories: the route enforces that limit itself.

    Raises:
        ValueError: The scope does not exist.
    """
    if scope not in SCOPES:
        raise ValueError(f"scope is {scope}; must be one of {', '.join(SCOPES)}")

    async def check(caller: Annotated[Principal, Depends(authenticate)]) -> Principal:
        if not caller.is_entitled_to(scope):
            raise _forbidden(f"needs the role {' or '.join(roles_with(scope))}")
        if not caller.allows(scope):
            raise _forbidden(f"the token lacks the scope {scope}")
        if caller.repositories is not None and not of_repositories:
            raise _forbidden(f"the token is for {', '.join(sorted(caller.repositories))} only")
        return caller

    return check


def _forbidden(detail: str) -> Problem:
    return Problem(403, "forbidden", "Not allowed", detail)


CallerOfRepositories = Annotated[Principal, Depends(require_scope(READ, of_repositories=True))]
"""A caller with read access, possibly to some repositories only: the route enforces that limit itself."""

Caller = Annotated[Principal, Depends(require_scope(READ))]
"""A caller with read access."""

Submitter = Annotated[Principal, Depends(require_scope(TENANT_WRITE))]
"""A caller who may change resources of the tenant."""

Operator = Annotated[Principal, Depends(require_scope(CLUSTER_WRITE))]
"""A caller who may change resources shared by all tenants."""

Biller = Annotated[Principal, Depends(require_scope(BILLING_WRITE))]
"""A caller who may set prices and budgets."""

Reviewer = Annotated[Principal, Depends(require_scope(REVIEWS_WRITE))]
"""A caller who may approve or reject pending reviews."""

Restrictor = Annotated[Principal, Depends(require_scope(QUEUES_RESTRICT))]
"""A caller who may restrict queues, and lift restrictions."""
