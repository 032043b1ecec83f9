"""Merges rows into whole documents; a document's version is its position in the log. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from muster.views.rows import Merge


@dataclass(frozen=True, slots=True)
class Document:
    """A whole document.

    Attributes:
        key: Its id.
        version: Offset + 1 of the last event it holds; 0: it holds none.
        body: Its fields.
    """

    key: str
    version: int
    body: Mapping[str, Any]


def merged(found: Mapping[str, Document], rows: Iterable[Merge]) -> list[Document]:
    """The whole documents that change; rows that a document holds already are skipped.

    Args:
        found: The stored documents by key; a missing key has no document.
        rows: The rows, in the order of the log.
    """
    changed: dict[str, Document] = {}
    for row in rows:
        document = changed.get(row.key) or found.get(row.key)
        holds_already = row.key in found and row.version <= found[row.key].version
        if holds_already or (row.only_if_absent and document is not None):
            continue
        body = {**document.body, **row.fields} if document else dict(row.fields)
        changed[row.key] = Document(row.key, row.version, body)
    return list(changed.values())
