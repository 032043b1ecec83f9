"""What operators and orchestrators ask of every process. Not behind tokens: it says nothing of any tenant."""

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
"""How long a role may take to say what it lacks."""


@dataclass(frozen=True, slots=True)
class RoleState:
    """What a role says of itself when asked."""

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
        """Whether every role can do its work; if not, which lacks what, and what a person has to type."""
        states = self._readiness()
        roles = {name: await _told(state) for name, state in states.items()}
        lacking = [f"{name}: {told['missing']}" for name, told in roles.items() if told["missing"]]
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
        """A path that nobody here serves: 404; 503 while a role is not ready, for its API may serve it soon.

        Whoever follows a stream takes 404 for its end and tries again after 503.
        """
        status = error.status_code if isinstance(error, HTTPException) else 500
        if status == NOT_FOUND and any([await _asked(role.missing) for role in self._readiness().values()]):
            return problem_response(unavailable("not every role is ready yet"), request.state.request_id)
        allowed = ", ".join(self.PATHS)
        problem = Problem(status, "not-found", "Not found", f"{request.url.path}; allowed are {allowed}")
        return problem_response(problem, request.state.request_id)


async def _told(state: RoleState) -> dict[str, Any]:
    """What one role lacks, and how far it has come."""
    told: dict[str, Any] = {"missing": await _asked(state.missing)}
    if state.progress is not None:
        told["progress"] = state.progress()
    return told


async def _asked(missing: Missing) -> str | None:
    answer = missing()
    if not inspect.isawaitable(answer):
        return answer
    try:
        async with asyncio.timeout(ASK_S):
            return await answer
    except TimeoutError:
        return f"does not answer within {ASK_S:.0f} s"
