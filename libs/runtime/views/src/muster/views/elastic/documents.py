"""Merges rows into whole documents; a document's version is its position in the log. Pure."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from muster.views.rows import Merge


@dataclass(frozen=True, slots=True)
class Document:
    """A whole document.

    Attributes:
        key: Id of the document.
        version: Offset + 1 of the last event it holds; 0: it holds none.
        body: Fields of the document.
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
        body = {**document.body, **row.fields} if document and not row.whole else dict(row.fields)
        changed[row.key] = Document(row.key, row.version, body)
    return list(changed.values())


class RecentDocuments:
    """The documents written last, of every index, so that they need not be read back; the oldest go first.

    Args:
        documents_max: Maximum documents cached.
    """

    def __init__(self, documents_max: int) -> None:
        self._documents_max = documents_max
        self._documents: OrderedDict[tuple[str, str], Document] = OrderedDict()

    def found(self, index: str, keys: Iterable[str]) -> dict[str, Document]:
        """Return the cached documents of these keys."""
        kept = ((key, self._documents.get((index, key))) for key in keys)
        return {key: document for key, document in kept if document is not None}

    def keep(self, index: str, documents: Iterable[Document]) -> None:
        """Keep these, which were written now."""
        for document in documents:
            self._documents[index, document.key] = document
            self._documents.move_to_end((index, document.key))
        while len(self._documents) > self._documents_max:
            self._documents.popitem(last=False)

    def clear(self) -> None:
        """Clear the cache: another process may have written."""
        self._documents.clear()
