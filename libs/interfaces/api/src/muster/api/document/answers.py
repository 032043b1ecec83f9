"""Responses of a route in the OpenAPI document: the JSON of each status, and its problems."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any, Final

from muster.api.problems import MEDIA_TYPE
from muster.jobs.values.quantities import format_time
from pydantic import PlainSerializer, WithJsonSchema

Rfc3339 = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]
"""Time in an answer that has it as text already."""

Time = Annotated[int, PlainSerializer(format_time, return_type=Rfc3339)]
"""Time in an answer: milliseconds since 1970 UTC in tables, RFC 3339 in the JSON."""

Responses = dict[int | str, dict[str, Any]]

PROBLEM_REF: Final = {"$ref": "#/components/schemas/ProblemDetails"}

_RETRY_AFTER: Final = {
    "Retry-After": {"description": "When to try again, seconds.", "schema": {"type": "integer"}}
}
_LATER: Final = frozenset({429, 503})

_ETAG: Final = {"ETag": {"description": "The version, for If-Match.", "schema": {"type": "string"}}}


def answers(models: Mapping[int, Any], *problems: int, etag: bool = False) -> Responses:
    """Return the value of `responses=` for a route.

    Args:
        models: Type of the JSON of each status.
        problems: Statuses answered with a problem, in addition to those of every route.
        etag: Whether successful answers have an ETag.
    """
    found: Responses = {
        status: {"model": model, "description": HTTPStatus(status).phrase} for status, model in models.items()
    }
    if etag:
        for answer in found.values():
            answer["headers"] = _ETAG
    return found | {status: problem_answer(status) for status in problems}


def problem_answer(status: int) -> dict[str, Any]:
    """Describe a status that is answered with a problem."""
    later = {"headers": _RETRY_AFTER} if status in _LATER else {}
    return later | {
        "description": HTTPStatus(status).phrase,
        "content": {MEDIA_TYPE: {"schema": PROBLEM_REF}},
    }


def asked(decided: Any, receipt: Any, *problems: int) -> Responses:
    """Return the value of `responses=` for a route that appends a command to the log.

    Args:
        decided: Type of 200: with `wait_s`, the command was carried out.
        receipt: Type of 202.
        problems: Statuses in addition to those of every command.
    """
    return answers({200: decided, 202: receipt}, *sorted({403, 404, 409, 429, *problems}))
