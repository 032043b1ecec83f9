"""Parse search results of other registries as untrusted input. PURE.

Such results were written by others: text is truncated for display, and no address in it is ever followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from muster.jobs.values.quantities import parse_time
from muster.registry.core.documents import FACETS, Facets, Found

TEXT_MAX: Final = 256
TAGS_MAX: Final = 100
FACET_VALUES_MAX: Final = 100
"""Maximum number of values of one field in one response."""

_COUNT_MAX: Final = 2**53
_LICENCE: Final = "license:"


class NotUnderstood(ValueError):
    """Invalid response of another registry; the message names the offending part."""


def from_muster(body: Any, limit: int) -> tuple[list[Found], Facets]:
    """Parse the response of GET /v1/search of another Muster registry.

    Raises:
        NotUnderstood: the response is invalid.
    """
    fields = _object(body)
    found = [_of_muster(_object(each)) for each in _list(fields.get("items"))[:limit]]
    facets: dict[str, Mapping[str, int]] = {}
    for field, values in _object(fields.get("facets") or {}).items():
        if field in FACETS:
            counted = list(_object(values).items())[:FACET_VALUES_MAX]
            facets[field] = {_text(value): _count(number) for value, number in counted}
    return found, facets


def from_hub(body: Any, type_: str, limit: int) -> list[Found]:
    """Parse the response of GET /api/models, /api/datasets or /api/spaces of a Hugging Face Hub.

    Raises:
        NotUnderstood: the response is invalid.
    """
    return [_of_hub(_object(each), type_) for each in _list(body)[:limit]]


def with_tags(found: Iterable[Found], *wanted: Sequence[str]) -> list[Found]:
    """Filter repositories with at least one tag of each list; an empty list matches all."""
    return [each for each in found if all(not any_of or set(any_of) & set(each.tags) for any_of in wanted)]


def _of_muster(value: Mapping[str, Any]) -> Found:
    quarantine = value.get("quarantine")
    return Found(
        type=_text(value.get("type")),
        name=_text(value.get("name")),
        visibility=_text(value.get("visibility")),
        tags=_tags(value.get("tags")),
        licence=_text(value.get("licence") or ""),
        created_at_ms=_time_ms(value.get("created_at")),
        changed_at_ms=_time_ms(value.get("changed_at")),
        downloads=_count(value.get("downloads") or 0),
        commit=_text(value.get("commit") or ""),
        quarantine=None if quarantine is None else _text(quarantine),
    )


def _of_hub(value: Mapping[str, Any], type_: str) -> Found:
    tags = _tags(value.get("tags"))
    licences = (tag.removeprefix(_LICENCE) for tag in tags if tag.startswith(_LICENCE))
    visibility = value.get("visibility") or ("private" if value.get("private") else "public")
    if value.get("gated"):
        visibility = "restricted"
    return Found(
        type=type_,
        name=_text(value.get("id") or value.get("modelId")),
        visibility=_text(visibility),
        tags=tags,
        licence=next(licences, ""),
        created_at_ms=_time_ms(value.get("createdAt")),
        changed_at_ms=_time_ms(value.get("lastModified")),
        downloads=_count(value.get("downloads") or 0),
        commit=_text(value.get("sha") or ""),
        quarantine="disabled by its registry" if value.get("disabled") else None,
    )


def _tags(value: Any) -> tuple[str, ...]:
    return tuple(_text(tag) for tag in _list(value or [])[:TAGS_MAX])


def _time_ms(value: Any) -> int:
    if value is None:
        return 0
    try:
        return parse_time(_text(value))
    except ValueError as error:
        raise NotUnderstood(str(error)) from None


def _count(value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value <= _COUNT_MAX:
        raise NotUnderstood(f"{_excerpt(value)} is not an integer from 0 to 2^53")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise NotUnderstood(f"{_excerpt(value)} is not a single line of text")
    return value[:TEXT_MAX]


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise NotUnderstood(f"{_excerpt(value)} is not a list")
    return cast("list[Any]", value)


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise NotUnderstood(f"{_excerpt(value)} is not an object")
    return cast("dict[str, Any]", value)


def _excerpt(value: Any) -> str:
    return repr(value)[:80]
