"""Writes the source of a decoder: def record0(b, p) reads a record from b, beginning at p."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, cast

from fastavro.types import Schema
from muster.journal.avro.source import Source, kind_of, nullable

Decoder: TypeAlias = Callable[[bytes, int], tuple[dict[str, Any], int]]
"""Decodes from an offset: the datum, and the offset after it, beyond the end when bytes are missing."""


def decoder(schema: Schema) -> Decoder:
    """Compile a decoder of data written with this very schema.

    Args:
        schema: A record, as `fastavro.parse_schema` gives it.
    """
    return cast("Decoder", DecoderSource(schema, PRIMITIVES).compiled())


def _long_varint(value: bytes, at: int, low: int) -> tuple[int, int]:
    """Read the rest of a varint whose first byte says that more follow; the result is zigzag-encoded."""
    low &= 0x7F
    shift = 7
    while True:
        byte = value[at]
        at += 1
        low |= (byte & 0x7F) << shift
        if byte < 0x80:
            break
        shift += 7
    if low >> 64:
        raise ValueError("a number of more than 64 bits")
    return low, at


PRIMITIVES: Final[Mapping[str, Any]] = {
    "long_varint": _long_varint,
    "double": struct.Struct("<d").unpack_from,
}
"""Names that the source of every decoder uses."""


class DecoderSource(Source):
    """The source of a decoder of plain data; subclasses build other objects from the parts."""

    def write_record(self, name: str, record: Any) -> list[str]:
        """Return the lines of a record's function."""
        lines, values = [f"def {name}(b, p):"], dict[str, str]()
        for field in record["fields"]:
            read, values[field["name"]] = self._value(field["type"], "    ")
            lines += read
        return [*lines, f"    return {self.made_record(name, record, values)}, p"]

    def made_record(self, name: str, record: Any, values: Mapping[str, str]) -> str:
        """Return the expression for a record, from the expressions of its fields."""
        del name, record
        return f"{{{', '.join(f'{field!r}: {value}' for field, value in values.items())}}}"

    def symbols(self, enum: Any) -> tuple[Any, ...]:
        """Return the decoded values of an enum's symbols."""
        return tuple(enum["symbols"])

    def array_lines(self, v: str, pad: str) -> list[str]:
        """Return lines to run after an array was read as the list v."""
        del v, pad
        return []

    def branch(self, name: str, value: str) -> str:
        """Return the expression for a record in a union, from those of its name and of itself."""
        return f"({name}, {value})"

    def add_branch(self, table: Any, name: str, function: Any) -> None:
        """Complete a union's table with one of its records, in order."""
        table.append((name, function))

    def _value(self, kind: Any, pad: str) -> tuple[list[str], str]:
        """Lines that read a value, and the expression that then holds it."""
        resolved = self.resolved(kind)
        v = f"v{self.number()}"
        match kind_of(resolved):
            case "string" | "bytes" as content:
                decoded = ".decode()" if content == "string" else ""
                return [*self._content(pad), f"{pad}{v} = b[p:e]{decoded}", f"{pad}p = e"], v
            case "int" | "long":
                return [*self._varint(v, pad), f"{pad}{v} = ({v} >> 1) ^ -({v} & 1)"], v
            case "boolean":
                return [f"{pad}{v} = b[p] != 0", f"{pad}p += 1"], v
            case "double":
                return [f"{pad}({v},) = double(b, p)", f"{pad}p += 8"], v
            case "null":
                return [], "None"
            case "enum":
                table = f"symbols{self.number()}"
                self.env[table] = self.symbols(resolved)
                return [*self._count("n", pad), f"{pad}{v} = {table}[n]"], v
            case "record":
                return [f"{pad}{v}, p = {self.function(resolved)}(b, p)"], v
            case "array":
                inner, item = self._value(resolved["items"], f"{pad}        ")
                read = self._blocks(v, "[]", [*inner, f"{pad}        {v}.append({item})"], pad)
                return [*read, *self.array_lines(v, pad)], v
            case "map":
                key_lines, key = self._value("string", f"{pad}        ")
                inner, item = self._value(resolved["values"], f"{pad}        ")
                put = f"{pad}        {v}[{key}] = {item}"
                return self._blocks(v, "{}", [*key_lines, *inner, put], pad), v
            case "union":
                return self._union([self.resolved(branch) for branch in resolved], v, pad), v
            case other:
                raise TypeError(f"Avro type {other}: this module does not compile it")

    def _varint(self, v: str, pad: str) -> list[str]:
        more = f"{pad}    {v}, p = long_varint(b, p, {v})"
        return [f"{pad}{v} = b[p]", f"{pad}p += 1", f"{pad}if {v} > 127:", more]

    def _count(self, v: str, pad: str) -> list[str]:
        """Lines that read a number that is not negative."""
        negative = f"{pad}    raise ValueError('a negative number')"
        return [*self._varint(v, pad), f"{pad}if {v} & 1:", negative, f"{pad}{v} >>= 1"]

    def _content(self, pad: str) -> list[str]:
        """Lines that read a length; the content is then b[p:e]."""
        return [*self._count("n", pad), f"{pad}e = p + n"]

    def _blocks(self, v: str, empty: str, inner: list[str], pad: str) -> list[str]:
        count = f"{v}n"
        lines = [f"{pad}{v} = {empty}", f"{pad}while True:", *self._count(count, f"{pad}    ")]
        lines += [f"{pad}    if not {count}:", f"{pad}        break"]
        lines += [f"{pad}    if {count} > len(b):", f"{pad}        raise ValueError('more items than bytes')"]
        return [*lines, f"{pad}    for _ in range({count}):", *inner]

    def _union(self, branches: list[Any], v: str, pad: str) -> list[str]:
        lines = self._count("n", pad)
        if (null_and_other := nullable(branches)) is not None:
            null, other = null_and_other
            read, value = self._value(other, f"{pad}    ")
            if kind_of(other) == "record":
                value = self.branch(repr(other["name"]), value)
            lines += [f"{pad}if n == {null}:", f"{pad}    {v} = None", f"{pad}elif n == {1 - null}:"]
            lines += [*read, f"{pad}    {v} = {value}"]
            return [*lines, f"{pad}else:", f"{pad}    raise ValueError('no such branch')"]
        number = self.union_of(branches)
        self.env[f"union{number}"] = list[Any]()
        return [
            *lines,
            f"{pad}name, decode = union{number}[n]",
            f"{pad}{v}, p = decode(b, p)",
            f"{pad}{v} = {self.branch('name', v)}",
        ]
