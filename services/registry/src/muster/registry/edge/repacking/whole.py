"""What is asked of the repacker."""

from __future__ import annotations

from typing import Final, NamedTuple

from muster.cas.naming import digest_of
from muster.registry.core.lineage.artifacts import version_of

BYTES_MAX: Final = 50 * 10**9
"""Of a file; a larger one stays whole: at 15 MB/s this one is cut within the lease of the reactor."""


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
        return digest_of(self.object)


class Derived(NamedTuple):
    """A version that comes from another.

    Attributes:
        tenant: Whose.
        repository: Its id.
        commit: The version.
        position: Of the fact that says so.
    """

    tenant: str
    repository: str
    commit: str
    position: str

    @property
    def version(self) -> str:
        """As edges name it."""
        return version_of(self.repository, self.commit)
