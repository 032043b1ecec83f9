"""Groups a batch of nodes and edges into statements: one per label, one per kind of edge. Pure.

Rows about the same node or edge are merged first, later over earlier, so that the order of the statements
does not matter. The ends of edges become node rows too, because the event that creates an end may be in
another partition and not read yet. Lines are sorted by key, so that two sessions take their locks in the same
order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from muster.views.rows import GraphRow, Node

Lines = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class NodeGroup:
    """Nodes of one label; each line has `id` and `properties`."""

    label: str
    lines: Lines


@dataclass(frozen=True, slots=True)
class EdgeGroup:
    """Edges of one type between two labels; each line has `start`, `end` and `properties`."""

    type: str
    start_label: str
    end_label: str
    lines: Lines


@dataclass(slots=True)
class _Merged:
    nodes: dict[tuple[str, str], dict[str, Any]] = field(
        default_factory=dict[tuple[str, str], dict[str, Any]]
    )
    edges: dict[tuple[str, str, str, str, str], dict[str, Any]] = field(
        default_factory=dict[tuple[str, str, str, str, str], dict[str, Any]]
    )

    def add(self, row: GraphRow) -> None:
        if isinstance(row, Node):
            self.nodes.setdefault((row.label, row.key), {}).update(row.properties)
            return
        self.add(row.start)
        self.add(row.end)
        ends = (row.type, row.start.label, row.end.label, row.start.key, row.end.key)
        self.edges.setdefault(ends, {}).update(row.properties)


def grouped(rows: Iterable[GraphRow]) -> tuple[list[NodeGroup], list[EdgeGroup]]:
    """The groups of a batch: nodes first.

    Raises:
        ValueError: a label or type is invalid, see `word`.
    """
    merged = _Merged()
    for row in rows:
        merged.add(row)
    nodes: dict[str, Lines] = {}
    for (label, key), properties in sorted(merged.nodes.items(), key=lambda item: item[0]):
        nodes.setdefault(word(label), []).append({"id": key, "properties": properties})
    edges: dict[tuple[str, str, str], Lines] = {}
    for (kind, a, b, start, end), properties in sorted(merged.edges.items(), key=lambda item: item[0]):
        line = {"start": start, "end": end, "properties": properties}
        edges.setdefault((word(kind), word(a), word(b)), []).append(line)
    return [NodeGroup(*g) for g in nodes.items()], [EdgeGroup(*kind, lines) for kind, lines in edges.items()]


@lru_cache(maxsize=256)
def word(text: str) -> str:
    """Check a label or type that will be part of a statement.

    Raises:
        ValueError: it is not made of letters, digits and _, a letter first.
    """
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", text):
        raise ValueError(f"label or type is {text!r}; must be A-Z, a-z, 0-9 and _, a letter first")
    return text
