"""Errors of pydantic as violations, in this system's words. PURE."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import invalid, path_text
from pydantic import ValidationError


def violations_of(error: ValidationError, at: str) -> list[Violation]:
    """Return the violations of a model that pydantic has found, field by field.

    Args:
        error: Errors of pydantic; messages of validators are `<field> is <value>; must be <allowed>`.
        at: Path of the model, before the path of each field; empty: the document itself.
    """
    return list(_violations(error, at))


def _violations(error: ValidationError, at: str) -> Iterator[Violation]:
    for found in cast("list[dict[str, Any]]", error.errors()):
        path = path_text(found["loc"]) if found["loc"] else ""
        yield _violation(found, ".".join(each for each in (at, path) if each))


def _violation(found: dict[str, Any], field: str) -> Violation:
    kind = found["type"]
    if kind == "missing":
        return invalid(field, "missing", "given")
    if kind == "extra_forbidden":
        return invalid(field, found["input"], "left out: there is no such field")
    if kind == "value_error":
        # A message of ours is a whole sentence about a field of this one.
        name, _, rest = str(found["ctx"]["error"]).partition(" is ")
        value, _, allowed = rest.partition("; must be ")
        return invalid(".".join(each for each in (field, name) if each), value, allowed)
    text = str(found["msg"]).removeprefix("Input should be ").removeprefix("String should ")
    return invalid(field or path_text(()), found["input"], text[:1].lower() + text[1:])
