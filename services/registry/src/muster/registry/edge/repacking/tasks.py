"""Tasks of the reactor that repacks files."""

from __future__ import annotations

from typing import NamedTuple

from muster.cas.naming import digest_of


class Whole(NamedTuple):
    """A file that was uploaded whole.

    Attributes:
        tenant: Organisation with a commit that refers to it.
        object: lfs/HASH.
        position: Position of the fact that reported the commit.
    """

    tenant: str
    object: str
    position: str

    @property
    def sha256(self) -> str:
        """SHA-256 of its bytes."""
        return digest_of(self.object)
