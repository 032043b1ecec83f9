"""Work items of the repacking reactors."""

from __future__ import annotations

from typing import Final, NamedTuple

from muster.cas.naming import digest_of
from muster.registry.core.lineage.artifacts import version_of

BYTES_MAX: Final = 50 * 10**9
"""Maximum size of a file to repack, which takes less than the reactor's lease at 15 MB/s; larger ones stay
whole."""


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


class Derived(NamedTuple):
    """A version that derives from another.

    Attributes:
        tenant: Organisation of the repository.
        repository: Id of the repository.
        commit: Commit of the version.
        position: Position of the fact that recorded the lineage.
    """

    tenant: str
    repository: str
    commit: str
    position: str

    @property
    def version(self) -> str:
        """Name of the version in lineage edges."""
        return version_of(self.repository, self.commit)
