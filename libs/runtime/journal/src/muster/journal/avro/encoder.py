"""Writes the source of an encoder: def record0(r, out, seen) appends each field of the record r to out.

Records are encoded as they are, without plain data in between. What a transaction says more than once (a fact
in the batch and on its topic, a job's spec in the command and in the fact) is encoded once: `seen` has the
bytes of the larger records by identity, for as long as the caller keeps those records alive.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

from fastavro.types import Schema
from muster.journal.avro.source import Source, kind_of, nullable

Seen: TypeAlias = dict[int, bytearray]
"""Encodings of records by id(record)."""

Encoder: TypeAlias = Callable[[Any, bytearray, Seen], None]
"""Appends the encoding of a record; raises errors of many kinds when it does not fit."""

_SHORT: Final = 8_192
_LARGE: Final = 12
"""Fields from which on the encoding of a nested record is cached in `seen`."""


def encoder(schema: Schema) -> Encoder:
    """Compile an encoder.

    Args:
        schema: A record, as `fastavro.parse_schema` gives it.
    """
    env = {"varint": varint, "varints": _VARINTS, "double": struct.Struct("<d").pack}
    return cast("Encoder", _EncoderSource(schema, env).compiled())


def varint(value: int) -> bytes:
    """Encode a number as a zigzag varint.

    Raises:
        OverflowError: the value has more than 64 bits.
    """
    if not -(1 << 63) <= value < 1 << 63:
        raise OverflowError(f"number is {value}; must fit into 64 bits")
    rest = (value << 1) ^ (value >> 63)
    out = bytearray()
    while rest > 0x7F:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)


_VARINTS: Final = tuple(map(varint, range(_SHORT)))
"""The varints of small numbers: of nearly every length, count and number that occurs."""


class _EncoderSource(Source):
    """The source of an encoder."""

    def write_record(self, name: str, record: Any) -> list[str]:
        lines = [f"def {name}(r, out, seen):", "    pass"]
        for field in record["fields"]:
            lines += self._value(field["type"], f"r.{field['name']}", "    ")
        return lines

    def add_branch(self, table: Any, name: str, function: Any) -> None:
        table[name] = (varint(len(table)), function)

    def _value(self, kind: Any, value: str, pad: str) -> list[str]:
        """Lines that append the value of an expression."""
        resolved = self.resolved(kind)
        v = f"v{self.number()}"
        match kind_of(resolved):
            case "string":
                return [f"{pad}{v} = {value}.encode()", *self._sized(v, pad), f"{pad}out += {v}"]
            case "bytes":
                return [f"{pad}{v} = {value}", *self._sized(v, pad), f"{pad}out += {v}"]
            case "int" | "long":
                small = f"varints[{v}] if 0 <= {v} < {_SHORT} else varint({v})"
                return [f"{pad}{v} = {value}", f"{pad}out += {small}"]
            case "boolean":
                return [f"{pad}out.append(1 if {value} else 0)"]
            case "double":
                return [f"{pad}out += double({value})"]
            case "enum":
                table = f"symbols{self.number()}"
                self.env[table] = {symbol: varint(n) for n, symbol in enumerate(resolved["symbols"])}
                return [f"{pad}out += {table}[{value}]"]
            case "record":
                return self._record(resolved, v, value, pad)
            case "array":
                inner = self._value(resolved["items"], f"{v}i", f"{pad}        ")
                return self._block(v, value, f"for {v}i in {v}:", inner, pad)
            case "map":
                inner = self._value("string", f"{v}k", f"{pad}        ")
                inner += self._value(resolved["values"], f"{v}i", f"{pad}        ")
                return self._block(v, value, f"for {v}k, {v}i in {v}.items():", inner, pad)
            case "union":
                return self._union([self.resolved(branch) for branch in resolved], v, value, pad)
            case other:
                raise TypeError(f"Avro type {other}: this module does not compile it")

    def _record(self, record: Any, v: str, value: str, pad: str) -> list[str]:
        function = self.function(record)
        if len(record["fields"]) < _LARGE:
            return [f"{pad}{function}({value}, out, seen)"]
        return [f"{pad}{v} = {value}", *_once(v, function, pad)]

    def _sized(self, v: str, pad: str) -> list[str]:
        """Lines that append the length of a value."""
        return [f"{pad}n = len({v})", f"{pad}out += varints[n] if n < {_SHORT} else varint(n)"]

    def _block(self, v: str, value: str, loop: str, inner: list[str], pad: str) -> list[str]:
        sized = self._sized(v, f"{pad}    ")[1]
        head = [f"{pad}{v} = {value}", f"{pad}n = len({v})", f"{pad}if n:", sized, f"{pad}    {loop}"]
        return [*head, *inner, f"{pad}out.append(0)"]

    def _union(self, branches: list[Any], v: str, value: str, pad: str) -> list[str]:
        if (null_and_other := nullable(branches)) is not None:
            null, other = null_and_other
            lines = [f"{pad}{v} = {value}", f"{pad}if {v} is None:", f"{pad}    out.append({2 * null})"]
            lines += [f"{pad}else:", f"{pad}    out.append({2 - 2 * null})"]
            return lines + self._value(other, v, f"{pad}    ")
        number = self.union_of(branches)
        self.env[f"union{number}"] = dict[str, Any]()
        return [
            f"{pad}{v} = {value}",
            f"{pad}head, encode = union{number}[{v}.AVRO_NAME]",
            f"{pad}out += head",
            *_once(v, "encode", pad),
        ]


def _once(v: str, function: str, pad: str) -> list[str]:
    """Lines that append a record's encoding, made by a function when it is met first."""
    return [
        f"{pad}known = seen.get(id({v}))",
        f"{pad}if known is None:",
        f"{pad}    begin = len(out)",
        f"{pad}    {function}({v}, out, seen)",
        f"{pad}    seen[id({v})] = out[begin:]",
        f"{pad}else:",
        f"{pad}    out += known",
    ]
