"""Tar: ustar, GNU's long names and pax, by POSIX.1-2001 and tar(5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.tensors.sources import Source

BLOCK: Final = 512
_LONG_MAX: Final = 1 << 20
_ABOUT_NEXT: Final = (b"L", b"K", b"x", b"g", b"X")
"""Kinds of headers about the next member: GNU's, those of pax, and Solaris' spelling of them."""
_DIGITS_MAX: Final = 20
_WITHOUT_CONTENT: Final = (b"1", b"2", b"3", b"4", b"5", b"6")
"""Kinds of members behind whose header the next one begins, whatever size it claims (Lib/tarfile.py)."""
_EXTENDED_AT: Final = 482
"""Place of the byte by which the map of a sparse member goes on behind its header."""
_OF_GNU: Final = (b"L", b"K", b"S")
"""Kinds of members whose header has no prefix of the name, whatever its magic says (Lib/tarfile.py)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A member: `kind` is file | folder | link | symlink | device.

    Attributes:
        claimed_bytes: Size that its header claims although members of its kind have no content.
    """

    name: str
    kind: str
    target: str
    begin: int
    size_bytes: int
    claimed_bytes: int = 0


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
        kind = head[156:157]
        if kind not in _ABOUT_NEXT and "size" in long:
            length = _size(long["size"])
        if kind == b"S" and head[_EXTENDED_AT]:
            raise TarBroken(f"the sparse member at byte {at} has a map of several blocks")
        is_folder = kind == b"\0" and "/" in (_text(head[:100])[-1:], long.get("path", "")[-1:])
        is_empty = kind in _WITHOUT_CONTENT or is_folder
        at = begin if is_empty else begin + (length + BLOCK - 1) // BLOCK * BLOCK
        if kind in _ABOUT_NEXT:
            if length > _LONG_MAX or begin + length > size:
                raise TarBroken(f"name is {length} bytes; must be at most 1 MiB")
            _more(kind, source.read(begin, begin + length), long)
            continue
        prefix = "" if kind in _OF_GNU else _text(head[345:500])
        name = long.pop("path", "") or (f"{prefix}/" if prefix else "") + _text(head[:100])
        target = long.pop("linkpath", "") or _text(head[157:257])
        long.clear()
        if is_empty:
            yield Entry(name, "folder" if is_folder else _kind(kind), target, begin, 0, length)
        else:
            yield Entry(name, _kind(kind), target, begin, length)


def _kind(code: bytes) -> str:
    """Kind of a member; readers write what they do not know as a file."""
    return {
        b"1": "link",
        b"2": "symlink",
        b"3": "device",
        b"4": "device",
        b"5": "folder",
        b"6": "device",
    }.get(code, "file")


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
        if key == b"size" and kind == b"g":
            raise TarBroken("a global header sets the size of members")
        if key in (b"path", b"linkpath", b"size", b"GNU.sparse.name"):
            long["path" if key == b"GNU.sparse.name" else key.decode()] = _text(value)
        content = content[int(length) :]


def _size(said: str) -> int:
    """Size of a member by its pax header."""
    if not (said.isascii() and said.isdigit()) or len(said) > _DIGITS_MAX:
        raise TarBroken("size is not a number")
    return int(said)


def _number(field: bytes) -> int:
    if field[:1] == b"\x80":
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0")
    if digits and not digits.isdigit():
        raise TarBroken("size is not a number")
    try:
        return int(digits or b"0", 8)
    except ValueError:
        raise TarBroken("size is not an octal number") from None


def _sum_is_right(head: bytes) -> bool:
    told = head[148:156].strip(b" \0")
    if not told.isdigit():
        return False
    try:
        number = int(told, 8)
    except ValueError:
        return False
    total = sum(head[:148]) + 8 * 32 + sum(head[156:])
    above = sum(byte > 127 for byte in head[:148] + head[156:])
    return number in (total, total - 256 * above)  # of signed bytes, as some writers add them


def _text(content: bytes) -> str:
    return content.partition(b"\0")[0].decode("utf-8", "replace")
