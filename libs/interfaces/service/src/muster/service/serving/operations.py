"""Endpoints of every process for operators and orchestrators. Without tokens: no tenant's data shows."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from muster.api.observation import Observation
from muster.api.problems import Problem, problem_response, unavailable
from muster.compiled.loading import running
from muster.service.roles import Missing, Progress, Remedies, no_remedies
from muster.telemetry import metrics
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

NOT_FOUND: Final = 404

ASK_S: Final = 10.0
"""Limit for a role to report what it lacks, seconds."""


@dataclass(frozen=True, slots=True)
class RoleState:
    """State of a role, as it reports it."""

    missing: Missing
    remedies: Remedies = no_remedies
    progress: Progress | None = None


Readiness: TypeAlias = Callable[[], Mapping[str, RoleState]]
"""Every role of the process, by name."""


class Operations:
    """/healthz, /readyz and /metrics as an ASGI application.

    Args:
        readiness: The roles, asked at every /readyz.
        name: In metrics and traces.
    """

    PATHS: ClassVar = ("/healthz", "/readyz", "/metrics")

    def __init__(self, readiness: Readiness, name: str) -> None:
        self._readiness = readiness
        answers = (self._healthz, self._readyz, self._metrics)
        routes = [Route(path, answer) for path, answer in zip(self.PATHS, answers, strict=True)]
        app = Starlette(routes=routes, exception_handlers={HTTPException: self._on_http})
        self.app = Observation(app, service=name)

    async def _healthz(self, _request: Request) -> Response:
        """Whether the process answers."""
        return PlainTextResponse("ok\n")

    async def _readyz(self, request: Request) -> Response:
        """Report whether every role can work; if not, what each lacks, and commands for a person to run."""
        states = self._readiness()
        roles = {name: await _report_of(state) for name, state in states.items()}
        lacking = [f"{name}: {report['missing']}" for name, report in roles.items() if report["missing"]]
        code = str(running())
        if not lacking:
            return JSONResponse({"ready": True, "roles": roles, "code": code})
        problem = unavailable("; ".join(lacking))
        remedies = [remedy for state in states.values() for remedy in state.remedies()]
        problem.members.update(ready=False, roles=roles, remedies=remedies, code=code)
        return problem_response(problem, request.state.request_id)

    async def _metrics(self, _request: Request) -> Response:
        """Prometheus' text format."""
        return Response(metrics.exposition(), media_type=metrics.EXPOSITION_MEDIA_TYPE)

    async def _on_http(self, request: Request, error: Exception) -> Response:
        """Answer an unknown path: 404; 503 while a role is not ready, as its API may serve it soon.

        Clients that follow a stream treat 404 as its end and retry after 503.
        """
        status = error.status_code if isinstance(error, HTTPException) else 500
        if status == NOT_FOUND and any([await _missing(role.missing) for role in self._readiness().values()]):
            return problem_response(unavailable("not every role is ready yet"), request.state.request_id)
        allowed = ", ".join(self.PATHS)
        problem = Problem(
            status, "not-found", "Not found", f"path is {request.url.path}; must be one of {allowed}"
        )
        return problem_response(problem, request.state.request_id)


async def _report_of(state: RoleState) -> dict[str, Any]:
    """Return what one role lacks, and its progress."""
    report: dict[str, Any] = {"missing": await _missing(state.missing)}
    if state.progress is not None:
        report["progress"] = state.progress()
    return report


async def _missing(missing: Missing) -> str | None:
    answer = missing()
    if not inspect.isawaitable(answer):
        return answer
    try:
        async with asyncio.timeout(ASK_S):
            return await answer
    except TimeoutError:
        return f"does not answer within {ASK_S:.0f} s"
