"""Errors of pydantic as sentences: `<field> is <value>; must be <allowed>`."""

from __future__ import annotations

from typing import Any, Final, cast

from muster.scoring.rubric.findings import InvalidCheck, excerpt
from pydantic import ValidationError

_BEGINNINGS: Final = ("Input should be ", "String should have ", "Value error, ")


def invalid_check(
    error: ValidationError, of: str, *, parts_left_out: int = 0, field_prefix: str = ""
) -> InvalidCheck:
    """Return the first error of a validation as the error of a check.

    Args:
        error: From a model of checks or of arguments.
        of: Owner of the fields, as in "must be left out of <owner>".
        parts_left_out: Parts at the beginning of pydantic's path that are no fields, as the kind of a union.
        field_prefix: Text before the path, with a point at its end.
    """
    first = cast("dict[str, Any]", error.errors()[0])
    context: dict[str, Any] = first.get("ctx", {})
    if isinstance(context.get("error"), InvalidCheck):
        return context["error"]
    if first["type"].startswith("union_tag"):
        return _unknown_kind(context)
    field = field_prefix + ".".join(map(str, first["loc"][parts_left_out:]))
    if first["type"] == "missing":
        return InvalidCheck(f"{field} is missing; must be in {of}")
    if first["type"] == "extra_forbidden":
        return InvalidCheck(f"{field} is {excerpt(str(first['input']))}; must be left out of {of}")
    if first["type"] in ("too_short", "too_long"):
        least, most = context.get("min_length"), context.get("max_length")
        allowed = f"{most} or fewer items" if least is None else f"{least} or more items"
        return InvalidCheck(f"{field} is {context['actual_length']} items; must be {allowed}")
    allowed = str(first["msg"])
    for beginning in _BEGINNINGS:
        allowed = allowed.removeprefix(beginning)
    allowed = allowed[:1].lower() + allowed[1:]
    return InvalidCheck(f"{field} is {excerpt(str(first['input']))}; must be {allowed}")


def _unknown_kind(context: dict[str, Any]) -> InvalidCheck:
    kinds = context.get("expected_tags", "one of the kinds of checks")
    kind = context.get("tag")
    return InvalidCheck(f"kind is {'missing' if kind is None else excerpt(str(kind))}; must be {kinds}")
