"""LZ4 frames, with a limit on the unpacked size: a frame's own header is not trusted."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

_FRAMES: Final[Any] = import_module("lz4.frame")  # says no types


class Broken(Exception):
    """Bytes that are not an LZ4 frame; the text is the decoder's."""


def pack(data: bytes) -> bytes:
    """Bytes as one frame."""
    packed: bytes = _FRAMES.compress(data, store_size=False)
    return packed


class Unpacker:
    """Unpacks frames, one after the other."""

    def __init__(self) -> None:
        self._context = _FRAMES.create_decompression_context()

    def unpack(self, stored: bytes | memoryview, most: int) -> tuple[bytes, int, bool]:
        """Return up to `most` bytes of a frame, the number of its bytes read, and whether it has ended.

        Raises:
            Broken: Not a frame, or truncated in a way that the decoder notices.
        """
        try:
            raw, read, is_end = _FRAMES.decompress_chunk(self._context, stored, max_length=most)
        except RuntimeError as error:
            _FRAMES.reset_decompression_context(self._context)
            raise Broken(str(error)) from error
        if not is_end:
            _FRAMES.reset_decompression_context(self._context)
        return raw, read, is_end
