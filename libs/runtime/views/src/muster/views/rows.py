"""Rows that a projection writes: a key and final values, never `x = x + 1`.

Rows are idempotent, so a batch repeated after a crash does no harm. A row holds only its event's data; fields
that it does not name stay unchanged. No row deletes: a deletion is a field (`deleted_at_ms`), because a
store that forgets a deleted key would let a replay restore it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Fields: TypeAlias = Mapping[str, Any]
"""Values by name: text, numbers, booleans, None, lists and mappings of these, and records of events, each of
which is stored as an object of its fields."""


@dataclass(frozen=True, slots=True)
class Upsert:
    """Set columns of a table's row; the row is created if it does not exist.

    All events that set the same columns of a row must come from one partition: only there is an order of them
    that a rebuild repeats.

    Attributes:
        table: Name of the table.
        key: Values of the primary key's columns, by name.
        columns: Values of the other columns to set, by name.
        only_if_absent: Do not change an existing row.
    """

    table: str
    key: Fields
    columns: Fields = field(default_factory=dict[str, Any])
    only_if_absent: bool = False

    def identity(self) -> tuple[Any, ...]:
        """Equal for upserts of the same row of the same table."""
        key = self.key.items()
        return self.table, *(key if len(key) == 1 else sorted(key))


@dataclass(frozen=True, slots=True)
class Append:
    """Insert a row that no other record writes, because the record's own position is its key.

    Cheaper than an Upsert: rows and positions move in one transaction, so the row cannot exist yet.

    Attributes:
        table: Name of the table.
        key: The record's position, by the names of the primary key's columns.
        columns: Values of the other columns to set, by name; in the same order for all rows of a table.
    """

    table: str
    key: Fields
    columns: Fields


TableRow: TypeAlias = Upsert | Append


@dataclass(frozen=True, slots=True)
class Merge:
    """Set fields of a document; the document is created if it does not exist.

    Attributes:
        collection: Kind of document.
        key: Id of the document within the collection.
        fields: Fields to set.
        version: Offset of the event + 1. All events about one document must come from one partition, in
            order, so that the version tells exactly which of them the document holds.
        only_if_absent: Do not change an existing document.
        whole: The fields are all that the document has from here on, whatever it had before; so nothing has
            to be read to write it.
    """

    collection: str
    key: str
    fields: Fields
    version: int
    only_if_absent: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """Set properties of a node of the graph; the node is created if it does not exist.

    Attributes:
        label: Kind of node.
        key: Id of the node within the kind.
        properties: Properties to set; None removes one.
    """

    label: str
    key: str
    properties: Fields = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Edge:
    """Set properties of a relationship; it and its ends are created if they do not exist.

    Attributes:
        type: Kind of relationship.
        start: Start node; its properties are set too.
        end: End node; its properties are set too.
        properties: Properties to set; None removes one.
    """

    type: str
    start: Node
    end: Node
    properties: Fields = field(default_factory=dict[str, Any])


GraphRow: TypeAlias = Node | Edge
