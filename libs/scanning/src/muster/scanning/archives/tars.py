"""Tar: ustar, GNU's long names and pax, by POSIX.1-2001 and tar(5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.tensors.sources import Source

BLOCK: Final = 512
_LONG_MAX: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Entry:
    """A member: `kind` is file | folder | link | symlink | device | other."""

    name: str
    kind: str
    target: str
    begin: int
    size_bytes: int


class TarBroken(Exception):
    """A header is invalid."""


def is_tar(source: Source) -> bool:
    """Whether the first block is a header whose checksum is right."""
    return source.size_bytes >= BLOCK and _sum_is_right(source.read(0, BLOCK))


def entries(source: Source) -> Iterator[Entry]:
    """The members.

    Raises:
        TarBroken: a header is invalid.
    """
    at, size = 0, source.size_bytes
    long: dict[str, str] = {}
    while at + BLOCK <= size:
        head = source.read(at, at + BLOCK)
        if head.count(0) == BLOCK:
            return
        if not _sum_is_right(head):
            raise TarBroken(f"no header at byte {at}")
        length = _number(head[124:136])
        begin = at + BLOCK
        at = begin + (length + BLOCK - 1) // BLOCK * BLOCK
        kind = head[156:157]
        if kind in b"LKxg" and kind:
            if length > _LONG_MAX or begin + length > size:
                raise TarBroken(f"a name of {length} bytes")
            _more(kind, source.read(begin, begin + length), long)
            continue
        prefix = _text(head[345:500]) if head[257:262] == b"ustar" and head[262:263] == b"\0" else ""
        name = long.pop("path", "") or (f"{prefix}/" if prefix else "") + _text(head[:100])
        target = long.pop("linkpath", "") or _text(head[157:257])
        long.clear()
        yield Entry(name, _kind(kind), target, begin, length)


def _kind(code: bytes) -> str:
    if code in (b"0", b"\0", b"7"):
        return "file"
    return {
        b"1": "link",
        b"2": "symlink",
        b"3": "device",
        b"4": "device",
        b"5": "folder",
        b"6": "device",
    }.get(code, "other")


def _more(kind: bytes, content: bytes, long: dict[str, str]) -> None:
    if kind in (b"L", b"K"):
        long["path" if kind == b"L" else "linkpath"] = _text(content)
        return
    while content:
        length = content.partition(b" ")[0]
        if not length.isdigit() or int(length) <= len(length) + 1 or int(length) > len(content):
            raise TarBroken("a pax record without its length")
        record = content[len(length) + 1 : int(length) - 1]
        key, _, value = record.partition(b"=")
        if key in (b"path", b"linkpath"):
            long[key.decode()] = _text(value)
        content = content[int(length) :]


def _number(field: bytes) -> int:
    if field[:1] == b"\x80":
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0")
    if digits and not digits.isdigit():
        raise TarBroken("a size that is no number")
    try:
        return int(digits or b"0", 8)
    except ValueError:
        raise TarBroken("a size that is no octal number") from None


def _sum_is_right(head: bytes) -> bool:
    told = head[148:156].strip(b" \0")
    if not told.isdigit():
        return False
    try:
        number = int(told, 8)
    except ValueError:
        return False
    return number == sum(head[:148]) + 8 * 32 + sum(head[156:])


def _text(content: bytes) -> str:
    return content.partition(b"\0")[0].decode("utf-8", "replace")
