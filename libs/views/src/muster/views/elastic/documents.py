"""How rows become whole documents, and what a document knows of its place in the log. Pure."""

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
        version: Offset + 1 of the last event it holds; 0: there is none.
        body: Its fields.
    """

    key: str
    version: int
    body: Mapping[str, Any]


def merged(found: Mapping[str, Document], rows: Iterable[Merge]) -> list[Document]:
    """The documents that change, whole, with rows they hold already left out.

    Args:
        found: What is stored, by key; a key that is missing has no document.
        rows: What happened, in the order of the log.
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
