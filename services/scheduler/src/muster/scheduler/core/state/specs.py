"""The specs of jobs that have not ended: equal specs are one object, however many jobs have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from muster.events.job_commands import JobSpec


@dataclass(slots=True)
class SharedSpec:
    """A spec and the number of jobs that have it.

    Attributes:
        digest: Its digest (canonical.spec_digest).
        spec: The spec.
        jobs: Number of jobs that have not ended.
    """

    digest: bytes
    spec: JobSpec
    jobs: int = 0


class SharedSpecs:
    """Specs by digest, each as long as a job has it. Derived from the jobs; only memory depends on it."""

    def __init__(self) -> None:
        self._by_digest: dict[bytes, SharedSpec] = {}

    def __iter__(self) -> Iterator[SharedSpec]:
        return iter(self._by_digest.values())

    def __len__(self) -> int:
        return len(self._by_digest)

    def share(self, digest: bytes, spec: JobSpec) -> SharedSpec:
        """Count one more job with a spec; its digest and spec are the objects to keep."""
        shared = self._by_digest.get(digest)
        if shared is None:
            shared = self._by_digest[digest] = SharedSpec(digest, spec)
        shared.jobs += 1
        return shared

    def release(self, digest: bytes) -> None:
        """Count a job less, because it has ended; the last one frees the spec."""
        shared = self._by_digest[digest]
        shared.jobs -= 1
        if not shared.jobs:
            del self._by_digest[digest]

    def by_digest(self) -> Mapping[bytes, JobSpec]:
        """All specs by digest, as they are now."""
        return {digest: shared.spec for digest, shared in self._by_digest.items()}
