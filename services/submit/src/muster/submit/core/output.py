r"""Chunks of output to lines. Pure.

The agent cuts a rank's stream into chunks that end at the end of a line, or are part of one line. So the
beginning of a chunk's first line consists of all the earlier chunks back to one that ends in "\n".

A place in a job's output consists of the position of a chunk in `log-events` and the number of lines taken
from it: a reader that resumes there misses nothing and gets nothing twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

LINE_BYTES_MAX = 64 * 1024
"""A longer line is sent in pieces of at most this many bytes."""


@dataclass(frozen=True, slots=True, order=True)
class OutputPlace:
    """Place after `lines` lines of the chunk at this offset; str() gives "log-events/2/417/12".

    Attributes:
        partition: Partition of `log-events`; a job's chunks are all in one.
        offset: Offset of the chunk.
        lines: Number of its lines already read; -1 for all.
    """

    partition: int
    offset: int
    lines: int

    def __str__(self) -> str:
        whole = f"log-events/{self.partition}/{self.offset}"
        return whole if self.lines < 0 else f"{whole}/{self.lines}"

    def after_line(self, number: int, lines: int) -> str:
        """Return the place after one of this chunk's lines, as text.

        Args:
            number: Number of the line, from 1.
            lines: Number of lines that the chunk completes.
        """
        return str(OutputPlace(self.partition, self.offset, -1 if number == lines else number))

    @classmethod
    def parse(cls, text: str) -> OutputPlace:
        """Parse the result of `str`; a plain position means all of its chunk.

        Raises:
            ValueError: The text is neither.
        """
        topic, *numbers = text.split("/")
        good = all(n.isascii() and n.isdigit() and len(n) < 19 for n in numbers)
        if topic != "log-events" or len(numbers) not in (2, 3) or not good:
            raise ValueError(f"{text[:80]!r} is not a place in a job's output")
        partition, offset, lines = (*map(int, numbers), -1)[:3]
        return cls(partition, offset, lines)


class Piece(NamedTuple):
    """A line, or a part of a long one.

    Attributes:
        text: The text, without the end of the line.
        goes_on: Whether the line continues in the next piece.
    """

    text: str
    goes_on: bool


def lines_of(carry: bytes, data: bytes) -> tuple[list[Piece], bytes]:
    """Return the lines that a chunk completes, and the rest after them.

    A line longer than LINE_BYTES_MAX is cut from its beginning on, between characters, wherever its chunks
    end.

    Args:
        carry: Uncut beginning of the chunk's first line, from earlier chunks.
        data: The chunk.
    """
    lines, rest = _split(carry + data)
    pieces = [piece for line in lines for piece in _pieces(line)]
    body = rest.removesuffix(b"\r")  # the end of a line follows, or this is one by itself
    *full, left = _cut(body)
    return [*pieces, *(Piece(_text(part), goes_on=True) for part in full)], left + rest[len(body) :]


def rest_of(carry: bytes) -> list[Piece]:
    """Return the last line of a stream that ended without a line end, if any."""
    body = carry.removesuffix(b"\r")
    return _pieces(body) if body else []


def carry_of(chunks: Sequence[bytes]) -> bytes:
    """Return the uncut end of consecutive chunks of one stream; the first chunk begins a line."""
    return lines_of(b"", b"".join(chunks))[1]


def _split(data: bytes) -> tuple[list[bytes], bytes]:
    r"""Split into lines and the rest after the last line end.

    A carriage return ends a line of a progress bar; before "\
    " or in an empty line it is ignored.
    """
    lines, begin = list[bytes](), 0
    for end in _END.finditer(data):
        line = data[begin : end.start()]
        if line or end.group().endswith(b"\n"):
            lines.append(line)
        begin = end.end()
    return lines, data[begin:]


_END: Final = re.compile(rb"\r*\n|\r(?=[^\r\n])")


def _pieces(line: bytes) -> list[Piece]:
    parts = _cut(line)
    return [Piece(_text(part), goes_on=number < len(parts)) for number, part in enumerate(parts, start=1)]


def _cut(line: bytes) -> list[bytes]:
    parts = list[bytes]()
    while len(line) > LINE_BYTES_MAX:
        end = _character_before(line, LINE_BYTES_MAX)
        parts.append(line[:end])
        line = line[end:]
    return [*parts, line]


def _character_before(line: bytes, end: int) -> int:
    """Return where the character at a byte begins; the byte itself if it belongs to no character."""
    for begin in range(end, max(end - 4, 0), -1):
        if line[begin] & 0xC0 != _CONTINUES:
            return begin
    return end


_CONTINUES: Final = 0x80
"""The upper two bits of a byte of UTF-8 that does not begin a character."""


def _text(part: bytes) -> str:
    """Bytes that are not UTF-8 become U+FFFD."""
    return part.decode("utf-8", "replace")
