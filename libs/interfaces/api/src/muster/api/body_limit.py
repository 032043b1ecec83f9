"""Rejection of bodies above the limit: at once if the length is declared, else as soon as it is exceeded.

Nothing is buffered here, so that a 100 MB body costs one chunk of memory, not 100 MB.
"""

from __future__ import annotations

from collections.abc import Mapping

from muster.api.prefixes import path_of
from muster.api.problems import Problem, problem_response
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class BodyLimit:
    """ASGI middleware that limits request bodies."""

    def __init__(self, app: ASGIApp, *, limit: int, limits_under: Mapping[str, int]) -> None:
        self._app = app
        self._limit = limit
        self._limits_under = sorted(limits_under.items(), key=lambda item: -len(item[0]))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, counting the bytes of its body."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self.limit_of(path_of(scope))
        declared = dict(scope["headers"]).get(b"content-length", b"")
        if declared.isdigit() and int(declared[:20]) > limit:
            refusal = problem_response(too_large(limit), scope.get("state", {}).get("request_id", ""))
            await refusal(scope, receive, send)
            return
        arrived = 0

        async def counted() -> Message:
            nonlocal arrived
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > limit:
                raise too_large(limit)
            return message

        await self._app(scope, counted, send)

    def limit_of(self, path: str) -> int:
        """Return the limit for a path without the prefix of the API, bytes."""
        return next((n for prefix, n in self._limits_under if path.startswith(prefix)), self._limit)


def too_large(limit: int) -> Problem:
    """Return the 413; the connection closes, because the rest of the body is not read."""
    detail = f"the body is larger than {limit} bytes"
    return Problem(413, "content-too-large", "Content too large", detail, headers={"Connection": "close"})
