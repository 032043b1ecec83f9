"""safetensors and GGUF: headers by muster.tensors, templates in them, programs in their tensors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.scanning.formats import templates
from muster.tensors.layouts import LayoutInvalid, layout_of
from muster.tensors.sources import Source

Judged = tuple[str, str, int | None]
PIECE_BYTES: Final = 4 << 20
_PROGRAMS: Final = (b"\x7fELF\x01\x01\x01", b"\x7fELF\x02\x01\x01", b"This program cannot be run in DOS mode")
_OVERLAP: Final = 64


@dataclass(frozen=True, slots=True)
class Header:
    """Header of a tensor file: its problems, and the texts of its metadata."""

    found: tuple[Judged, ...]
    texts: tuple[str, ...]


def header_of(source: Source) -> Header:
    """Read the header of a tensor file."""
    found: list[Judged] = []
    try:
        layout = layout_of(source)
    except LayoutInvalid as error:
        for each in error.findings:
            rule = "tensors.truncated" if error.is_truncation else "tensors.header"
            found.append((rule, str(each), None))
        texts = error.texts
    else:
        texts = tuple((key, value) for key, value in layout.metadata.items() if isinstance(value, str))
    for key, value in texts:
        if "template" in key or "{%" in value or "{{" in value:
            found += ((rule, f"{key}: {said}", None) for rule, said, _ in templates.judged(value))
    return Header(tuple(found), tuple(value for _, value in texts))


def programs_in(source: Source) -> Iterator[Judged]:
    """Native programs anywhere in the bytes: their magic is too long to stand in weights by chance."""
    for at in range(0, source.size_bytes, PIECE_BYTES):
        piece = source.read(at, min(source.size_bytes, at + PIECE_BYTES + _OVERLAP))
        for magic in _PROGRAMS:
            found = piece.find(magic)
            if 0 <= found < PIECE_BYTES:
                yield "native.program", f"{magic[:4]!r} inside of the data", at + found
