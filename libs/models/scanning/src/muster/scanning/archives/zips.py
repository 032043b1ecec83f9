"""Zip by PKWARE's APPNOTE 6.3.10: by the directory and by each member's own header, which must agree.

Readers differ in which of the two they trust, so a difference is a finding, and both are scanned.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from muster.tensors.sources import Source

LOCAL: Final = b"PK\x03\x04"
CENTRAL: Final = b"PK\x01\x02"
END: Final = b"PK\x05\x06"
DESCRIPTOR: Final = b"PK\x07\x08"
_END_BYTES: Final = 22
TAIL_BYTES: Final = _END_BYTES + 65_535
_MEMBERS_MAX: Final = 200_000
STORED: Final = 0
DEFLATED: Final = 8
_UNIX, _LINK, _UNICODE_PATH = 3, 0xA, 0x7075
_NAME_SHOWN: Final = 512


@dataclass(slots=True)
class Entry:
    """A member.

    Attributes:
        name: Name in the directory.
        local_name: Name in its own header.
        method: Compression method.
        encrypted: Whether the directory or the header says that it is encrypted.
        crc32: Checksum in the directory.
        packed_bytes: Compressed size in the directory.
        size_bytes: Size in the directory.
        begin: Offset of its packed bytes.
        end: End of its bytes, including a descriptor.
        is_link: Whether it is a symbolic link to the path that it contains.
        wrong: Contradictions: rule, and the value found.
    """

    name: str
    local_name: str = ""
    method: int = 0
    encrypted: bool = False
    crc32: int = 0
    packed_bytes: int = 0
    size_bytes: int = 0
    header: int = 0
    begin: int = 0
    end: int = 0
    is_link: bool = False
    wrong: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


@dataclass(slots=True)
class Archive:
    """A zip.

    Attributes:
        entries: In the order of the directory; without a directory, in the order of the file.
        begin: Offset of its first member; bytes before it do not belong to the archive.
        end: Offset after its last byte.
        gaps: Bytes between members that no entry names.
        wrong: Problems of the archive: rule, and the value found.
    """

    entries: list[Entry]
    begin: int
    end: int
    gaps: list[tuple[int, int]]
    wrong: list[tuple[str, str]]


def archive_of(source: Source) -> Archive | None:
    """The archive that a source is, or ends with; None: there is none."""
    found = _end_of_directory(source)
    if found is None:
        return _without_directory(source)
    at, count, size, offset = found
    begin = at - size
    if begin < 0 or source.read(begin, min(begin + 4, source.size_bytes)) not in (
        CENTRAL,
        END,
        b"PK\x06\x06",
    ):
        begin = offset
    shift = begin - offset
    wrong: list[tuple[str, str]] = []
    entries = list(_directory(source, (begin, at), count, shift, wrong))
    for entry in entries:
        _locate(source, entry)
        if (
            entry.end > begin >= entry.begin
        ):  # a member that holds its own directory would hold itself, without end
            entry.wrong.append(("archive.disagrees", f"{entry.name}: it reaches into the directory"))
            entry.packed_bytes = begin - entry.begin
            entry.end = begin
    comment = int.from_bytes(source.read(at + 20, at + 22), "little")
    first = min((entry.header for entry in entries), default=begin)
    covered = sorted((entry.header, entry.end) for entry in entries)
    return Archive(entries, first, at + _END_BYTES + comment, _gaps(covered, first, begin), wrong)


def _end_of_directory(source: Source) -> tuple[int, int, int, int] | None:
    """Offset of the end record, number of entries, size of the directory, and its offset as stated there."""
    size = source.size_bytes
    base = max(0, size - TAIL_BYTES)
    tail = source.read(base, size)
    at = len(tail)
    while (at := tail.rfind(END, 0, at)) >= 0:
        if at + _END_BYTES <= len(tail):
            _, _, _, count, length, offset, _ = struct.unpack_from("<HHHHIIH", tail, at + 4)
            large = _zip64(source, base + at)
            if large is not None:
                return large
            if length <= base + at:
                return base + at, count, length, offset
    return None


def _zip64(source: Source, at: int) -> tuple[int, int, int, int] | None:
    if at < 20:
        return None
    locator = source.read(at - 20, at)
    if locator[:4] != b"PK\x06\x07":
        return None
    for where in (int.from_bytes(locator[8:16], "little"), at - 20 - 56):
        if where >= 0 and where + 56 <= source.size_bytes:
            record = source.read(where, where + 56)
            if record[:4] == b"PK\x06\x06":
                count, length, offset = struct.unpack_from("<QQQ", record, 32)
                if length <= where:
                    return at, count, at - (where - length), offset  # up to this record
    return None


def _directory(
    source: Source, span: tuple[int, int], count: int, shift: int, wrong: list[tuple[str, str]]
) -> Iterator[Entry]:
    content = source.read(span[0], min(span[1], span[0] + (64 << 20)))
    at = 0
    found = 0
    while content[at : at + 4] == CENTRAL and at + 46 <= len(content):
        if found >= _MEMBERS_MAX:
            wrong.append(("limit.reached", f"more than {_MEMBERS_MAX} members"))
            return
        fields = struct.unpack_from("<HHHHHHIIIHHHHHII", content, at + 4)
        flags, method, crc, packed, size = fields[2], fields[3], fields[6], fields[7], fields[8]
        name_length, extra_length, comment_length, offset = fields[9], fields[10], fields[11], fields[15]
        name = content[at + 46 : at + 46 + name_length]
        extra = content[at + 46 + name_length : at + 46 + name_length + extra_length]
        packed, size, offset = _large(extra, packed, size, offset)
        other = _other_name(extra, name)
        entry = Entry(
            _text(name),
            method=method,
            encrypted=bool(flags & 1),
            crc32=crc,
            packed_bytes=packed,
            size_bytes=size,
            header=offset + shift,
            is_link=fields[0] >> 8 == _UNIX and fields[14] >> 28 == _LINK,
        )
        if other is not None:
            entry.wrong.append(("archive.disagrees", f"{entry.name} is {other} in its extra field"))
        yield entry
        found += 1
        at += 46 + name_length + extra_length + comment_length
    if count not in (found, 0xFFFF):
        wrong.append(("archive.disagrees", f"{count} members by the end record, {found} in the directory"))


def _other_name(extra: bytes, name: bytes) -> str | None:
    """A name in UTF-8 that differs from the plain one (extra field 0x7075); None: there is none."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == _UNICODE_PATH and (other := extra[at + 9 : at + 4 + length]) != name:
            is_plain = name.isascii() or b"?" in name
            return _text(other) if is_plain or b"/" in other or b"\\" in other else None
        at += 4 + length
    return None


def _large(extra: bytes, packed: int, size: int, offset: int) -> tuple[int, int, int]:
    """Sizes above 4 GiB, from the extra field 1."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == 1:
            values = [int.from_bytes(extra[at + 4 + i : at + 12 + i], "little") for i in range(0, length, 8)]
            if size == 0xFFFFFFFF and values:
                size = values.pop(0)
            if packed == 0xFFFFFFFF and values:
                packed = values.pop(0)
            if offset == 0xFFFFFFFF and values:
                offset = values.pop(0)
        at += 4 + length
    return packed, size, offset


def _locate(source: Source, entry: Entry) -> None:
    """Find a member's bytes by its own header, and note where the two disagree."""
    head = source.read(
        min(max(0, entry.header), source.size_bytes), min(max(0, entry.header) + 30, source.size_bytes)
    )
    if entry.header < 0 or head[:4] != LOCAL or len(head) < 30:
        entry.wrong.append(("archive.disagrees", f"{entry.name}: no member where the directory says"))
        entry.begin = entry.end = min(max(0, entry.header), source.size_bytes)
        return
    _, flags, method, _, _, crc, packed, size, name_length, extra_length = struct.unpack_from(
        "<HHHHHIIIHH", head, 4
    )
    entry.begin = entry.header + 30 + name_length + extra_length
    name = source.read(entry.header + 30, min(entry.header + 30 + name_length, source.size_bytes))
    entry.local_name = _text(name)
    entry.end = min(entry.begin + entry.packed_bytes, source.size_bytes)
    if entry.local_name != entry.name:
        entry.wrong.append(("archive.disagrees", f"{entry.name} is {entry.local_name} in its own header"))
    if bool(flags & 1) != entry.encrypted:
        entry.wrong.append(("archive.disagrees", f"{entry.name}: encrypted in one of its two headers"))
    if method != entry.method:
        entry.wrong.append(("archive.disagrees", f"{entry.name}: two ways of packing"))
    entry.encrypted = entry.encrypted or bool(flags & 1)
    told = (packed, size) not in ((0, 0), (0xFFFFFFFF, 0xFFFFFFFF))
    if told and not flags & 8 and (packed, size) != (entry.packed_bytes, entry.size_bytes):
        entry.wrong.append(("archive.disagrees", f"{entry.name}: two sizes, {size} and {entry.size_bytes}"))
    if not flags & 8 and crc != entry.crc32:
        entry.wrong.append(("archive.disagrees", f"{entry.name}: two checksums"))
    if flags & 8:
        entry.end += _descriptor(source, entry.end)


def _descriptor(source: Source, at: int) -> int:
    """Bytes of the descriptor behind a member: with or without a mark, of 4 or 8 bytes a size."""
    following = source.read(min(at, source.size_bytes), min(at + 32, source.size_bytes))
    sizes = (16, 24) if following[:4] == DESCRIPTOR else (12, 20)
    for size in sizes:
        if following[size : size + 2] == b"PK":
            return size
    return sizes[0]


def _gaps(covered: list[tuple[int, int]], first: int, end: int) -> list[tuple[int, int]]:
    gaps: list[tuple[int, int]] = []
    at = first
    for begin, behind in covered:
        if begin > at:
            gaps.append((at, begin))
        at = max(at, behind)
    if end > at:
        gaps.append((at, end))
    return gaps


def _without_directory(source: Source) -> Archive | None:
    """Read members one after the other, without a directory."""
    entries: list[Entry] = []
    at = 0
    while len(entries) < 10_000 and at + 30 <= source.size_bytes:
        head = source.read(at, at + 30)
        if head[:4] != LOCAL:
            break
        _, flags, method, _, _, crc, packed, size, name_length, extra_length = struct.unpack_from(
            "<HHHHHIIIHH", head, 4
        )
        name = _text(source.read(at + 30, min(at + 30 + name_length, source.size_bytes)))
        begin = at + 30 + name_length + extra_length
        if flags & 8 and not packed:
            packed = max(0, source.size_bytes - begin)
        entry = Entry(name, name, method, bool(flags & 1), crc, packed, size, at, begin)
        entry.end = min(begin + packed, source.size_bytes)
        entries.append(entry)
        at = entry.end
    if not entries:
        return None
    wrong = [("archive.broken", "no directory at its end")]
    return Archive(entries, 0, at, [], wrong)


def _text(name: bytes) -> str:
    return name[:_NAME_SHOWN].decode("utf-8", "replace")
