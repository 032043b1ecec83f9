"""What a projection writes, as values: a key and final values, never `x = x + 1`.

Applying the same row twice is applying it once, so a batch that is repeated after a crash does no harm. A row
says only what its event says: the fields it does not name stay as they are. There is no row that deletes: a
deletion is a field (`deleted_at_ms`), because a store that forgets a deleted key would let a replay bring it
back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Fields: TypeAlias = Mapping[str, Any]
"""Plain data by name: text, numbers, booleans, None, lists and mappings of these."""


@dataclass(frozen=True, slots=True)
class Upsert:
    """These columns of this row of this table have these values; the row is made when it is not there.

    Attributes:
        table: Its name.
        key: Columns of the primary key.
        columns: The others that change.
        only_if_absent: Leave the row alone when there is one.
    """

    table: str
    key: Fields
    columns: Fields = field(default_factory=dict[str, Any])
    only_if_absent: bool = False

    def identity(self) -> tuple[Any, ...]:
        """Equal for rows about the same line of the same table."""
        return self.table, *sorted(self.key.items())


@dataclass(frozen=True, slots=True)
class Merge:
    """These fields of this document have these values; the document is made when it is not there.

    Attributes:
        collection: Kind of document.
        key: Its id within the collection.
        fields: What changes.
        version: Offset of the event + 1. All events about one document must come from one partition, in
            order: then the version says exactly which of them the document holds.
        only_if_absent: Leave the document alone when there is one.
    """

    collection: str
    key: str
    fields: Fields
    version: int
    only_if_absent: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """This node of the graph has these properties; it is made when it is not there.

    Attributes:
        label: Its kind.
        key: Its id within the kind.
        properties: What changes; None removes one.
    """

    label: str
    key: str
    properties: Fields = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Edge:
    """This relationship exists, once, with these properties; its ends are made when they are not there.

    Attributes:
        type: Its kind.
        start: Where from; the node's own properties are merged too.
        end: Where to; likewise.
        properties: What changes; None removes one.
    """

    type: str
    start: Node
    end: Node
    properties: Fields = field(default_factory=dict[str, Any])


GraphRow: TypeAlias = Node | Edge
