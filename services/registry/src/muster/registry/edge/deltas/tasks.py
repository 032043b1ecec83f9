"""Tasks of the reactor that stores fine-tunes as deltas."""

from __future__ import annotations

from typing import NamedTuple

from muster.registry.core.lineage.artifacts import version_of


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
