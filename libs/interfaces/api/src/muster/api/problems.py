"""Errors of the API as application/problem+json (RFC 9457), with the request's id.

`type` is stable and for programs (/problems/NAME), `title` and `detail` are for people, `violations` give the
field, its value and the allowed values. Stack traces stay in the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Any, Final, NotRequired, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import sentence
from muster.views.view import Unavailable
from pydantic import ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match
from typing_extensions import TypedDict

MEDIA_TYPE: Final = "application/problem+json"
METHODS: Final = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
_VALUE_CHARS_MAX: Final = 80
_MESSAGES: Final = {
    "Input should be ": "",
    "Value error, ": "",
    "String should have ": "text with ",
    "String should match ": "text that matches ",
    "List should have ": "a list with ",
}
"""Beginnings of pydantic's messages, and the words that take their place behind `must be`."""


class ViolationDetails(TypedDict):
    """One invalid field."""

    field: str
    value: Annotated[str, Field(description="The value that was sent, shortened.")]
    allowed: Annotated[str, Field(description="The valid values, in words: completes `must be`.")]


class ProblemDetails(TypedDict):
    """Description of an error (RFC 9457)."""

    __pydantic_config__ = ConfigDict(  # pyright: ignore[reportGeneralTypeIssues]  (pydantic reads it)
        extra="allow"
    )

    type: Annotated[str, Field(description="/problems/NAME; stable", examples=["/problems/not-found"])]
    title: Annotated[str, Field(description="The same for every problem of this type.")]
    status: int
    detail: Annotated[str, Field(description="Description of this problem, for people.")]
    instance: NotRequired[Annotated[str, Field(description="The path of the request.")]]
    request_id: NotRequired[Annotated[str, Field(description="Also in the service's log.")]]
    violations: NotRequired[Annotated[list[ViolationDetails], Field(description="Field by field.")]]
    command_id: NotRequired[Annotated[str, Field(description="Of the command that was rejected.")]]


class Problem(Exception):
    """Answer other than success.

    Attributes:
        status: HTTP status.
        code: Stable name; the last part of `type`.
        title: Text shared by all problems of this type.
        detail: Description of this problem.
        violations: Violations by field.
        headers: Headers of the response.
        members: Further members of the body.
    """

    def __init__(
        self,
        status: int,
        code: str,
        title: str,
        detail: str,
        *,
        violations: Sequence[Violation] = (),
        headers: Mapping[str, str] | None = None,
        members: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.violations = tuple(violations)
        self.headers = dict(headers or {})
        self.members = dict(members or {})

    def body(self) -> ProblemDetails:
        """Return the JSON object; also used inside batches and streams."""
        content: dict[str, Any] = {
            "type": f"/problems/{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
        }
        if self.violations:
            content["violations"] = [v.to_datum() for v in self.violations]
        return cast("ProblemDetails", content | self.members)


def invalid_request(violations: Sequence[Violation], status: int = 422) -> Problem:
    """Return the problem for a well-formed request that cannot be accepted, with its violations by field."""
    more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
    detail = sentence(violations[0]) + more
    return Problem(status, "invalid-request", "Invalid request", detail, violations=violations)


def not_found(what: str, name: str) -> Problem:
    """Return the 404 for a missing resource, or another tenant's: the two look the same from outside."""
    return Problem(404, "not-found", "Not found", f"{what} {name[:128]} does not exist")


def unavailable(detail: str, retry_after_s: int = 2) -> Problem:
    """Return the 503 for an unavailable dependency; callers should retry later."""
    return Problem(
        503, "unavailable", "Temporarily unavailable", detail, headers={"Retry-After": str(retry_after_s)}
    )


def install(app: FastAPI) -> None:
    """Answer every known error with a problem; `observation` answers the unknown ones."""
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(Unavailable, _on_unavailable)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(HTTPException, _on_http)


def problem_response(problem: Problem, request_id: str) -> Response:
    """Return the HTTP response."""
    content = {**problem.body(), "request_id": request_id}
    return JSONResponse(content, problem.status, headers=problem.headers, media_type=MEDIA_TYPE)


def _respond(request: Request, problem: Problem) -> Response:
    problem.members.setdefault("instance", request.url.path)
    return problem_response(problem, str(getattr(request.state, "request_id", "")))


async def _on_problem(request: Request, error: Exception) -> Response:
    return _respond(request, cast("Problem", error))


async def _on_unavailable(request: Request, error: Exception) -> Response:
    """Answer for a view that does not respond; the exception's text is written for callers."""
    return _respond(request, unavailable(str(error)))


async def _on_validation(request: Request, error: Exception) -> Response:
    """Answer for FastAPI's own checks of path, query and header parameters."""
    violations = [
        Violation(
            field=".".join(str(part) for part in e["loc"][1:]) or str(e["loc"][0]),
            value="(absent)" if e["type"] == "missing" else str(e.get("input", ""))[:_VALUE_CHARS_MAX],
            allowed="given" if e["type"] == "missing" else _allowed(str(e["msg"])),
        )
        for e in cast("RequestValidationError", error).errors()
    ]
    return _respond(request, invalid_request(violations))


def _allowed(message: str) -> str:
    """Return the valid values that a message of pydantic names."""
    for prefix, words in _MESSAGES.items():
        if message.startswith(prefix):
            return words + message.removeprefix(prefix)
    return message


async def _on_http(request: Request, error: Exception) -> Response:
    """Answer for Starlette's errors: no such route, method not allowed."""
    http = cast("HTTPException", error)
    title = HTTPStatus(http.status_code).phrase
    code = title.lower().replace(" ", "-")
    headers = dict(http.headers or {})
    if http.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(_methods_of(request))
    return _respond(request, Problem(http.status_code, code, title, str(http.detail), headers=headers))


def _methods_of(request: Request) -> list[str]:
    """Return the methods allowed on a path, over all its routes: each route knows only its own method."""
    routes = cast("FastAPI", request.app).routes
    return [
        method
        for method in METHODS
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in routes)
    ]
