"""Rejection of paths and queries that contain NUL: no store can hold such a text, and nobody means one."""

from __future__ import annotations

from muster.api.problems import Problem, problem_response
from starlette.types import ASGIApp, Receive, Scope, Send


class TargetCheck:
    """ASGI middleware that rejects NUL in paths and queries."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, unless its path or query contains NUL."""
        if scope["type"] == "http" and ("\0" in scope["path"] or b"%00" in scope["query_string"]):
            refusal = Problem(400, "bad-request", "Bad request", "the path or the query contains NUL")
            await problem_response(refusal, scope["state"]["request_id"])(scope, receive, send)
            return
        await self._app(scope, receive, send)
