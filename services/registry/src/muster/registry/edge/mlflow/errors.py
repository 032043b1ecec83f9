"""Refusals in MLflow's format: clients distinguish them by `error_code` and show `message`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any, Final

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from muster.api.problems import Problem, unavailable
from muster.views.view import Unavailable

_BY_NAME: Final = {
    "already-exists": (400, "RESOURCE_ALREADY_EXISTS"),
    "not-found": (404, "RESOURCE_DOES_NOT_EXIST"),
    "quota-exceeded": (403, "QUOTA_EXCEEDED"),
    "wrong-state": (400, "INVALID_PARAMETER_VALUE"),
    "invalid": (400, "INVALID_PARAMETER_VALUE"),
}
"""Status and error code by the decider's code."""
_BY_STATUS: Final = {
    HTTPStatus.UNAUTHORIZED: "UNAUTHENTICATED",
    HTTPStatus.FORBIDDEN: "PERMISSION_DENIED",
    HTTPStatus.NOT_FOUND: "RESOURCE_DOES_NOT_EXIST",
    HTTPStatus.CONFLICT: "RESOURCE_CONFLICT",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "RESOURCE_LIMIT_EXCEEDED",
    HTTPStatus.TOO_MANY_REQUESTS: "REQUEST_LIMIT_EXCEEDED",
    HTTPStatus.NOT_IMPLEMENTED: "NOT_IMPLEMENTED",
    HTTPStatus.SERVICE_UNAVAILABLE: "TEMPORARILY_UNAVAILABLE",
}
_INVALID: Final = "INVALID_PARAMETER_VALUE"


class MlflowRoute(APIRoute):
    """A route whose refusals have MLflow's fields in addition to those of every problem."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return FastAPI's handler, wrapped to translate errors."""
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handle(request)
            except Problem as problem:
                raise in_mlflow_format(problem) from problem
            except Unavailable as error:
                raise in_mlflow_format(unavailable(str(error))) from error
            except RequestValidationError as error:
                first = error.errors()[0]
                field = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
                raise invalid(field, str(first.get("input", "")), str(first["msg"])) from error

        return handled


def in_mlflow_format(problem: Problem) -> Problem:
    """Add `error_code` and `message` to a problem, and map its status to one that clients expect."""
    if "error_code" in problem.members:
        return problem
    status, code = _BY_NAME.get(problem.code, (problem.status, ""))
    if not code:
        code = _BY_STATUS.get(HTTPStatus(status), _INVALID)
        status = 400 if code == _INVALID else status
    return refusal(status, code, problem.detail, headers=problem.headers)


def refusal(status: int, error_code: str, text: str, headers: dict[str, str] | None = None) -> Problem:
    """Build an error answer.

    Args:
        status: HTTP status.
        error_code: MLflow error code.
        text: Message that clients show: the problem and the allowed values.
        headers: Headers of the answer.
    """
    title = HTTPStatus(status).phrase
    members = {"error_code": error_code, "message": text}
    slug = title.lower().replace(" ", "-")
    return Problem(status, slug, title, text, headers=headers, members=members)


def invalid(field: str, value: str, allowed: str) -> Problem:
    """Return the 400 answer for a field whose value is not allowed."""
    return refusal(400, _INVALID, f"{field} is {value[:200]!r}; must be {allowed}")


def absent(what: str, name: str) -> Problem:
    """Return the 404 answer for something that does not exist, or that the caller may not see."""
    return refusal(404, "RESOURCE_DOES_NOT_EXIST", f"{what} {name[:200]} does not exist")
