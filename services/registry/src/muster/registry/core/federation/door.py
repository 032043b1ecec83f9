"""Merge what several registries have found. PURE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from muster.registry.core.documents import FACETS, Facets, Found

_KEYS: Final[Mapping[str, Callable[[Found], int]]] = {
    "changed": lambda each: each.changed_at_ms,
    "created": lambda each: each.created_at_ms,
    "downloads": lambda each: each.downloads,
}
"""Sort orders other than relevance; the highest value comes first."""


def merge(lists: Sequence[tuple[str, Sequence[Found]]], sort: str, limit: int) -> list[tuple[str, Found]]:
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


def sum_facets(facets: Iterable[Facets]) -> dict[str, dict[str, int]]:
    """Add up the facets of several registries; a repository that two of them have counts twice."""
    sums: dict[str, Counter[str]] = {field: Counter() for field in FACETS}
    for each in facets:
        for field, values in each.items():
            sums[field].update(values)
    return {field: dict(counter.most_common()) for field, counter in sums.items()}
