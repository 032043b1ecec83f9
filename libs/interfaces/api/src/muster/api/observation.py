"""Observation of every request: id, security headers, metric, span, and the answer to internal errors.

This is the outermost middleware, so no answer bypasses it. The request id is taken from X-Request-ID or
generated here; it is part of every problem and log line, and is returned to the caller.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import MutableMapping
from typing import Any, Final

from muster.api.problems import METHODS, Problem, problem_response
from muster.journal.clock import Clock, SystemClock
from muster.telemetry import logs, metrics, tracing
from opentelemetry.trace import Span, SpanKind
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")

SECURITY_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}

logger = logging.getLogger(__name__)


class Observation:
    """ASGI middleware that observes requests and their answers."""

    def __init__(self, app: ASGIApp, *, service: str, clock: Clock | None = None) -> None:
        self._app = app
        self._service = service
        self._clock = clock or SystemClock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Process a request with a span, a request id and metrics."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        request_id = _request_id(headers.get("x-request-id", ""))
        scope.setdefault("state", {})["request_id"] = request_id
        trace = {k: v for k, v in headers.items() if k in tracing.FIELDS}
        with (
            tracing.following(trace),
            tracing.span(scope["method"], kind=SpanKind.SERVER) as span,
            logs.bound(request_id=request_id),
        ):
            answer = _Answer(send, scope, span, service=self._service, clock=self._clock)
            try:
                await self._app(scope, receive, answer.send)
            except Exception:
                logger.exception("%s %s failed", scope["method"], scope["path"])
                if answer.status is not None:
                    raise  # the answer has begun: the connection can only be cut
                defect = problem_response(_DEFECT, request_id)
                await defect(scope, receive, answer.send)


class _Answer:
    """Answer to a request: adds headers, and measures the time until it begins."""

    def __init__(self, send: Send, scope: Scope, span: Span, *, service: str, clock: Clock) -> None:
        self._send = send
        self._scope = scope
        self._span = span
        self._service = service
        self._clock = clock
        self._began_ms = clock.monotonic_ms()
        self.status: int | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._begin(message)
        await self._send(message)

    def _begin(self, message: MutableMapping[str, Any]) -> None:
        self.status = int(message["status"])
        headers = MutableHeaders(raw=message["headers"])
        request_id = self._scope["state"]["request_id"]
        headers["X-Request-ID"] = request_id
        headers.setdefault("Cache-Control", "no-store")
        for name, value in SECURITY_HEADERS.items():
            headers.setdefault(name, value)
        method, route = self._scope["method"], route_of(self._scope)
        self._span.update_name(f"{method} {route}")
        self._span.set_attributes(
            {
                "http.request.method": method,
                "http.route": route,
                "http.response.status_code": self.status,
                "muster.request_id": request_id,
            }
        )
        metrics.HTTP_ANSWER.labels(self._service, method_label(method), route, str(self.status)).observe(
            (self._clock.monotonic_ms() - self._began_ms) / 1000
        )


_DEFECT: Final = Problem(
    500,
    "internal-error",
    "Internal error",
    "an error of the service, not of the request; its log has the details under this request_id",
)


def route_of(scope: Scope) -> str:
    """Return the route's template, "/v1/jobs/{job_id}": a label with bounded values, unlike the path."""
    return str(getattr(scope.get("route"), "path", "(none)"))


def method_label(method: str) -> str:
    """Return the method if HTTP defines it, else "(other)": callers can invent any number of others."""
    return method if method in METHODS else "(other)"


def _request_id(given: str) -> str:
    return given if _REQUEST_ID.fullmatch(given) else os.urandom(12).hex()
