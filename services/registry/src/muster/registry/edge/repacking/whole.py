"""What is asked of the repacker."""

from __future__ import annotations

from typing import NamedTuple


class Whole(NamedTuple):
    """A file that came whole.

    Attributes:
        tenant: Whose commit refers to it.
        object: lfs/HASH.
        position: Of the fact that says so.
    """

    tenant: str
    object: str
    position: str

    @property
    def sha256(self) -> str:
        """Of its bytes."""
        return self.object.partition("/")[2]
