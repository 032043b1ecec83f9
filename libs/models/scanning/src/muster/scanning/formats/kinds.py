"""Detect formats by content. Names only tell what was expected."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from muster.scanning.archives import packed
from muster.scanning.archives.tars import is_tar
from muster.scanning.formats.tables import is_arrow_stream
from muster.scanning.windows import head
from muster.tensors.sources import Source


class Kind(StrEnum):
    """A file format, as far as the scanner distinguishes it."""

    EMPTY = "empty"
    ZIP = "zip"
    TAR = "tar"
    PACKED = "packed"
    OTHER_ARCHIVE = "other-archive"
    SAFETENSORS = "safetensors"
    GGUF = "gguf"
    NPY = "npy"
    HDF5 = "hdf5"
    NATIVE = "native"
    PICKLE = "pickle"
    R_DATA = "r-data"
    PARQUET = "parquet"
    ARROW = "arrow"
    MEDIA = "media"
    TEXT = "text"
    BINARY = "binary"
    """None of the others: perhaps a protocol buffer, or an old pickle."""


_MAGICS: Final = (
    (b"PK\x03\x04", Kind.ZIP),
    (b"PK\x05\x06", Kind.ZIP),
    (b"GGUF", Kind.GGUF),
    (b"\x93NUMPY", Kind.NPY),
    (b"\x89HDF\r\n\x1a\n", Kind.HDF5),
    (b"\x7fELF", Kind.NATIVE),
    (b"BC\xc0\xde", Kind.NATIVE),
    (b"\xde\xc0\x17\x0b", Kind.NATIVE),
    (b"MZqFpD", Kind.NATIVE),
    (b"\xcf\xfa\xed\xfe", Kind.NATIVE),
    (b"\xce\xfa\xed\xfe", Kind.NATIVE),
    (b"\xca\xfe\xba\xbe", Kind.NATIVE),
    (b"\0asm", Kind.NATIVE),
    (b"7z\xbc\xaf\x27\x1c", Kind.OTHER_ARCHIVE),
    (b"Rar!\x1a\x07", Kind.OTHER_ARCHIVE),
    (b"MSCF", Kind.OTHER_ARCHIVE),
    (b"\x89PNG\r\n", Kind.MEDIA),
    (b"\xff\xd8\xff", Kind.MEDIA),
    (b"GIF8", Kind.MEDIA),
    (b"RIFF", Kind.MEDIA),
    (b"OggS", Kind.MEDIA),
    (b"fLaC", Kind.MEDIA),
    (b"ID3", Kind.MEDIA),
    (b"PAR1", Kind.PARQUET),
    (b"ARROW1\0\0", Kind.ARROW),
    (b"\0\0\0\x1cftyp", Kind.MEDIA),
    (b"\0\0\0\x20ftyp", Kind.MEDIA),
)
_R_DATA: Final = re.compile(
    rb"RD[AXB][23]\r?\n|X\n\0\0\0[\2\3]|B\n[\2\3]\0\0\0"
    rb"|\n?A\r?\n\s*[23]\s+\d+\s+\d+\s(?:[\s\S]{0,4000}?\s)?2(?:4\d|5[0-5])\s"
)
"""A workspace of R, or a value in XDR, in the machine's order, or as text: versions, then somewhere an
environment or NULL, which every promise has."""
HEAD_BYTES: Final = 4096


def kind_of(source: Source) -> Kind:
    """Detect the format by the beginning of a source."""
    start = head(source, HEAD_BYTES)
    if not start:
        return Kind.EMPTY
    for magic, kind in _MAGICS:
        if start.startswith(magic):
            return kind
    if is_windows_program(start):
        return Kind.NATIVE
    if _R_DATA.match(start):
        return Kind.R_DATA
    if start[8:9] == b"{" and _is_header_length(start[:8]):
        return Kind.SAFETENSORS
    if start[:1] == b"\x80" and len(start) > 1 and start[1] <= 16:
        return Kind.PICKLE
    if is_arrow_stream(start):
        return Kind.ARROW
    if packed.kind_of(start) is not None:
        return Kind.PACKED
    if is_tar(source):
        return Kind.TAR
    return Kind.TEXT if is_text(start) else Kind.BINARY


def _is_header_length(length: bytes) -> bool:
    """Whether eight bytes are a length rather than letters or the beginning of a pickle."""
    if length[:1] == b"\x80":
        return length[4:] == bytes(4)
    return not is_text(length)


def is_surely_safetensors(source: Source) -> bool:
    """Whether bytes that may mean nothing are tensors: one in 256 has a brace where a header begins."""
    start = head(source, 10)
    return start[8:] == b'{"' and int.from_bytes(start[:8], "little") + 8 <= source.size_bytes


def is_windows_program(start: bytes) -> bool:
    """Whether bytes begin with MZ, and PE is at the offset stated there."""
    if start[:2] != b"MZ" or len(start) < 64:
        return False
    at = int.from_bytes(start[60:64], "little")
    return start[at : at + 4] == b"PE\0\0"


_CONTROLS: Final = bytes(range(9)) + bytes(range(14, 27)) + bytes(range(28, 32)) + b"\x7f"


def is_text(start: bytes) -> bool:
    """Whether bytes are UTF-8 without control characters, except for a character cut at the end."""
    if start.translate(None, _CONTROLS) != start:
        return False
    for cut in range(4):
        try:
            start[: len(start) - cut].decode("utf-8")
        except UnicodeDecodeError:
            continue
        return True
    return False
