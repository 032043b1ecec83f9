r"""Chunks of output to lines. Pure.

The agent cuts a rank's stream into chunks that end at a line's end, or are part of one line. So the beginning
of a chunk's first line is all the earlier chunks back to one that ends in "\n".

A place in a job's output is that of a chunk in `log-events` and the number of lines taken from it: a reader
that comes back with one misses nothing and gets nothing twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LINE_BYTES_MAX = 64 * 1024
"""A longer line is sent in parts of this many bytes."""


@dataclass(frozen=True, slots=True, order=True)
class OutputPlace:
    """Behind so many lines of the chunk at this offset; str() gives "log-events/2/417/12".

    Attributes:
        partition: Of `log-events`; a job's chunks are all in one.
        offset: Of the chunk.
        lines: How many of its lines are behind us; -1 for all.
    """

    partition: int
    offset: int
    lines: int

    def __str__(self) -> str:
        whole = f"log-events/{self.partition}/{self.offset}"
        return whole if self.lines < 0 else f"{whole}/{self.lines}"

    def after_line(self, number: int, lines: int) -> str:
        """The place behind one of this chunk's lines, as text.

        Args:
            number: Of the line, from 1.
            lines: How many the chunk completes.
        """
        return str(OutputPlace(self.partition, self.offset, -1 if number == lines else number))

    @classmethod
    def parse(cls, text: str) -> OutputPlace:
        """The inverse of `str`; a plain position means all of its chunk.

        Raises:
            ValueError: it is neither.
        """
        topic, *numbers = text.split("/")
        good = all(n.isascii() and n.isdigit() and len(n) < 19 for n in numbers)
        if topic != "log-events" or len(numbers) not in (2, 3) or not good:
            raise ValueError(f"{text[:80]!r} is not a place in a job's output")
        partition, offset, lines = (*map(int, numbers), -1)[:3]
        return cls(partition, offset, lines)


def lines_of(carry: bytes, data: bytes) -> tuple[list[str], bytes]:
    """The lines a chunk completes, and what is left of its last one.

    A line longer than LINE_BYTES_MAX is cut every so many bytes from its beginning, wherever its chunks end.

    Args:
        carry: The uncut beginning of the chunk's first line, from the chunks before.
        data: The chunk.
    """
    *whole, rest = (carry + data).split(b"\n")
    parts = [part for line in whole for part in _cut(line)]
    *full, rest = _cut(rest)
    return [_text(part) for part in parts + full], rest


def rest_of(carry: bytes) -> list[str]:
    """The last line of a stream that has ended, if it ended without a line's end."""
    return [_text(carry)] if carry else []


def carry_of(chunks: Sequence[bytes]) -> bytes:
    """The uncut end of these chunks of one stream, in order; the first begins a line."""
    return _cut(b"".join(chunks).rpartition(b"\n")[2])[-1]


def _cut(line: bytes) -> list[bytes]:
    starts = range(0, max(len(line), 1), LINE_BYTES_MAX)
    return [line[start : start + LINE_BYTES_MAX] for start in starts]


def _text(part: bytes) -> str:
    """Bytes that are not UTF-8 become U+FFFD."""
    return part.decode("utf-8", "replace").removesuffix("\r")
