"""Synthetic lineage of realistic shape, the same each time: long chains, wide families, hubs, jobs on nodes.

Repositories are chains of versions: most short, one in a thousand of some thousand versions. Nine in ten come
from another: half from one of 200 base models, popular ones more often. Every version names the bases and
datasets of its card, as the registry records them. A third of the versions is made by a job with a
checkpoint, on 1 to 16 of 2,000 nodes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from muster.registry.core.lineage.artifacts import attempt_of, checkpoint_of, job_of, node_of, version_of

NODES: Final = 2_000
BASES: Final = 200
DATASETS: Final = 5_000

Edge = tuple[str, str, str]
"""Child, parent and relation."""


@dataclass(slots=True)
class Lineage:
    """Edges between artifacts.

    Attributes:
        versions: Number of versions to make.
        repositories: First version and number of versions of each repository; the data sets come first.
    """

    versions: int
    repositories: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    _owners: list[int] = field(default_factory=list[int])
    _chance: random.Random = field(default_factory=lambda: random.Random(7))

    def edges(self) -> Iterator[Edge]:
        """Yield all edges of the registry, repository by repository; only once."""
        while len(self._owners) < self.versions:
            if len(self.repositories) < DATASETS:
                yield from self._chain(self._chance.randint(1, 20), [], [])
            else:
                yield from self._chain(self._length(), self._bases(), self._datasets())

    def name(self, version: int) -> str:
        """Return the name of a version, as long as names are."""
        return version_of(f"repo-{self._owners[version]:020d}", f"{version:040x}")

    def _chain(self, length: int, bases: list[int], datasets: list[int]) -> Iterator[Edge]:
        chance, first = self._chance, len(self._owners)
        number = len(self.repositories)
        length = min(length, self.versions - first)
        self.repositories.append((first, length))
        self._owners.extend([number] * length)
        relation = "MERGE" if len(bases) > 1 else "FINE_TUNE"
        for version in range(first, first + length):
            child = self.name(version)
            if version > first:
                yield child, self.name(version - 1), "REVISION"
            for base in bases:
                yield child, self.name(base), relation
            for dataset in datasets:
                yield child, self.name(dataset), "TRAINED_ON"
            if bases or datasets:
                yield from self._job(version, child, datasets)
            if chance.random() < 0.2:
                yield f"evaluation/acme/run-{version}", child, "EVALUATES"
            if chance.random() < 0.005:
                yield f"deployment/acme/service-{version}", child, "DEPLOYS"

    def _job(self, version: int, child: str, datasets: list[int]) -> Iterator[Edge]:
        if self._chance.random() > 1 / 3:
            return
        job_id = f"job-{version:08x}"
        attempt, checkpoint = attempt_of(job_id, 1), checkpoint_of(job_id, 1_000)
        yield child, attempt, "MADE_BY"
        yield child, checkpoint, "MADE_BY"
        yield checkpoint, attempt, "SAVED_BY"
        for dataset in datasets:
            yield attempt, self.name(dataset), "TRAINED_ON"
        yield attempt, job_of(job_id), "ATTEMPT_OF"
        nodes = self._chance.choices((1, 4, 16), (80, 15, 5))[0]
        first = self._chance.randrange(NODES)
        for number in range(nodes):
            yield attempt, node_of(f"gpu-{(first + number) % NODES:05d}"), "RAN_ON"

    def _length(self) -> int:
        match self._chance.choices("abcd", (700, 250, 49, 1))[0]:
            case "a":
                return self._chance.randint(1, 3)
            case "b":
                return self._chance.randint(4, 20)
            case "c":
                return self._chance.randint(20, 200)
            case _:
                return self._chance.randint(1_000, 10_000)

    def _bases(self) -> list[int]:
        chance, models = self._chance, len(self.repositories) - DATASETS
        if models < BASES or chance.random() < 0.1:
            return []
        bases: list[int] = []
        for _ in range(chance.choices((1, 2, 4), (97, 2, 1))[0]):
            kind = chance.random()
            if kind < 0.5:
                repository = int(BASES * chance.random() ** 4)
            elif kind < 0.9:
                repository = chance.randrange(models)
            else:
                repository = models - 1
            bases.append(self._version_of(DATASETS + repository))
        return list(dict.fromkeys(bases))

    def _datasets(self) -> list[int]:
        number = self._chance.choices((0, 1, 2, 4), (20, 50, 25, 5))[0]
        chosen = (int(DATASETS * self._chance.random() ** 3) for _ in range(number))
        return list(dict.fromkeys(self._version_of(each) for each in chosen))

    def _version_of(self, repository: int) -> int:
        """Return a version of a repository: of popular ones often the same."""
        first, length = self.repositories[repository]
        return first + int(length * self._chance.random() ** 6)
