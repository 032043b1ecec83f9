"""Path prefix of a request: "" alone on a port, "/SERVICE" on a host that serves several APIs.

Routes do not know it; code that returns a path of this API to a caller adds it.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.types import Scope


def prefix_of(scope: Scope) -> str:
    """Return the prefix, without a slash at its end."""
    return str(scope.get("root_path", "")).rstrip("/")


def path_of(scope: Scope) -> str:
    """Return the path after the prefix, as routes see it."""
    return str(scope["path"]).removeprefix(prefix_of(scope))


def location(request: Request, path: str) -> Mapping[str, str]:
    """Return the Location header (RFC 9110, 10.2.2) for a path of this API, as the caller reaches it."""
    return {"Location": f"{prefix_of(request.scope)}{path}"}
