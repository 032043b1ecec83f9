"""Reading a source from front to back in windows; a part of a source as a source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from muster.tensors.sources import Source

WINDOW_BYTES: Final = 1 << 20
LINE_BYTES: Final = 4096
"""Length of the longest line that names anything."""


@dataclass(frozen=True, slots=True)
class Part:
    """Bytes `begin` to `end` of a source, as a source of their own."""

    source: Source
    begin: int
    end: int

    @property
    def size_bytes(self) -> int:
        """Size in bytes."""
        return self.end - self.begin

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`, exclusive."""
        return self.source.read(self.begin + begin, self.begin + end)


def part(source: Source, begin: int, end: int) -> Part:
    """A part; of a part, a part of what that is a part of."""
    end = min(end, source.size_bytes)
    begin = min(begin, end)
    if isinstance(source, Part):
        return Part(source.source, source.begin + begin, source.begin + end)
    return Part(source, begin, end)


def head(source: Source, count: int) -> bytes:
    """The first bytes, at most `count`."""
    return source.read(0, min(count, source.size_bytes))


@runtime_checkable
class Sparse(Protocol):
    """A source that may have holes: bytes that were never written, and are zeros."""

    def written_from(self, begin: int) -> int:
        """The first written byte at or after `begin`; the size if there is none."""
        ...


def windows(source: Source, count: int) -> Iterator[int]:
    """Yield offsets of windows of `count` bytes, front to back, except for windows that lie in holes.

    A hole is all zeros, so no search finds anything in it.
    """
    at = 0
    while at < source.size_bytes:
        written = _written_from(source, at)
        if written >= source.size_bytes:
            return
        at += (written - at) // count * count
        yield at
        at += count


def _written_from(source: Source, begin: int) -> int:
    if isinstance(source, Part):
        return max(begin, _written_from(source.source, source.begin + begin) - source.begin)
    return source.written_from(begin) if isinstance(source, Sparse) else begin


class Ended(Exception):
    """The source ends before the requested bytes."""


class Cursor:
    """Reads bytes one after the other."""

    __slots__ = ("begin", "end", "size", "source", "window")

    def __init__(self, source: Source, at: int = 0) -> None:
        self.source = source
        self.size = source.size_bytes
        self.window = b""
        self.begin = at
        self.end = 0

    @property
    def at(self) -> int:
        """Offset of the next byte."""
        return self.begin + self.end

    def seek(self, at: int) -> None:
        """Continue at another offset."""
        if self.begin <= at <= self.begin + len(self.window):
            self.end = at - self.begin
        else:
            self.begin, self.end, self.window = at, 0, b""

    def take(self, count: int) -> bytes:
        """Return the next bytes.

        Raises:
            Ended: there are fewer.
        """
        end = self.end + count
        if end > len(self.window):
            self._fill(count)
            end = count
        taken = self.window[self.end : end]
        self.end = end
        return taken

    def skip(self, count: int) -> None:
        """Skip bytes without reading them.

        Raises:
            Ended: there are fewer.
        """
        if count < 0 or self.at + count > self.size:
            raise Ended
        self.seek(self.at + count)

    def line(self, most: int = LINE_BYTES) -> bytes:
        """Return the bytes up to a newline, without it.

        Raises:
            Ended: there is no newline within `most` bytes.
        """
        found = self.window.find(b"\n", self.end, self.end + most)
        if found < 0 and len(self.window) - self.end < most:
            self._fill(0, most)
            found = self.window.find(b"\n", 0, most)
        if found < 0:
            raise Ended
        taken = self.window[self.end : found]
        self.end = found + 1
        return taken

    def skip_line(self) -> None:
        """Continue after the next newline, however far away it is.

        Raises:
            Ended: there is none.
        """
        found = self.window.find(b"\n", self.end)
        if found >= 0:
            self.end = found + 1
            return
        rest = part(self.source, self.begin + len(self.window), self.size)
        for begin in windows(rest, WINDOW_BYTES):
            found = rest.read(begin, min(rest.size_bytes, begin + WINDOW_BYTES)).find(b"\n")
            if found >= 0:
                self.seek(self.begin + len(self.window) + begin + found + 1)
                return
        raise Ended

    def refill(self) -> bool:
        """A window that begins with the next byte; whether that brings more of the source."""
        if self.begin + len(self.window) >= self.size:
            return False
        self._fill(0)
        return True

    def _fill(self, count: int, more: int = 0) -> None:
        at = self.at
        if count > self.size - at:
            raise Ended
        begin, end = at, min(self.size, at + max(count, more, WINDOW_BYTES))
        self.window, self.begin, self.end = self.source.read(begin, end), begin, 0
