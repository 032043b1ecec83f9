"""Generator: what drawing needs of a seeded generator. The generator itself comes from `edge/`."""

from typing import Protocol


class Generator(Protocol):
    """The standard library's Random has it."""

    def randrange(self, stop: int, /) -> int:
        """A number below stop."""
        ...
