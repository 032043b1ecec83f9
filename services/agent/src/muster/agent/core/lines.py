"""Split a stream of output into lines, however it is cut into pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

LINE_BYTES_MAX: Final = 64 * 1024
"""Longer lines keep only their beginning and end, since a scanner reads no more of them."""
PART_BYTES: Final = 4096


class Line(NamedTuple):
    """One line.

    Attributes:
        text: The text without its line end; the middle of a very long line is left out.
        number: Number of the line in its stream, from 1.
        first_byte: Offset of the line in its stream, from 0.
    """

    text: bytes
    number: int
    first_byte: int


class LineCutter:
    """Cuts one stream into lines. The state between two pieces does not grow with the stream.

    Attributes:
        bytes_taken: Bytes of the stream taken so far.
    """

    def __init__(self) -> None:
        self.bytes_taken = 0
        self._lines = 0
        self._first_byte = 0
        self._begun = b""

    def take(self, data: bytes) -> Iterator[Line]:
        """Yield the lines that end in the next piece of the stream."""
        *whole, rest = data.split(b"\n")
        for text in whole:
            yield self._line(self._begun + text)
            self.bytes_taken += len(text) + 1
            self._first_byte, self._begun = self.bytes_taken, b""
        self.bytes_taken += len(rest)
        self._begun = _shortened(self._begun + rest)

    def last(self) -> Iterator[Line]:
        """Yield the last line if the stream ends without a line end."""
        if self._begun:
            yield self._line(self._begun)
            self._begun = b""

    def _line(self, text: bytes) -> Line:
        self._lines += 1
        return Line(text, self._lines, self._first_byte)


def _shortened(text: bytes) -> bytes:
    return text if len(text) <= LINE_BYTES_MAX else text[:PART_BYTES] + text[-PART_BYTES:]
