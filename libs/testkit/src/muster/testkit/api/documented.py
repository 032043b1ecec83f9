"""Query parameters of every route, as the generated page lists them: real services refuse all others."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).resolve().parents[6] / "docs/reference/http.md"

Parameters = Mapping[str, float]
"""Names, and how often each may come."""


def refused(method: str, path: str, query: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the parameters that a route does not take, or not so often; none where the page lacks it."""
    declared = next((known for route, known in _routes(method) if route.fullmatch(path)), None)
    if declared is None:
        return []
    return [name for name, values in query.items() if len(values) > declared.get(name, 0)]


@functools.cache
def _routes(method: str) -> Sequence[tuple[re.Pattern[str], Parameters]]:
    """Patterns of the paths of a method, those without parameters first."""
    found: dict[str, dict[str, float]] = {}
    for section in PAGE.read_text().split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        of, _, path = title.partition(" ")
        if of == method:
            rows = re.findall(r"^\| `(\w+)` \| query(, repeatable)? \|", text, re.MULTILINE)
            found[path] = {name: inf if repeatable else 1 for name, repeatable in rows}
    ordered = sorted(found.items(), key=lambda item: item[0].count("{"))
    return [(re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))), known) for path, known in ordered]
