"""The prefix that a request came by: "" alone on a port, "/SERVICE" on a host that serves several APIs.

Routes do not know of it; whatever names a path of this API to its caller adds it.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.types import Scope


def prefix_of(scope: Scope) -> str:
    """The prefix, without a slash at its end."""
    return str(scope.get("root_path", "")).rstrip("/")


def path_of(scope: Scope) -> str:
    """The path behind the prefix, as routes have it."""
    return str(scope["path"]).removeprefix(prefix_of(scope))


def location(request: Request, path: str) -> Mapping[str, str]:
    """The Location header (RFC 9110, 10.2.2) of what is at a path of this API, as its caller reaches it."""
    return {"Location": f"{prefix_of(request.scope)}{path}"}
