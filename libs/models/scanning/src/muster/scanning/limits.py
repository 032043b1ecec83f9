"""Limits of one scan: bytes, members, levels, steps. Anything beyond is reported, never skipped silently."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MEBIBYTE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one scan.

    Attributes:
        size_bytes: Largest file that is read; a larger one is not, and the finding says so.
        levels: Deepest nesting of containers.
        members: Members of all containers together.
        steps: Opcodes of all pickles together.
        expanded_bytes: Most output of all decompression together.
        held_bytes: Most bytes of one decompressed member kept in memory.
        text_bytes: The largest document that is read as a whole: JSON, YAML, Python, templates.
    """

    size_bytes: int = 1 << 40
    levels: int = 16
    members: int = 100_000
    steps: int = 20_000_000
    expanded_bytes: int = 1024 * MEBIBYTE
    held_bytes: int = 96 * MEBIBYTE
    text_bytes: int = 24 * MEBIBYTE


class LimitReached(Exception):
    """A bound was reached.

    Attributes:
        which: The name of the bound.
    """

    def __init__(self, which: str, most: int) -> None:
        self.which = which
        super().__init__(f"{which}: more than {most}")


@dataclass(slots=True)
class Spent:
    """Resources a scan has used so far."""

    limits: Limits
    members: int = 0
    steps: int = 0
    expanded_bytes: int = 0
    entered_bytes: int = 0
    entered_max: int = 1 << 62

    def enter(self, count: int) -> None:
        """Count one more file or member of `count` bytes.

        Raises:
            LimitReached: they hold more than the whole file and all unpacked content can.
        """
        self.entered_bytes += count
        if self.entered_bytes > self.entered_max + self.limits.levels * self.expanded_bytes:
            raise LimitReached("entered_bytes", self.entered_max)

    def step(self, count: int) -> None:
        """Count `count` more opcodes.

        Raises:
            LimitReached: the limit on steps is exceeded.
        """
        if self.steps + count > self.limits.steps:
            raise LimitReached("steps", self.limits.steps)
        self.steps += count

    def member(self) -> None:
        """Count one more member.

        Raises:
            LimitReached: that is too many.
        """
        self.members += 1
        if self.members > self.limits.members:
            raise LimitReached("members", self.limits.members)

    def expand(self, count: int) -> None:
        """Count `count` more decompressed bytes.

        Raises:
            LimitReached: the limit on decompressed bytes is exceeded.
        """
        self.expanded_bytes += count
        if self.expanded_bytes > self.limits.expanded_bytes:
            raise LimitReached("expanded_bytes", self.limits.expanded_bytes)
