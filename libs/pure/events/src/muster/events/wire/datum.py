"""Conversion of generated types to plain data and back.

A datum is the plain data of an Avro writer, and nearly of a JSON writer: dicts, lists, numbers, strings. A
union branch is the pair (full Avro name, datum); in JSON it is the datum with its short name under "type".
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Protocol, Self, TypeAlias, cast


class Record(Protocol):
    """The methods of every generated record."""

    AVRO_NAME: ClassVar[str]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        ...

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Self:
        """The inverse."""
        ...


_LEAVES: Final = frozenset({str, int, bool, float, type(None)})
"""Types of values that are the same in a datum and in JSON."""

Table: TypeAlias = Mapping[str, type[Any]]


def table_of(*records: type[Any]) -> Table:
    """The branches of a union, by full Avro name and by short name."""
    return {name: r for r in records for name in (cast("str", r.AVRO_NAME), r.__name__)}


def write_branch(record: Any) -> tuple[str, dict[str, Any]]:
    """A union branch in the codec's form."""
    return record.AVRO_NAME, record.to_datum()


def read_branch(table: Table, value: Any) -> Any:
    """A union branch from either form.

    Raises:
        ValueError: the branch is not in the table, or has no name.
    """
    if isinstance(value, tuple):
        name, datum = cast("tuple[str, Mapping[str, Any]]", value)
    else:
        datum = cast("Mapping[str, Any]", value)
        name = str(datum.get("type", ""))
    if name not in table:
        known = sorted({r.__name__ for r in table.values()})
        raise ValueError(f"payload type is {name!r}; allowed: {', '.join(known)}")
    return table[name].from_datum(datum)


def branch_of(value: Any) -> Mapping[str, Any]:
    """The datum of a nullable record, with or without its name."""
    return cast("Mapping[str, Any]", value[1] if isinstance(value, tuple) else value)


def to_json(value: Any) -> Any:
    """A datum as JSON: bytes become base64 text."""
    if isinstance(value, tuple):
        name, datum = cast("tuple[str, dict[str, Any]]", value)
        return {"type": name.rsplit(".", 1)[1], **cast("dict[str, Any]", to_json(datum))}
    # Most values are leaves; a call for each of them would cost more than all the rest.
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {k: v if type(v) in _LEAVES else to_json(v) for k, v in items}
    if isinstance(value, list):
        return [v if type(v) in _LEAVES else to_json(v) for v in cast("list[Any]", value)]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value
