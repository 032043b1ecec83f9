"""Base of the sources of encoders and decoders: named types, a function for each record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from fastavro.types import Schema


class Source:
    """Source under construction.

    Subclasses write a function for a record, and in it lines for each kind of value.

    Args:
        schema: A record, as `fastavro.parse_schema` gives it.
        env: Names that the source uses.

    Attributes:
        named: The schema's records and enums by full name.
        env: Names that the source uses; grows with the source.
    """

    def __init__(self, schema: Schema, env: Mapping[str, Any]) -> None:
        self._root = schema
        self.named: dict[str, Any] = {}
        self._lines: list[str] = []
        self._functions: dict[str, str] = {}
        self._branches: list[tuple[int, str, str]] = []
        self._names = 0
        self.env = dict(env)
        self._collect(schema)

    def compiled(self) -> Any:
        """The function for the schema's record."""
        function = self.function(self._root)
        exec("\n".join(self._lines), self.env)  # noqa: S102  (source that this module wrote)
        for union, name, made in self._branches:
            self.add_branch(self.env[f"union{union}"], name, self.env[made])
        return self.env[function]

    def function(self, record: Any) -> str:
        """The name of the function for a record, written when it is met first."""
        full_name = record["name"]
        if full_name not in self._functions:
            self._functions[full_name] = name = f"record{len(self._functions)}"
            self._lines += self.write_record(name, record)
        return self._functions[full_name]

    def write_record(self, name: str, record: Any) -> list[str]:
        """The lines of a record's function."""
        raise NotImplementedError

    def add_branch(self, table: Any, name: str, function: Any) -> None:
        """Complete a union's table with one of its records, in order."""
        raise NotImplementedError

    def union_of(self, records: list[Any]) -> int:
        """The number of a new union; its table is env["union<number>"]."""
        number = self.number()
        self._branches += [(number, record["name"], self.function(record)) for record in records]
        return number

    def number(self) -> int:
        """A number that no other name ends in."""
        self._names += 1
        return self._names

    def resolved(self, kind: Any) -> Any:
        """Return a type, with a reference to a name resolved."""
        return self.named.get(kind, kind) if isinstance(kind, str) else kind

    def _collect(self, kind: Any) -> None:
        if isinstance(kind, list):
            for branch in cast("list[Any]", kind):
                self._collect(branch)
        elif isinstance(kind, dict):
            node = cast("dict[str, Any]", kind)
            if "name" in node:
                self.named[node["name"]] = node
            fields: list[dict[str, Any]] = node.get("fields", [])
            for inner in (*(field["type"] for field in fields), node.get("items"), node.get("values")):
                self._collect(inner)


def kind_of(resolved: Any) -> str:
    """Return the kind of a type: a primitive's name, record, enum, array, map or union."""
    if isinstance(resolved, list):
        return "union"
    return str(cast("dict[str, Any]", resolved)["type"] if isinstance(resolved, dict) else resolved)


def nullable(branches: list[Any]) -> tuple[int, Any] | None:
    """The index of null and the other type, in a union of null and one type; None: it is another union."""
    if len(branches) != 2 or "null" not in branches:
        return None
    null = branches.index("null")
    return null, branches[1 - null]
