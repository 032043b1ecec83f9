"""Binary documents: UBJSON, MessagePack, CBOR and BSON, each walked to the last byte of its file.

Specifications: ubjson.org, github.com/msgpack/msgpack, RFC 8949, bsonspec.org. A file is one of them only if
a map or a list is all of it. Bytes in it are kept: another reader could take them for a file of their own.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final, cast

from muster.scanning.formats.tables import Table

DOCUMENT_BYTES: Final = 64 << 20
VALUES_MAX: Final = 2_000_000
_DEEP_MAX: Final = 100
_CARRIER_BYTES: Final = 8
"""The shortest value that could be another file."""


class NotThat(Exception):
    """The bytes are not a document of this kind."""


class _Walk:
    """Position in a document, and bytes found so far."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0
        self.left = VALUES_MAX
        self.table = Table()

    def take(self, count: int) -> bytes:
        if count < 0 or self.at + count > len(self.content):
            raise NotThat
        taken = self.content[self.at : self.at + count]
        self.at += count
        return taken

    def number(self, form: str) -> Any:
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def enter(self, depth: int) -> None:
        self.left -= 1
        if depth > _DEEP_MAX or self.left < 0:
            raise NotThat

    def text(self, count: int) -> str:
        try:
            return self.take(count).decode("utf-8")
        except UnicodeDecodeError:
            raise NotThat from None

    def carried(self, key: object, value: bytes) -> bytes:
        """Keep bytes for the scanner, which treats them as a file."""
        if len(value) >= _CARRIER_BYTES:
            self.table.metadata.append((str(key)[:256], value))
        return value


def _read(content: bytes, first: Callable[[_Walk], Any]) -> tuple[Any, Table] | None:
    """A document and what it carries; None: the bytes are not of this kind, or more follows."""
    walk = _Walk(content)
    try:
        document = first(walk)
    except (NotThat, struct.error, TypeError):
        return None
    whole = walk.at == len(content) and isinstance(document, (dict, list)) and len(content) > 1
    return (cast("Any", document), walk.table) if whole else None


def ubjson(content: bytes) -> tuple[Any, Table] | None:
    """A document of UBJSON, as XGBoost writes it."""
    return _read(content, lambda walk: _ubjson(walk, walk.take(1), 0, "")) if content[:1] in b"{[" else None


_UBJSON_NUMBERS: Final = {
    b"i": ">b", b"U": ">B", b"I": ">h", b"l": ">i", b"L": ">q", b"d": ">f", b"D": ">d",
    b"u": ">H", b"m": ">I", b"M": ">Q",
}  # fmt: skip


def _ubjson(walk: _Walk, mark: bytes, depth: int, key: object) -> Any:
    walk.enter(depth)
    if mark in _UBJSON_NUMBERS:
        return walk.number(_UBJSON_NUMBERS[mark])
    match mark:
        case b"Z" | b"N":
            return None
        case b"T" | b"F":
            return mark == b"T"
        case b"C":
            return walk.text(1)
        case b"S" | b"H":
            return walk.text(_ubjson_length(walk))
        case b"{" | b"[":
            return _ubjson_held(walk, mark, depth, key)
        case _:
            raise NotThat


def _ubjson_length(walk: _Walk) -> int:
    mark = walk.take(1)
    if mark not in _UBJSON_NUMBERS or mark in b"dD":
        raise NotThat
    return int(walk.number(_UBJSON_NUMBERS[mark]))


def _ubjson_held(walk: _Walk, mark: bytes, depth: int, key: object) -> Any:
    kind = walk.take(1) if _passed(walk, b"$") else b""
    count = _ubjson_length(walk) if _passed(walk, b"#") else None
    if kind and count is None:
        raise NotThat
    if mark == b"[" and kind in _UBJSON_NUMBERS and count is not None:
        raw = walk.take(count * struct.calcsize(_UBJSON_NUMBERS[kind]))
        walk.carried(key, raw)
        return []
    held: list[tuple[str, Any]] = []
    end = b"}" if mark == b"{" else b"]"
    while count is None or len(held) < count:
        if count is None and _passed(walk, end):
            break
        name = walk.text(_ubjson_length(walk)) if mark == b"{" else ""
        held.append((name, _ubjson(walk, kind or walk.take(1), depth + 1, name or key)))
    return dict(held) if mark == b"{" else [value for _, value in held]


def _passed(walk: _Walk, mark: bytes) -> bool:
    """Skip the next byte if it is this one; return whether it was."""
    found = walk.content[walk.at : walk.at + 1] == mark
    walk.at += found
    return found


def msgpack(content: bytes) -> tuple[Any, Table] | None:
    """A document of MessagePack, as spaCy, Flax and srsly write it."""
    begin = content[:1]
    is_held = begin in (b"\xdc", b"\xdd", b"\xde", b"\xdf") or 0x80 <= (begin or b"\0")[0] <= 0x9F
    return _read(content, lambda walk: _msgpack(walk, 0, "")) if is_held else None


_MSGPACK_NUMBERS: Final = {
    0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
    0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
}  # fmt: skip
_MSGPACK_SIZED: Final = {
    0xC4: ("bytes", ">B"), 0xC5: ("bytes", ">H"), 0xC6: ("bytes", ">I"),
    0xC7: ("extension", ">B"), 0xC8: ("extension", ">H"), 0xC9: ("extension", ">I"),
    0xD9: ("text", ">B"), 0xDA: ("text", ">H"), 0xDB: ("text", ">I"),
    0xDC: ("list", ">H"), 0xDD: ("list", ">I"), 0xDE: ("map", ">H"), 0xDF: ("map", ">I"),
}  # fmt: skip


def _msgpack(walk: _Walk, depth: int, key: object) -> Any:
    walk.enter(depth)
    code = walk.take(1)[0]
    if code < 0x80 or code >= 0xE0:
        return code
    if code in _MSGPACK_NUMBERS:
        return walk.number(_MSGPACK_NUMBERS[code])
    if code in (0xC0, 0xC2, 0xC3):
        return None if code == 0xC0 else code == 0xC3
    if 0xD4 <= code <= 0xD8:
        walk.take(1)
        return walk.carried(key, walk.take(1 << (code - 0xD4)))
    if code == 0xC1:
        raise NotThat
    if code < 0xC0:
        kind = "map" if code < 0x90 else "list" if code < 0xA0 else "text"
        count = code & (0x0F if code < 0xA0 else 0x1F)
    else:
        kind, form = _MSGPACK_SIZED[code]
        count = walk.number(form)
    match kind:
        case "text":
            return walk.text(count)
        case "bytes":
            return walk.carried(key, walk.take(count))
        case "extension":
            walk.take(1)
            return walk.carried(key, walk.take(count))
        case "list":
            return [_msgpack(walk, depth + 1, key) for _ in range(_bounded(walk, count))]
        case _:
            return _pairs(walk, _bounded(walk, count), lambda of: _msgpack(walk, depth + 1, of))


def _bounded(walk: _Walk, count: int) -> int:
    """Return a count if the rest of the document can hold as many values."""
    if count > len(walk.content) - walk.at:
        raise NotThat
    return count


def _pairs(walk: _Walk, count: int, value: Callable[[object], Any]) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for _ in range(count):
        key = value("")
        if isinstance(key, (dict, list)):
            raise NotThat
        found[key] = value(key)
    return found


def cbor(content: bytes) -> tuple[Any, Table] | None:
    """A document of CBOR."""
    begin = (content[:1] or b"\0")[0]
    is_held = 0x80 <= begin <= 0xBF or content.startswith(b"\xd9\xd9\xf7")
    return _read(content, lambda walk: _cbor(walk, 0, "")) if is_held else None


_CBOR_MORE: Final = {24: ">B", 25: ">H", 26: ">I", 27: ">Q"}


def _cbor(walk: _Walk, depth: int, key: object) -> Any:
    walk.enter(depth)
    first = walk.take(1)[0]
    major, more = first >> 5, first & 31
    if major == 7:
        if more in (25, 26, 27):
            return walk.number({25: ">e", 26: ">f", 27: ">d"}[more])
        if more > 24:
            raise NotThat
        return walk.take(1) if more == 24 else None
    endless = more == 31
    count = -1 if endless else walk.number(_CBOR_MORE[more]) if more in _CBOR_MORE else more
    if (endless and not 2 <= major <= 5) or 28 <= more <= 30:
        raise NotThat
    match major:
        case 0 | 1:
            return count
        case 2 | 3:
            if endless:
                raise NotThat  # texts in pieces: no writer of files makes them
            return walk.carried(key, walk.take(count)) if major == 2 else walk.text(count)
        case 4 | 5:
            return _cbor_held(walk, major, count, depth, key)
        case _:
            return _cbor(walk, depth + 1, key)  # a tag before a value


def _cbor_held(walk: _Walk, major: int, count: int, depth: int, key: object) -> Any:
    if count >= 0 and major == 5:
        return _pairs(walk, _bounded(walk, count), lambda of: _cbor(walk, depth + 1, of))
    held: list[Any] = []
    _bounded(walk, count)
    while count < 0 or len(held) < count:
        if count < 0 and _passed(walk, b"\xff"):
            break
        held.append(_cbor(walk, depth + 1, key))
    return held


def bson(content: bytes) -> tuple[Any, Table] | None:
    """A document of BSON; None as well if it holds programs."""
    if len(content) < 5 or int.from_bytes(content[:4], "little") != len(content):
        return None
    return _read(content, lambda walk: _bson(walk, 0))


_BSON_BYTES: Final = {
    0x01: 8,
    0x06: 0,
    0x07: 12,
    0x08: 1,
    0x09: 8,
    0x0A: 0,
    0x10: 4,
    0x11: 8,
    0x12: 8,
    0x13: 16,
}


def _bson(walk: _Walk, depth: int) -> Any:
    walk.enter(depth)
    begin = walk.at
    size = int(walk.number("<i"))
    found: dict[str, Any] = {}
    while (kind := walk.take(1)[0]) != 0:
        end = walk.content.find(b"\0", walk.at)
        key = walk.text(end - walk.at)
        walk.take(1)
        walk.enter(depth)
        if kind in _BSON_BYTES:
            found[key] = walk.take(_BSON_BYTES[kind])
        elif kind == 0x02:
            found[key] = walk.text(int(walk.number("<i")) - 1)
            walk.take(1)
        elif kind in (0x03, 0x04):
            found[key] = _bson(walk, depth + 1)
        elif kind == 0x05:
            count = int(walk.number("<i"))
            walk.take(1)
            found[key] = walk.carried(key, walk.take(count))
        else:
            raise NotThat  # code of JavaScript, and types that nobody writes
    if walk.at - begin != size:
        raise NotThat
    return found
