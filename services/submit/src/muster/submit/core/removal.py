"""What of an expired checkpoint is removed from the store: what no kept checkpoint names. Pure.

A file that does not change is stored once an attempt, and every checkpoint that has it names it. It keeps the
step since which it has been so, and a part has it from the part before; so of all later checkpoints the next
one has every file that any of them shares with this one, and of all earlier ones the one just before. These
two are all that has to be looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from muster.checkpoint.format import Manifest, Record, manifest_name
from muster.store.keys import checkpoint_key


@dataclass(frozen=True, slots=True)
class Saver:
    """Whose checkpoints: those of one attempt of a job."""

    job_id: str
    attempt: int

    def manifests_of(self, record: Record) -> dict[str, str]:
        """SHA-256 of the manifests that a record names, by key; a rank's folder is part of the key."""
        return {
            self._key(entry.home, entry.sha256, manifest_name(entry.rank)): entry.sha256
            for entry in record.manifests
        }

    def files_of(self, parts: Iterable[Part]) -> dict[str, int]:
        """The sizes of the files of parts, by key."""
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
        home: In which rank's folder it lay.
        manifest: Its files.
    """

    home: int
    manifest: Manifest


def removable(expired: Mapping[str, int], kept: Iterable[str]) -> dict[str, int]:
    """The files that only the expired checkpoint names: their sizes by key."""
    stays = frozenset(kept)
    return {key: size_bytes for key, size_bytes in expired.items() if key not in stays}
