"""Compressed streams: unpacked in pieces and counted; the first bytes are kept in memory."""

from __future__ import annotations

import bz2
import lzma
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from muster.scanning.limits import LimitReached, Spent
from muster.tensors.sources import Source

PIECE_BYTES: Final = 1 << 18
EXPANDED_PIECE: Final = 1 << 20
RATIO_MAX: Final = 300
BOMB_BYTES: Final = 64 << 20


@dataclass(slots=True)
class Unpacked:
    """Result of decompressing a stream.

    Attributes:
        content: The first bytes of the output.
        size_bytes: Size of the whole output.
        crc32: Checksum of the whole output.
        whole: Whether `content` is complete and the stream ended as it should.
        wrong: Why the stream is broken; empty: it is not.
        limit: Name of the bound that was reached; empty: none.
        rest: Bytes of the source behind the stream.
        bomb: Whether the output is far larger than packed files usually expand to.
    """

    content: bytes = b""
    size_bytes: int = 0
    crc32: int = 0
    whole: bool = False
    wrong: str = ""
    limit: str = ""
    rest: int = 0
    bomb: bool = False


def kind_of(head: bytes) -> str | None:
    """Detect the compression from the first bytes; None: unknown."""
    for magic, kind in _MAGICS:
        if head.startswith(magic):
            return kind
    if (
        len(head) >= 2
        and head[0] == 0x78
        and int.from_bytes(head[:2], "big") % 31 == 0
        and not head[1] & 0x20
    ):
        return "zlib"
    if _OLD_JOBLIB.match(head):
        return "joblib"
    if head[:1] == b"\x5d" and head[1:5] in _DICTIONARIES and len(head) >= 13:
        return "lzma"
    return None


_OLD_JOBLIB_BYTES: Final = 21
_OLD_JOBLIB: Final = re.compile(rb"ZF0x[0-9a-fA-F]+L? *")
"""Files of joblib before 0.10: a mark, the size in 19 characters, a stream of zlib."""
_MAGICS: Final = (
    (b"\x1f\x8b\x08", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x04\x22\x4d\x18", "lz4"),
    (b"\x28\xb5\x2f\xfd", "zstandard"),
)
_DICTIONARIES: Final = tuple((1 << bits).to_bytes(4, "little") for bits in range(12, 31))


def unpacked(source: Source, kind: str, spent: Spent) -> Unpacked:
    """A whole stream, its members one after the other."""
    out = Unpacked()
    kept: list[bytes] = []
    held = 0
    try:
        for piece in _pieces(source, kind, out):
            spent.expand(len(piece))
            out.size_bytes += len(piece)
            out.crc32 = zlib.crc32(piece, out.crc32)
            if held < spent.limits.held_bytes:
                kept.append(piece[: spent.limits.held_bytes - held])
                held += len(kept[-1])
            if out.size_bytes > BOMB_BYTES and out.size_bytes > RATIO_MAX * source.size_bytes:
                out.bomb = True
                break
        else:
            out.whole = held == out.size_bytes and not out.wrong
    except LimitReached as error:
        out.limit = str(error)
    except (zlib.error, lzma.LZMAError, OSError, EOFError, RuntimeError, ValueError, MemoryError) as error:
        out.wrong = f"{kind}: {error}"
    out.content = b"".join(kept)
    return out


def inflated(source: Source, spent: Spent) -> Unpacked:
    """A raw deflate stream, as in zip archives."""
    return unpacked(source, "deflate", spent)


def _pieces(source: Source, kind: str, out: Unpacked) -> Iterator[bytes]:
    at, size = 0, source.size_bytes
    if kind == "joblib":  # one more blank in files of Python 2
        at = _OLD_JOBLIB_BYTES + (source.read(_OLD_JOBLIB_BYTES, min(size, _OLD_JOBLIB_BYTES + 1)) == b" ")
    decoder = _decoder(kind)
    waiting = b""
    while True:
        if not waiting and decoder.hungry:
            if at >= size:
                if not decoder.done:
                    out.wrong = f"{kind}: it ends too early"
                return
            waiting = source.read(at, min(size, at + PIECE_BYTES))
            at += len(waiting)
        piece, waiting = decoder.take(waiting)
        if piece:
            yield piece
        if decoder.done:
            if kind == "deflate" or not _again(waiting + source.read(at, min(size, at + 16)), kind):
                out.rest = len(waiting) + size - at
                return
            decoder = _decoder(kind)


def _again(rest: bytes, kind: str) -> bool:
    """Whether another member of the same kind follows, as gzip, bzip2, xz and zstandard allow."""
    return kind in ("gzip", "bzip2", "xz", "zstandard", "lz4") and kind_of(rest) == kind


class _Zlib:
    hungry = True

    def __init__(self, bits: int) -> None:
        self._made = zlib.decompressobj(bits)

    @property
    def done(self) -> bool:
        return self._made.eof

    def take(self, waiting: bytes) -> tuple[bytes, bytes]:
        piece = self._made.decompress(waiting, EXPANDED_PIECE)
        return piece, self._made.unused_data if self._made.eof else self._made.unconsumed_tail


class _Limited:
    """bz2 and lzma, whose decoders keep what they have not unpacked."""

    def __init__(self, made: Any) -> None:
        self._made = made

    @property
    def done(self) -> bool:
        return bool(self._made.eof)

    def take(self, waiting: bytes) -> tuple[bytes, bytes]:
        piece = self._made.decompress(waiting, EXPANDED_PIECE)
        return piece, self._made.unused_data if self._made.eof else b""

    @property
    def hungry(self) -> bool:
        return bool(self._made.needs_input)


class _Lz4:
    hungry = True

    def __init__(self) -> None:
        self._frames: Any = import_module("lz4.frame")
        self._context: Any = self._frames.create_decompression_context()
        self.done = False

    def take(self, waiting: bytes) -> tuple[bytes, bytes]:
        piece, read, self.done = self._frames.decompress_chunk(
            self._context, waiting, max_length=EXPANDED_PIECE
        )
        if not piece and not read and not self.done:
            raise ValueError("the frame makes no progress")
        return piece, waiting[read:]


class _Zstandard:
    hungry = True

    def __init__(self) -> None:
        import zstandard  # noqa: PLC0415  (only for such files)

        self._made = zstandard.ZstdDecompressor(max_window_size=1 << 27).decompressobj()

    @property
    def done(self) -> bool:
        return bool(self._made.eof)

    def take(self, waiting: bytes) -> tuple[bytes, bytes]:
        piece = self._made.decompress(waiting[:4096])
        rest = self._made.unused_data + waiting[4096:] if self._made.eof else waiting[4096:]
        return piece, rest


def _decoder(kind: str) -> Any:
    match kind:
        case "gzip":
            return _Zlib(31)
        case "zlib" | "joblib":
            return _Zlib(15)
        case "deflate":
            return _Zlib(-15)
        case "bzip2":
            return _Limited(bz2.BZ2Decompressor())
        case "xz" | "lzma":
            return _Limited(lzma.LZMADecompressor(memlimit=128 << 20))
        case "lz4":
            return _Lz4()
        case "zstandard":
            return _Zstandard()
        case _:
            raise ValueError(f"no such compression: {kind}")
