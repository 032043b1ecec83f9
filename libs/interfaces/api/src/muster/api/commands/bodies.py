"""Parsing of request bodies: JSON by RFC 8259, and objects with known fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar, cast

from fastapi import Request
from muster.api.problems import invalid_request
from muster.events.shared.command_answers import Violation
from muster.jobs import InvalidDocument, filled, read_json
from muster.jobs.documents.refusal import invalid
from muster.jobs.forms.form import Form

F = TypeVar("F", bound=Form)
E = TypeVar("E", bound=StrEnum)

REASON: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "ReasonRequest",
    "properties": {"reason": {"type": "string", "maxLength": 1024, "default": ""}},
    "additionalProperties": False,
}
"""Schema of a body with an optional reason; read with read_texts."""


async def read_body(request: Request) -> Any:
    """Read the body as plain data; None when it is empty.

    Raises:
        Problem: 400 the body is not JSON; 413 it is too large.
    """
    body = await request.body()
    if not body:
        return None
    try:
        found = read_json(body)
    except InvalidDocument as error:
        raise invalid_request(error.violations, 400) from None
    if not is_unicode(body, found):
        allowed = "text without halves of surrogate pairs (\\ud800 to \\udfff)"
        raise invalid_request([invalid("(document)", "text that is no Unicode", allowed)], 400)
    return found


def is_unicode(body: bytes, found: object) -> bool:
    """Whether every text in a JSON body is Unicode: half of a surrogate pair parses, but cannot be stored.

    Args:
        body: Body as received.
        found: Data parsed from it.
    """
    try:
        body.decode()
        if b"\\ud" in body.lower():
            json.dumps(found, ensure_ascii=False).encode()
    except UnicodeError:
        return False
    return True


def read_form(form: type[F], body: object) -> F:
    """Convert a body to a form.

    Raises:
        Problem: 422 with every violation.
    """
    try:
        return filled(form, body)
    except InvalidDocument as error:
        raise invalid_request(error.violations) from None


def read_texts(body: object, **fields: str) -> dict[str, str]:
    """Read an object whose fields are texts.

    Args:
        body: Plain data; None is an empty object.
        fields: Default of each field.

    Raises:
        Problem: 422 the body is not such an object, or has an unknown field.
    """
    names = ", ".join(fields)
    given = cast("Mapping[str, object]", {} if body is None else body)
    if not isinstance(body, dict | None):
        raise invalid_request([invalid("(document)", body, f"an object with the fields {names}")])
    wrong: list[Violation] = []
    for name, value in given.items():
        if name not in fields:
            wrong.append(invalid(name[:64], value, f"absent: unknown field; the fields are {names}"))
        elif not isinstance(value, str):
            wrong.append(invalid(name, value, "text"))
    if wrong:
        raise invalid_request(wrong)
    return {name: cast("str", given.get(name, default)) for name, default in fields.items()}


def one_of(field: str, value: str, allowed: type[E]) -> E:
    """Return the enumeration member that a text names in lower case.

    Raises:
        Problem: 422 the text names none.
    """
    for each in allowed:
        if each.value.lower() == value:
            return each
    names = ", ".join(each.value.lower() for each in allowed)
    raise invalid_request([Violation(field=field, value=value[:80] or "(absent)", allowed=names)])
