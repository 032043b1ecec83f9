"""Frames of a pickle: bytes that CPython's reader of files fetches at once.

Readers differ about an opcode that crosses the end of a frame: the reader in C drops the rest of the frame
and continues after it, the one in Python fails, and with all bytes in memory nothing happens
(Modules/_pickle.c, `_Unpickler_ReadImpl`). So a pickle may look harmless to an inspector and run a program
in `pickle.load`. No pickler writes such a frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_LENGTH_MAX: Final = 1 << 62
"""Longer than any file, and still within a 64-bit integer."""


@dataclass(slots=True)
class Frame:
    """The frame that is open.

    Attributes:
        end: Behind its last byte; 0: none is open.
        crossed: Whether an opcode lay across the end of one.
    """

    end: int = 0
    crossed: bool = False

    def passed(self, at: int) -> None:
        """The next opcode begins here."""
        if self.end and at >= self.end:
            self.crossed |= at > self.end
            self.end = 0

    def opened(self, at: int, length: int) -> None:
        """A frame begins here; none may be open."""
        self.crossed |= 0 < self.end != at
        self.end = at + min(length, _LENGTH_MAX) if length else 0
