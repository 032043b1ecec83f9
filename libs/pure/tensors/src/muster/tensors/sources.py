"""Sources of bytes: anything that returns a range of itself. Only the requested range is read."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, Protocol

WINDOW_BYTES: Final = 4 << 20
WINDOWS_KEPT: Final = 4


class Source(Protocol):
    """A file, an object in a store, a reconstruction: random access to bytes that do not change."""

    @property
    def size_bytes(self) -> int:
        """Size of the source, bytes."""
        ...

    def read(self, begin: int, end: int) -> bytes:
        """Exactly bytes `begin` to `end`, exclusive; 0 <= begin <= end <= size_bytes."""
        ...


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes in memory."""

    content: bytes

    @property
    def size_bytes(self) -> int:
        """Size of the source, bytes."""
        return len(self.content)

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`, exclusive."""
        return self.content[begin:end]


class Windowed:
    """A slow source, read in windows; the last few are cached. For one thread.

    Args:
        source: The source to read.
        window_bytes: Size of a window.
        windows_kept: Number of windows to cache.
    """

    def __init__(
        self, source: Source, window_bytes: int = WINDOW_BYTES, windows_kept: int = WINDOWS_KEPT
    ) -> None:
        self._source = source
        self._window_bytes = window_bytes
        self._windows_kept = windows_kept
        self._kept: OrderedDict[int, bytes] = OrderedDict()

    @property
    def size_bytes(self) -> int:
        """Size of the source, bytes."""
        return self._source.size_bytes

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`, exclusive."""
        if begin >= end:
            return b""
        first = begin // self._window_bytes
        whole = b"".join(map(self._window, range(first, (end - 1) // self._window_bytes + 1)))
        offset = begin - first * self._window_bytes
        return whole[offset : offset + end - begin]

    def _window(self, number: int) -> bytes:
        kept = self._kept.pop(number, None)
        if kept is None:
            begin = number * self._window_bytes
            kept = self._source.read(begin, min(begin + self._window_bytes, self.size_bytes))
        self._kept[number] = kept
        if len(self._kept) > self._windows_kept:
            self._kept.popitem(last=False)
        return kept
