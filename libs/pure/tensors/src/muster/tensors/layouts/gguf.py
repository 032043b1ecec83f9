"""GGUF: magic, version, counts, key-value pairs, tensor descriptions, padding, the tensors.

What is refused is what llama.cpp's reader refuses (ggml/src/gguf.cpp), and bytes behind the last tensor. A
number that no real file reaches is an attack, wherever the file ends; one that only the end of the file
contradicts is a truncation. Strings and plain numbers are kept; arrays are checked and passed over.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from enum import IntEnum
from math import prod
from typing import Final

from muster.tensors.layouts.dtypes import GGML, Dtype
from muster.tensors.layouts.findings import FINDINGS_MAX, Finding, Kind, LayoutInvalid, finding, refusal
from muster.tensors.layouts.layout import (
    HEADER_BYTES_MAX,
    PAIRS_MAX,
    TENSORS_MAX,
    Format,
    Layout,
    Tensor,
    Value,
)
from muster.tensors.sources import Source

MAGIC: Final = b"GGUF"
VERSIONS: Final = (2, 3)
STRING_BYTES_MAX: Final = 16 << 20
ARRAY_ITEMS_MAX: Final = 1 << 22
"""Maximum items of an array, and strings of all arrays: vocabularies and their merges have below 2^20."""
NAME_BYTES_MAX: Final = 63
"""ggml's GGML_MAX_NAME, without the zero behind it."""
DIMENSIONS_MAX: Final = 4
ITEMS_MAX: Final = 2**63 - 1
ALIGNMENT: Final = "general.alignment"
ALIGNMENT_DEFAULT: Final = 32
ALIGNMENT_MAX: Final = 65_536
WINDOW_BYTES: Final = 1 << 20


class _Type(IntEnum):
    UINT8 = 0
    INT8 = 1
    UINT16 = 2
    INT16 = 3
    UINT32 = 4
    INT32 = 5
    FLOAT32 = 6
    BOOL = 7
    STRING = 8
    ARRAY = 9
    UINT64 = 10
    INT64 = 11
    FLOAT64 = 12


_NUMBERS: Final = {
    _Type.UINT8: struct.Struct("<B"),
    _Type.INT8: struct.Struct("<b"),
    _Type.UINT16: struct.Struct("<H"),
    _Type.INT16: struct.Struct("<h"),
    _Type.UINT32: struct.Struct("<I"),
    _Type.INT32: struct.Struct("<i"),
    _Type.FLOAT32: struct.Struct("<f"),
    _Type.BOOL: struct.Struct("<?"),
    _Type.UINT64: struct.Struct("<Q"),
    _Type.INT64: struct.Struct("<q"),
    _Type.FLOAT64: struct.Struct("<d"),
}
_U32: Final = struct.Struct("<I")
_U64: Final = struct.Struct("<Q")


def layout_of_gguf(source: Source) -> Layout:
    """The tensors of a file; reads its header only.

    Raises:
        LayoutInvalid: The header is not to be trusted.
    """
    cursor = _Cursor(source)
    texts: list[tuple[str, str]] = []
    try:
        tensor_count, pair_count = _counts(cursor)
        metadata = _pairs(cursor, pair_count, texts)
        alignment = _alignment(metadata)
        described = _descriptions(cursor, tensor_count)
        data_begin = _padded(cursor.at, alignment)
        tensors = _placed(described, data_begin, alignment, source.size_bytes)
    except LayoutInvalid as error:
        error.texts = tuple(texts)
        raise
    return Layout(
        Format.GGUF, min(data_begin, source.size_bytes), tensors, {k: v.value for k, v in metadata.items()}
    )


@dataclass(slots=True)
class _Cursor:
    """Reads the header from front to back, in windows."""

    source: Source
    at: int = 0
    strings: int = 0
    window: bytes = b""
    window_begin: int = 0

    def take(self, count: int, what: str) -> bytes:
        begin = self.at
        self.pass_over(count, what)
        if not (self.window_begin <= begin and self.at <= self.window_begin + len(self.window)):
            end = min(self.source.size_bytes, max(self.at, begin + WINDOW_BYTES))
            self.window, self.window_begin = self.source.read(begin, end), begin
        return self.window[begin - self.window_begin : self.at - self.window_begin]

    def pass_over(self, count: int, what: str) -> None:
        self.at += count
        if self.at > HEADER_BYTES_MAX:
            raise refusal(
                Kind.HEADER_TOO_LARGE,
                what,
                f"ends at byte {self.at}",
                f"a header of {HEADER_BYTES_MAX} bytes",
            )
        if self.at > self.source.size_bytes:
            held = self.source.size_bytes
            raise refusal(
                Kind.TRUNCATED, what, f"ends at byte {self.at}", f"at most {held}, where the file ends"
            )

    def u32(self, what: str) -> int:
        return _U32.unpack(self.take(4, what))[0]

    def u64(self, what: str) -> int:
        return _U64.unpack(self.take(8, what))[0]

    def count(self, what: str, most: int) -> int:
        count = self.u64(what)
        if count > most:
            raise refusal(Kind.COUNT_TOO_LARGE, what, count, f"at most {most}")
        return count

    def text(self, what: str, most: int = STRING_BYTES_MAX) -> str:
        length = self.u64(f"{what}, length")
        if length > most:
            raise refusal(Kind.STRING_TOO_LONG, what, f"{length} bytes", f"at most {most} bytes")
        try:
            return self.take(length, what).decode()
        except UnicodeDecodeError:
            raise refusal(Kind.TEXT_INVALID, what, "not UTF-8", "UTF-8") from None


def _counts(cursor: _Cursor) -> tuple[int, int]:
    magic = cursor.take(4, "magic")
    if magic != MAGIC:
        raise refusal(Kind.FORMAT_UNKNOWN, "magic", repr(magic), repr(MAGIC))
    version = cursor.u32("version")
    if version not in VERSIONS:
        allowed = " or ".join(map(str, VERSIONS)) + ", little-endian"
        raise refusal(Kind.VERSION_UNSUPPORTED, "version", version, allowed)
    return cursor.count("number of tensors", TENSORS_MAX), cursor.count(
        "number of key-value pairs", PAIRS_MAX
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    type: _Type
    value: Value


def _pairs(cursor: _Cursor, count: int, texts: list[tuple[str, str]]) -> dict[str, _Pair]:
    """All pairs; each text goes into `texts` as well, before a second value of its key is refused."""
    pairs: dict[str, _Pair] = {}
    wrong: list[Finding] = []
    for index in range(count):
        key = cursor.text(f"key {index}", 65_535)
        if not key:
            raise refusal(Kind.HEADER_MALFORMED, f"key {index}", "empty", "a name")
        if key in pairs:
            wrong.append(
                finding(Kind.NAME_REPEATED, f"key {key}", "a second value", "one value for each key")
            )
        kind = _type(cursor, key)
        value = _value(cursor, key, kind)
        pairs[key] = _Pair(kind, value)
        if isinstance(value, str):
            texts.append((key, value))
    if wrong:
        raise LayoutInvalid(wrong)
    return pairs


def _type(cursor: _Cursor, key: str) -> _Type:
    number = cursor.u32(f"type of {key}")
    try:
        return _Type(number)
    except ValueError:
        raise refusal(Kind.VALUE_TYPE_UNKNOWN, f"type of {key}", number, f"0 to {max(_Type)}") from None


def _value(cursor: _Cursor, key: str, kind: _Type) -> Value:
    if kind is _Type.STRING:
        return cursor.text(key)
    if kind is _Type.ARRAY:
        _pass_array(cursor, key)
        return None
    number = _NUMBERS[kind]
    return number.unpack(cursor.take(number.size, key))[0]


def _pass_array(cursor: _Cursor, key: str) -> None:
    kind = _type(cursor, key)
    if kind is _Type.ARRAY:
        raise refusal(Kind.ARRAY_NESTED, key, "an array of arrays", "an array of plain values")
    count = cursor.count(f"length of {key}", ARRAY_ITEMS_MAX)
    if kind is not _Type.STRING:
        cursor.pass_over(count * _NUMBERS[kind].size, key)
        return
    cursor.strings += count
    if cursor.strings > ARRAY_ITEMS_MAX:
        raise refusal(
            Kind.COUNT_TOO_LARGE, key, f"{cursor.strings} strings so far", f"at most {ARRAY_ITEMS_MAX}"
        )
    for _ in range(count):
        length = _U64.unpack(cursor.take(8, key))[0]
        if length > STRING_BYTES_MAX:
            raise refusal(Kind.STRING_TOO_LONG, key, f"{length} bytes", f"at most {STRING_BYTES_MAX} bytes")
        cursor.pass_over(length, key)


def _alignment(metadata: dict[str, _Pair]) -> int:
    pair = metadata.get(ALIGNMENT)
    if pair is None:
        return ALIGNMENT_DEFAULT
    value = pair.value
    good = pair.type is _Type.UINT32 and isinstance(value, int) and 8 <= value <= ALIGNMENT_MAX
    if not good or not isinstance(value, int) or value & (value - 1):
        allowed = f"a UINT32, a power of two from 8 to {ALIGNMENT_MAX}"
        raise refusal(Kind.ALIGNMENT_INVALID, ALIGNMENT, f"{pair.type.name} {value}", allowed)
    return value


@dataclass(frozen=True, slots=True)
class _Description:
    name: str
    dtype: Dtype
    dimensions: tuple[int, ...] = field(default=())
    offset: int = 0

    @property
    def span(self) -> int:
        return prod(self.dimensions) // self.dtype.block_items * self.dtype.block_bytes


def _descriptions(cursor: _Cursor, count: int) -> list[_Description]:
    described: list[_Description] = []
    names: set[str] = set()
    for index in range(count):
        name = cursor.text(f"name of tensor {index}", NAME_BYTES_MAX)
        if name in names:
            raise refusal(Kind.NAME_REPEATED, f"tensor {name}", "a second description", "one for each name")
        names.add(name)
        described.append(_description(cursor, name))
    return described


def _description(cursor: _Cursor, name: str) -> _Description:
    where = f"tensor {name}"
    count = cursor.u32(f"{where}, number of dimensions")
    if count > DIMENSIONS_MAX:
        raise refusal(Kind.DIMENSIONS_TOO_MANY, where, count, f"at most {DIMENSIONS_MAX} dimensions")
    dimensions = tuple(cursor.u64(f"{where}, dimension {index}") for index in range(count))
    if any(each > ITEMS_MAX for each in dimensions) or prod(dimensions) > ITEMS_MAX:
        raise refusal(Kind.NUMBER_OVERFLOW, where, list(dimensions), f"at most {ITEMS_MAX} items")
    number = cursor.u32(f"{where}, type")
    dtype = GGML.get(number)
    if dtype is None:
        raise refusal(Kind.DTYPE_UNKNOWN, f"{where}, type", number, "a ggml type from 0 to 42 that is in use")
    row = dimensions[0] if dimensions else 1
    if row % dtype.block_items:
        allowed = f"rows of a multiple of {dtype.block_items} items, as {dtype.name} wants"
        raise refusal(Kind.SHAPE_INVALID, where, list(dimensions), allowed)
    return _Description(name, dtype, dimensions, cursor.u64(f"{where}, offset"))


def _padded(size: int, alignment: int) -> int:
    return (size + alignment - 1) // alignment * alignment


def _placed(
    described: list[_Description], data_begin: int, alignment: int, file_bytes: int
) -> tuple[Tensor, ...]:
    wrong: list[Finding] = []
    tensors: list[Tensor] = []
    cursor = end = 0
    for each in described:
        if len(wrong) >= FINDINGS_MAX:
            break
        wrong.extend(_misplaced(each, cursor, alignment))
        end = cursor + each.span
        cursor = _padded(end, alignment)
        shape = tuple(reversed(each.dimensions))
        begin = data_begin + each.offset
        tensors.append(Tensor(each.name, each.dtype, shape, begin, begin + each.span))
    if wrong:
        raise LayoutInvalid(wrong)
    held = max(0, file_bytes - data_begin)
    if end > held:
        raise refusal(
            Kind.TRUNCATED,
            "tensors",
            f"end at byte {end} of the data",
            f"at most {held}, where the file ends",
        )
    if held > cursor:
        raise refusal(Kind.TRAILING_PAYLOAD, "file", f"{held - cursor} bytes behind the last tensor", "none")
    return tuple(tensors)


def _misplaced(each: _Description, cursor: int, alignment: int) -> list[Finding]:
    if each.offset == cursor:
        return []
    where, said = f"tensor {each.name}", f"offset {each.offset}"
    if each.offset % alignment:
        return [finding(Kind.ALIGNMENT_INVALID, where, said, f"a multiple of {alignment}")]
    kind = Kind.OVERLAP if each.offset < cursor else Kind.HOLE
    return [finding(kind, where, said, f"{cursor}, where the tensor before it ends")]
