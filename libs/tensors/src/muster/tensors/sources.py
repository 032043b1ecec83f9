"""Where bytes come from: anything that gives a range of itself. Only what is asked for is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Source(Protocol):
    """A file, an object in a store, a reconstruction: random access to bytes that do not change."""

    @property
    def size_bytes(self) -> int:
        """How many bytes there are."""
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
        """How many bytes there are."""
        return len(self.content)

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`, exclusive."""
        return self.content[begin:end]
