"""Files of an expired checkpoint to remove from the store: those that no kept checkpoint names. Pure.

A file that does not change is stored once per attempt, and every checkpoint that contains it names it, with
the step since which it has been unchanged. So any file shared with a later checkpoint is also in the next
one, and any file shared with an earlier checkpoint is also in the one just before. Only these two have to be
compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from muster.checkpoint.format import Manifest, Record, manifest_name
from muster.store.keys import checkpoint_key


@dataclass(frozen=True, slots=True)
class Saver:
    """Attempt of a job, as the owner of its checkpoints."""

    job_id: str
    attempt: int

    def manifests_of(self, record: Record) -> dict[str, str]:
        """Return the SHA-256 of the manifests a record names, by key; a rank's folder is part of the key."""
        return {
            self._key(entry.home, entry.sha256, manifest_name(entry.rank)): entry.sha256
            for entry in record.manifests
        }

    def files_of(self, parts: Iterable[Part]) -> dict[str, int]:
        """Return the sizes of the parts' files, by key."""
        return {
            checkpoint_key(
                self.job_id, self.attempt, part.home, file.sha256, file.name, file.since
            ): file.size_bytes
            for part in parts
            for file in part.manifest.files
        }

    def _key(self, home: int, sha256: str, name: str) -> str:
        return checkpoint_key(self.job_id, self.attempt, home, sha256, name)


class Part(NamedTuple):
    """One rank's part of a checkpoint.

    Attributes:
        home: Rank whose folder holds the part.
        manifest: Manifest with the part's files.
    """

    home: int
    manifest: Manifest


def removable(expired: Mapping[str, int], kept: Iterable[str]) -> dict[str, int]:
    """Return the files named only by the expired checkpoint: sizes by key."""
    stays = frozenset(kept)
    return {key: size_bytes for key, size_bytes in expired.items() if key not in stays}
