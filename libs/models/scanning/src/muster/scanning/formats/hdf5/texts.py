"""HDF5: JSON documents that Keras keeps in attributes, and links to other files, wherever they are.

`objects` walks the file as its readers do. This module does not parse the structure: it reads every JSON
document in the bytes and trusts every well-formed link message (HDF5 File Format Specification 3.0,
IV.A.2.g), even those that no group references any more.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final

from muster.scanning.formats import documents
from muster.scanning.formats.values import DECODER
from muster.scanning.windows import windows
from muster.tensors.sources import Source

Judged = tuple[str, str, int | None]
_PIECE_BYTES: Final = 16 << 20
_DOCUMENT_BYTES: Final = 4 << 20
_TRIES_MAX: Final = 2_000


def judged(source: Source) -> Iterator[Judged]:
    """Yield the problems of the documents and links in a file."""
    tries = 0
    for base in windows(source, _PIECE_BYTES):
        piece = source.read(base, min(source.size_bytes, base + _PIECE_BYTES + _DOCUMENT_BYTES))
        text = piece.decode("latin-1")
        at = 0
        while (at := text.find('{"', at)) >= 0 and at < _PIECE_BYTES:
            tries += 1
            if tries > _TRIES_MAX:
                yield "limit.reached", f"more than {_TRIES_MAX} documents", base + at
                return
            end = yield from _document(text, at)
            at = end if end > at else at + 2
        yield from _links(piece, base)


def _document(text: str, at: int) -> Generator[Judged, None, int]:
    try:
        document, end = DECODER.raw_decode(text[at : at + _DOCUMENT_BYTES])
    except RecursionError:
        yield "document.too-deep", "JSON in an attribute", at
        return at
    except ValueError:
        return at
    yield from documents.judged(document)
    return at + end


def _links(piece: bytes, base: int) -> Iterator[Judged]:
    """External links: version 1, flags, type 64, the name, two texts behind a byte of zeros."""
    at = 0
    while (at := piece.find(b"\x40", at + 1)) >= 0:
        flags = piece[at - 1]
        if at < 2 or piece[at - 2] != 1 or not flags & 8 or flags & 0xE0:
            continue
        here = at + 1 + (8 if flags & 4 else 0) + (1 if flags & 16 else 0)
        width = 1 << (flags & 3)
        length = int.from_bytes(piece[here : here + width], "little")
        here += width + length
        size = int.from_bytes(piece[here : here + 2], "little")
        value = piece[here + 2 : here + 2 + size]
        if 0 < length < 1024 and 3 < size < 4096 and value[:1] == b"\0" and value.count(b"\0") == 3:
            file = value[1:].partition(b"\0")[0]
            if file.isascii() and file.decode().isprintable() and file:
                yield "hdf5.external-link", file.decode(), base + at
