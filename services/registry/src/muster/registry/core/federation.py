"""Parse search results of other registries as untrusted input, and merge them with local ones. PURE.

Such results were written by others: text is truncated for display, and no address in it is ever followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, cast

from muster.jobs.values.quantities import parse_time
from muster.registry.core.documents import FACETS

TEXT_MAX: Final = 256
TAGS_MAX: Final = 100
FACET_VALUES_MAX: Final = 100
"""Maximum number of values of one field in one response."""

_KEYS: Final[Mapping[str, Callable[[Found], int]]] = {
    "changed": lambda each: each.changed_at_ms,
    "created": lambda each: each.created_at_ms,
    "downloads": lambda each: each.downloads,
}
"""Sort orders other than relevance; the highest value comes first."""
_COUNT_MAX: Final = 2**53
_LICENCE: Final = "license:"


class NotUnderstood(ValueError):
    """Invalid response of another registry; the message names the offending part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A repository found by a search.

    Attributes:
        type: model, dataset or space.
        name: NAMESPACE/NAME; old repositories of the Hub have no namespace.
        visibility: As reported by its registry.
        tags: Tags on its card.
        licence: Licence on its card; empty: none.
        created_at_ms: Milliseconds since 1970 UTC; 0: unknown.
        changed_at_ms: Time of the latest change, in milliseconds since 1970 UTC; 0: unknown.
        downloads: As counted by its registry.
        commit: Commit of main; empty: unknown.
        quarantine: Why its files are closed; None: they are not.
    """

    type: str
    name: str
    visibility: str
    tags: tuple[str, ...]
    licence: str
    created_at_ms: int
    changed_at_ms: int
    downloads: int
    commit: str
    quarantine: str | None


Facets = Mapping[str, Mapping[str, int]]


def from_muster(body: Any, limit: int) -> tuple[list[Found], Facets]:
    """Parse the response of GET /v1/search of another Muster registry.

    Raises:
        NotUnderstood: the response is invalid.
    """
    fields = _object(body)
    found = [_of_muster(_object(each)) for each in _list(fields.get("repositories"))[:limit]]
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


def having(found: Iterable[Found], *wanted: Sequence[str]) -> list[Found]:
    """Filter repositories with at least one tag of each list; an empty list matches all."""
    return [each for each in found if all(not any_of or set(any_of) & set(each.tags) for any_of in wanted)]


def merged(lists: Sequence[tuple[str, Sequence[Found]]], sort: str, limit: int) -> list[tuple[str, Found]]:
    """Merge repositories of several registries into one order, each with its registry's name.

    Relevance scores of different registries are not comparable: sorted by relevance, the best of each
    registry come first, then the second of each, in the order of the registries.

    Args:
        lists: The results of each registry, in its own order.
        sort: relevance, changed, created or downloads.
        limit: Maximum number of repositories returned.
    """
    named = [[(name, each) for each in found] for name, found in lists]
    in_turn = [each for row in zip_longest(*named) for each in row if each is not None]
    key = _KEYS.get(sort)
    if key is not None:
        in_turn.sort(key=lambda named: -key(named[1]))
    return in_turn[:limit]


def summed(facets: Iterable[Facets]) -> dict[str, dict[str, int]]:
    """Add up the facets of several registries; a repository that two of them have counts twice."""
    sums: dict[str, Counter[str]] = {field: Counter() for field in FACETS}
    for each in facets:
        for field, values in each.items():
            sums[field].update(values)
    return {field: dict(counter.most_common()) for field, counter in sums.items()}


def _of_muster(said: Mapping[str, Any]) -> Found:
    quarantine = said.get("quarantine")
    return Found(
        type=_text(said.get("type")),
        name=_text(said.get("name")),
        visibility=_text(said.get("visibility")),
        tags=_tags(said.get("tags")),
        licence=_text(said.get("licence") or ""),
        created_at_ms=_count(said.get("created_at_ms") or 0),
        changed_at_ms=_count(said.get("changed_at_ms") or 0),
        downloads=_count(said.get("downloads") or 0),
        commit=_text(said.get("commit") or ""),
        quarantine=None if quarantine is None else _text(quarantine),
    )


def _of_hub(said: Mapping[str, Any], type_: str) -> Found:
    tags = _tags(said.get("tags"))
    licences = (tag.removeprefix(_LICENCE) for tag in tags if tag.startswith(_LICENCE))
    visibility = said.get("visibility") or ("private" if said.get("private") else "public")
    if said.get("gated"):
        visibility = "restricted"
    return Found(
        type=type_,
        name=_text(said.get("id") or said.get("modelId")),
        visibility=_text(visibility),
        tags=tags,
        licence=next(licences, ""),
        created_at_ms=_time_ms(said.get("createdAt")),
        changed_at_ms=_time_ms(said.get("lastModified")),
        downloads=_count(said.get("downloads") or 0),
        commit=_text(said.get("sha") or ""),
        quarantine="disabled by its registry" if said.get("disabled") else None,
    )


def _tags(said: Any) -> tuple[str, ...]:
    return tuple(_text(tag) for tag in _list(said or [])[:TAGS_MAX])


def _time_ms(said: Any) -> int:
    if said is None:
        return 0
    try:
        return parse_time(_text(said))
    except ValueError as error:
        raise NotUnderstood(str(error)) from None


def _count(said: Any) -> int:
    if not isinstance(said, int) or not 0 <= said <= _COUNT_MAX:
        raise NotUnderstood(f"{_shown(said)} is no number of 0 to 2^53")
    return said


def _text(said: Any) -> str:
    if not isinstance(said, str) or not said.isprintable():
        raise NotUnderstood(f"{_shown(said)} is no text in one line")
    return said[:TEXT_MAX]


def _list(said: Any) -> list[Any]:
    if not isinstance(said, list):
        raise NotUnderstood(f"{_shown(said)} is no list")
    return cast("list[Any]", said)


def _object(said: Any) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise NotUnderstood(f"{_shown(said)} is no object")
    return cast("dict[str, Any]", said)


def _shown(said: Any) -> str:
    return repr(said)[:80]
