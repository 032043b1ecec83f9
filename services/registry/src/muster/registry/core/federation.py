"""What other registries answer to a search: read with suspicion, put together with what is found here. PURE.

Whatever stands in such an answer was written by somebody else: it is cut to what is shown, never followed.
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
"""Of one field of one answer."""

_KEYS: Final[Mapping[str, Callable[[Found], int]]] = {
    "changed": lambda each: each.changed_at_ms,
    "created": lambda each: each.created_at_ms,
    "downloads": lambda each: each.downloads,
}
"""What is ordered by, the highest first."""
_COUNT_MAX: Final = 2**53
_LICENCE: Final = "license:"


class NotUnderstood(ValueError):
    """An answer that is none; the text says what of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A repository that a search has found.

    Attributes:
        type: model, dataset or space.
        name: NAMESPACE/NAME; old ones of the Hub have no namespace.
        visibility: As its registry says it.
        tags: Of its card.
        licence: Empty: its card says none.
        created_at_ms: Milliseconds since 1970 UTC; 0: it is not said.
        changed_at_ms: The same of the latest change.
        downloads: As its registry counts them.
        commit: Of main; empty: it is not said.
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
    """What GET /v1/search of another registry of this kind answers.

    Raises:
        NotUnderstood: it is no such answer.
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
    """What GET /api/models, /api/datasets or /api/spaces of the Hugging Face Hub answers, or one like it.

    Raises:
        NotUnderstood: it is no such answer.
    """
    return [_of_hub(_object(each), type_) for each in _list(body)[:limit]]


def having(found: Iterable[Found], *wanted: Sequence[str]) -> list[Found]:
    """Those with one tag of each of these lists; an empty list narrows nothing."""
    return [each for each in found if all(not any_of or set(any_of) & set(each.tags) for any_of in wanted)]


def merged(lists: Sequence[tuple[str, Sequence[Found]]], sort: str, limit: int) -> list[tuple[str, Found]]:
    """Repositories of several registries in one order, each with its registry's name.

    How well something matches is measured differently everywhere: by relevance the best of each come first,
    then the second of each, in the order of the registries.

    Args:
        lists: What each registry has found, in its own order.
        sort: relevance, changed, created or downloads.
        limit: At most so many.
    """
    named = [[(name, each) for each in found] for name, found in lists]
    in_turn = [each for row in zip_longest(*named) for each in row if each is not None]
    key = _KEYS.get(sort)
    if key is not None:
        in_turn.sort(key=lambda named: -key(named[1]))
    return in_turn[:limit]


def summed(facets: Iterable[Facets]) -> dict[str, dict[str, int]]:
    """Facets of several registries: what two of them have counts twice."""
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
