"""Parsing of request bodies; unknown fields are ignored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, TypeVar, cast

from fastapi import Request
from muster.api.commands.bodies import is_unicode
from muster.registry.edge.refusals import bad_request

T = TypeVar("T")

INT_MAX: Final = 2**63 - 1
"""Largest integer that the log and the tables can hold."""


async def json_object(request: Request, bytes_max: int = 2**20) -> dict[str, Any]:
    """Return a body that is a JSON object; an empty body counts as {}.

    Raises:
        Problem: 400 it is not a JSON object, or larger than `bytes_max`.
    """
    body = await request.body()
    if len(body) > bytes_max:
        raise bad_request(f"the body has {len(body)} bytes; must be at most {bytes_max}")
    return parsed_object(body or b"{}", "the body")


def parsed_object(text: bytes, where: str) -> dict[str, Any]:
    """Parse a JSON object.

    Raises:
        Problem: 400 it is not a JSON object, or has text with an unpaired surrogate.
    """
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict) or not is_unicode(text, cast("object", body)):
        raise bad_request(f"{where} is {text[:80]!r}; must be a JSON object of valid Unicode text")
    return cast("dict[str, Any]", body)


def field_of(body: dict[str, Any], name: str, kind: type[T], otherwise: T | None = None) -> T:
    """Return a field of a body; `otherwise` if it is absent or null.

    Raises:
        Problem: 400 it is absent, or of another type.
    """
    value = body.get(name)
    if value is None and otherwise is not None:
        return otherwise
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise bad_request(f"{name} is {str(value)[:80]!r}; must be {_WORDS[kind]}")
    if isinstance(value, int) and abs(value) > INT_MAX:
        raise bad_request(f"{name} has {value.bit_length()} bits; must be a whole number of 64 bits")
    return value


def list_of(body: dict[str, Any], name: str, items_max: int) -> list[Any]:
    """Return a field that is a list.

    Raises:
        Problem: 400 it is not a list, or too long.
    """
    value = cast("list[Any]", field_of(body, name, list))
    if len(value) > items_max:
        raise bad_request(f"{name} has {len(value)} items; must be at most {items_max}")
    return value


def object_of(body: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a field that is an object.

    Raises:
        Problem: 400 it is not an object.
    """
    return cast("dict[str, Any]", field_of(body, name, dict))


_WORDS: Final[Mapping[type[Any], str]] = {
    str: "text",
    int: "a whole number",
    list: "a list",
    dict: "an object",
}
