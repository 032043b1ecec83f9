"""Parquet and Arrow: locations of columns, and metadata that readers turn into types.

parquet.thrift in the compact protocol of Thrift; Message.fbs, Schema.fbs and File.fbs of Arrow.
Both are walked field by field within their bounds. The numbers and texts of columns are data: no reader makes
anything else of them.
"""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from muster.scanning.paths import leaves
from muster.tensors.sources import Source

Judged = tuple[str, str, int | None]
FOOTER_MAX: Final = 64 << 20
VALUES_MAX: Final = 4_000_000
"""Values of a footer."""
MESSAGES_MAX: Final = 1_000_000
FIELDS_MAX: Final = 100_000
_DEEP_MAX: Final = 64
_PICKLED_TYPE: Final = b"arrow.py_extension_type"
"""Its metadata is a pickle that pyarrow before 14.0.1 loads with the schema (CVE-2023-47248)."""
_NEXT: Final = b"\xff\xff\xff\xff"


@dataclass(slots=True)
class Table:
    """Metadata and problems of a table.

    Attributes:
        metadata: Keys and values of the file and its columns, which readers may interpret in any way.
        wrong: The problems found.
    """

    metadata: list[tuple[str, bytes]] = field(default_factory=list[tuple[str, bytes]])
    wrong: list[Judged] = field(default_factory=list[Judged])

    def add(self, key: bytes, value: bytes) -> None:
        """A key and its value."""
        self.metadata.append((key[:256].decode("utf-8", "replace"), value))
        if key == b"ARROW:extension:name" and value == _PICKLED_TYPE:
            self.wrong.append(("table.pickled-type", value.decode(), None))


class TableBroken(Exception):
    """The bytes are not a table that a reader accepts."""


def parquet(source: Source) -> Table:
    """A file of Parquet, by its footer."""
    table, size = Table(), source.size_bytes
    end = source.read(max(0, size - 8), size)
    length = int.from_bytes(end[:4], "little")
    if end[4:] == b"PARE":
        table.wrong.append(("archive.encrypted", "the footer of a Parquet file", None))
    elif end[4:] != b"PAR1" or length > min(size - 12, FOOTER_MAX):
        table.wrong.append(("table.broken", f"no footer of Parquet at the end: {end!r}", None))
    else:
        begin = size - 8 - length
        try:
            _footer(_Compact(source.read(begin, begin + length)), begin, table)
        except TableBroken as error:
            table.wrong.append(("table.broken", str(error), begin))
    return table


def arrow(source: Source) -> Table:
    """Read a file or stream of Arrow, message by message, and a file's footer, which readers trust."""
    table, size = Table(), source.size_bytes
    is_file = source.read(0, min(6, size)) == b"ARROW1"
    try:
        behind = _messages(source, 8 if is_file else 0, table)
        if is_file:
            _arrow_footer(source, behind, table)
        elif behind < size:
            table.wrong.append(("archive.hidden", f"{size - behind} bytes behind the end", behind))
    except TableBroken as error:
        table.wrong.append(("table.broken", str(error), None))
    return table


def is_arrow_stream(start: bytes) -> bool:
    """Whether bytes begin with a message that holds a schema."""
    if start[:4] != _NEXT or len(start) < 32:
        return False
    try:
        message = _Flat(start[8:]).root()
        return message.number(1, "<B") == 1 and 8 <= int.from_bytes(start[4:8], "little") < FOOTER_MAX
    except TableBroken:
        return False


# ---- Parquet -----------------------------------------------------------------------------------------------

_BINARY: Final = 8
_LIST: Final = 9
_STRUCT: Final = 12


class _Compact:
    """Thrift's compact protocol."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0
        self._left = VALUES_MAX

    def fields(self) -> Iterator[tuple[int, int]]:
        """Number and type of each field of a struct; its value is to be taken before the next."""
        number = 0
        while True:
            self._left -= 1
            if self._left < 0:
                raise TableBroken(f"a footer of more than {VALUES_MAX} values")
            head = self._take(1)[0]
            if head == 0:
                return
            number = number + (head >> 4) if head >> 4 else self.integer()
            yield number, head & 15

    def integer(self) -> int:
        """A number with its sign in the last bit."""
        value = self._varint()
        return value >> 1 ^ -(value & 1)

    def binary(self) -> bytes:
        """A text."""
        return self._take(self._varint())

    def items(self, kind: int) -> Iterator[None]:
        """Yield the items of a list if they have this type; take each one before the next."""
        head = self._take(1)[0]
        count = head >> 4 if head >> 4 < 15 else self._varint()
        if head & 15 != kind:
            raise TableBroken(f"a list of type {head & 15} for {kind}")
        for _ in range(count):
            yield None

    def skip(self, kind: int, depth: int = 0) -> None:
        """Skip a value."""
        self._left -= 1
        if depth > _DEEP_MAX or self._left < 0:
            raise TableBroken("a footer that is too deep, or has too many values")
        if kind in (4, 5, 6):
            self._varint()
        elif kind in (3, 7):
            self._take(1 if kind == 3 else 8)
        elif kind == _BINARY:
            self.binary()
        elif kind in (_LIST, 10):
            head = self._take(1)[0]
            for _ in range(head >> 4 if head >> 4 < 15 else self._varint()):
                self.skip(3 if head & 15 in (1, 2) else head & 15, depth + 1)
        elif kind == 11:
            count = self._varint()
            kinds = self._take(1)[0] if count else 0
            for _ in range(count):
                self.skip(kinds >> 4, depth + 1)
                self.skip(kinds & 15, depth + 1)
        elif kind == _STRUCT:
            for _, inner in self.fields():
                self.skip(inner, depth + 1)
        elif kind not in (1, 2):
            raise TableBroken(f"a value of type {kind}")

    def _varint(self) -> int:
        value = 0
        for shift in range(0, 70, 7):
            byte = self._take(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise TableBroken("a number without an end")

    def _take(self, count: int) -> bytes:
        taken = self._content[self._at : self._at + count]
        if len(taken) < count:
            raise TableBroken("a footer that ends too early")
        self._at += count
        return taken


def _footer(reader: _Compact, end: int, table: Table) -> None:
    """Read FileMetaData; columns must lie before `end`."""
    for number, kind in reader.fields():
        if (number, kind) == (4, _LIST):
            for _ in reader.items(_STRUCT):
                for inner, held in reader.fields():
                    if (inner, held) == (1, _LIST):
                        for _ in reader.items(_STRUCT):
                            _column(reader, end, table)
                    else:
                        reader.skip(held)
        elif (number, kind) == (5, _LIST):
            for _ in reader.items(_STRUCT):
                _pair(reader, table)
        else:
            reader.skip(kind)


def _column(reader: _Compact, end: int, table: Table) -> None:
    elsewhere = False
    said: dict[int, int] = {}
    for number, kind in reader.fields():
        if (number, kind) == (1, _BINARY):
            path, elsewhere = reader.binary().decode("utf-8", "replace"), True
            if leaves(path):
                table.wrong.append(("archive.leaves-folder", f"a column in {path}", None))
        elif (number, kind) == (3, _STRUCT):
            for inner, held in reader.fields():
                if held in (5, 6):
                    said[inner] = reader.integer()
                elif (inner, held) == (8, _LIST):
                    for _ in reader.items(_STRUCT):
                        _pair(reader, table)
                else:
                    reader.skip(held)
        else:
            reader.skip(kind)
    # Their numbers: 7 all of it packed, 9 the first page, 11 the page of its dictionary; 0 is none.
    begin, length = min([said[each] for each in (9, 11) if said.get(each)], default=4), said.get(7, 0)
    if not elsewhere and (begin < 4 or length < 0 or begin + length > end):
        table.wrong.append(("table.bounds", f"a column of {length} bytes at {begin}", None))


def _pair(reader: _Compact, table: Table) -> None:
    key = value = b""
    for number, kind in reader.fields():
        if (number, kind) == (1, _BINARY):
            key = reader.binary()
        elif (number, kind) == (2, _BINARY):
            value = reader.binary()
        else:
            reader.skip(kind)
    if key != b"ARROW:schema":
        table.add(key, value)
        return
    try:
        message = base64.b64decode(value, validate=True)
    except binascii.Error:
        raise TableBroken("a schema of Arrow that is no base64") from None
    begin = 8 if message[:4] == _NEXT else 4
    _message(_Flat(message[begin:]).root(), table)


# ---- Arrow -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _At:
    """A table of a FlatBuffer."""

    flat: _Flat
    place: int

    def _slot(self, index: int) -> int:
        """Offset of a field; 0: it has its default."""
        vtable = self.place - self.flat.number(self.place, "<i")
        if 4 + 2 * index >= self.flat.number(vtable, "<H"):
            return 0
        offset = self.flat.number(vtable + 4 + 2 * index, "<H")
        return self.place + offset if offset else 0

    def number(self, index: int, form: str) -> int:
        """Read a number; 0 if it has its default."""
        slot = self._slot(index)
        return self.flat.number(slot, form) if slot else 0

    def table(self, index: int) -> _At | None:
        """A table in it."""
        slot = self._slot(index)
        return _At(self.flat, slot + self.flat.number(slot, "<I")) if slot else None

    def tables(self, index: int) -> Iterator[_At]:
        """A vector of tables in it."""
        for slot in self._vector(index):
            yield _At(self.flat, slot + self.flat.number(slot, "<I"))

    def text(self, index: int) -> bytes:
        """A text in it."""
        slot = self._slot(index)
        if not slot:
            return b""
        begin = slot + self.flat.number(slot, "<I")
        return self.flat.bytes_at(begin + 4, self.flat.number(begin, "<I"))

    def _vector(self, index: int) -> Iterator[int]:
        slot = self._slot(index)
        if slot:
            begin = slot + self.flat.number(slot, "<I")
            count = self.flat.number(begin, "<I")
            if count > FIELDS_MAX:
                raise TableBroken(f"more than {FIELDS_MAX} fields")
            yield from range(begin + 4, begin + 4 + 4 * count, 4)


class _Flat:
    """A FlatBuffer."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.left = FIELDS_MAX

    def root(self) -> _At:
        """The root table."""
        return _At(self, self.number(0, "<I"))

    def number(self, at: int, form: str) -> int:
        """A number at a place."""
        if at < 0:
            raise TableBroken("a FlatBuffer that leads before its begin")
        try:
            return struct.unpack_from(form, self._content, at)[0]
        except struct.error:
            raise TableBroken("a FlatBuffer that leads behind its end") from None

    def bytes_at(self, at: int, count: int) -> bytes:
        """Bytes at a place."""
        if at < 0 or at + count > len(self._content):
            raise TableBroken("a FlatBuffer that leads behind its end")
        return self._content[at : at + count]


def _messages(source: Source, at: int, table: Table) -> int:
    """Read all messages and return where they end."""
    size = source.size_bytes
    for _ in range(MESSAGES_MAX):
        if at >= size:
            return size
        head = source.read(at, min(size, at + 8))
        length = int.from_bytes(head[4:], "little")
        if head[:4] != _NEXT or len(head) < 8 or at + 8 + length > size or length > FOOTER_MAX:
            raise TableBroken(f"no message at byte {at}")
        if length == 0:
            return at + 8
        message = _Flat(source.read(at + 8, at + 8 + length)).root()
        _message(message, table)
        body = message.number(3, "<q")
        if body < 0 or at + 8 + length + body > size:
            raise TableBroken(f"a message of {body} bytes at byte {at}")
        at += 8 + length + body
    raise TableBroken(f"more than {MESSAGES_MAX} messages")


def _message(message: _At, table: Table) -> None:
    _pairs(message, 4, table)
    header = message.table(2)
    if message.number(1, "<B") == 1 and header is not None:
        _schema(header, table)


def _schema(schema: _At, table: Table) -> None:
    _pairs(schema, 2, table)
    for each in schema.tables(1):
        _field(each, table, 0)


def _field(held: _At, table: Table, depth: int) -> None:
    held.flat.left -= 1
    if depth > _DEEP_MAX or held.flat.left < 0:
        raise TableBroken(f"fields deeper than {_DEEP_MAX}, or more than {FIELDS_MAX}")
    _pairs(held, 6, table)
    for each in held.tables(5):
        _field(each, table, depth + 1)


def _pairs(held: _At, index: int, table: Table) -> None:
    for each in held.tables(index):
        held.flat.left -= 1
        if held.flat.left < 0:
            raise TableBroken(f"more than {FIELDS_MAX} keys")
        table.add(each.text(0), each.text(1))


def _arrow_footer(source: Source, behind: int, table: Table) -> None:
    size = source.size_bytes
    end = source.read(max(0, size - 10), size)
    length = int.from_bytes(end[:4], "little")
    if end[4:] != b"ARROW1" or not 8 <= length <= size - 10 - behind:
        raise TableBroken(f"no footer of Arrow at the end: {end!r}")
    if size - 10 - behind - length > 8:
        table.wrong.append(
            ("archive.hidden", f"{size - 10 - behind - length} bytes before the footer", behind)
        )
    footer = _Flat(source.read(size - 10 - length, size - 10)).root()
    _pairs(footer, 4, table)
    schema = footer.table(1)
    if schema is not None:
        _schema(schema, table)
