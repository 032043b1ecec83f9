"""The interface of a seeded random generator; `edge/` provides the generator itself."""

from typing import Protocol


class Generator(Protocol):
    """A seeded random generator; the standard library's Random is one."""

    def randrange(self, stop: int, /) -> int:
        """A random number from 0 to stop - 1."""
        ...
