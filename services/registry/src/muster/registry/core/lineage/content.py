"""What two repositories share: a check of what cards claim, and a hint at what they do not say. PURE.

Files that came as chunks lie in xorbs, and a client that is told that a chunk is there refers to the xorb it
lies in. So two repositories of an organisation that share a chunk share a xorb; whole files that came by
git-lfs are shared as a whole or not at all, even once they were cut into chunks. Between organisations chunks
are not looked for, so nothing follows from their absence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities
from muster.events.registry_commands import FileKind, LineageRelation, RefKind
from muster.events.registry_events import (
    CommitMade,
    CommitReleased,
    ContentCheck,
    LineageEdge,
    LineageStanding,
)
from muster.registry.core.commits import objects_of_file
from muster.registry.core.lineage.artifacts import repository_of, version_of
from muster.registry.core.lineage.entities import KEEPERS, KEPT, PARENTAGE, is_large, keeper_key, kept_key
from muster.registry.core.repositories.access import Level, Who, level
from muster.registry.core.repositories.grants import grants_of
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.state import OBJECTS, REFS, REPACKED, REPOSITORIES, held_key, ref_key

SUGGESTED_MAX: Final = 3
SUGGESTED_PPM: Final = 500_000
"""So much of a commit's large files lies in objects of another repository to be taken for an origin."""
SUGGESTED_BYTES_MIN: Final = 65_536
"""Of large files in a commit; with less, what is equal says nothing."""

_OBJECTS_MAX: Final = 2_000
"""Objects of a repository that are compared, the first by name."""
_FILES_MAX: Final = 256
"""Files of a commit that are looked for elsewhere, the largest."""
_KEEPERS_MAX: Final = 32
"""Other repositories with an object that are looked at, the first by id."""
_ANCESTORS_MAX: Final = 256


def checked(state: Entities, edge: LineageEdge, made: CommitMade) -> tuple[ContentCheck, int]:
    """What the store says to a claim about a new version, and the bytes of what is shared."""
    claimed, child = repository_of(edge.parent), made.repository
    parent = state.get(REPOSITORIES, claimed) if claimed else None
    if parent is None or claimed == child or edge.relation not in _COMPARED:
        return ContentCheck.NOT_COMPARED, 0
    mine = _large_of(state, child, made.objects)
    has_any = next(state.scan(KEPT, prefix=f"{claimed}/"), None) is not None
    if not mine or not has_any:
        return ContentCheck.NOT_COMPARED, 0
    shared = [object_ for object_ in mine if state.get(KEPT, kept_key(claimed, object_))]
    if shared:
        return ContentCheck.SHARED, sum(_size_bytes(state, made.tenant, object_) for object_ in shared)
    is_known = parent.tenant == made.tenant
    return ContentCheck.NOTHING_SHARED if is_known else ContentCheck.NOT_COMPARED, 0


def suggested(
    state: Entities, made: CommitMade, who: Who, parents: Sequence[LineageEdge]
) -> Iterator[LineageEdge]:
    """Versions that nobody names and with which a new one shares more than with any that is named."""
    total_bytes, shared = _shared_by_repository(state, made)
    if total_bytes < SUGGESTED_BYTES_MIN:
        return
    known = ancestors(state, parents)
    least = max((shared[repository] for repository in known), default=0) + 1
    enough = max(least, -(-total_bytes * SUGGESTED_PPM // 1_000_000))
    found = [each for each, size_bytes in shared.items() if size_bytes >= enough and each not in known]
    found.sort(key=lambda each: (-shared[each], len(ancestors_of(state, each)), each))
    readable = (each for each in found if _reads(state, who, each))
    for repository in islice(readable, SUGGESTED_MAX):
        head = state.get(REFS, ref_key(repository, RefKind.BRANCH, MAIN))
        if head is not None:
            yield LineageEdge(
                child=version_of(made.repository, made.commit),
                parent=version_of(repository, head),
                relation=LineageRelation.SHARES_CONTENT,
                standing=LineageStanding.SUGGESTED,
                content=ContentCheck.SHARED,
                shared_bytes=shared[repository],
            )


def evolve_made(state: Changes, fact: CommitMade) -> None:
    """A repository has what its commit refers to."""
    for object_ in filter(is_large, fact.objects):
        key = kept_key(fact.repository, object_)
        state.put(KEPT, key, (state.get(KEPT, key) or 0) + 1)
        state.put(KEEPERS, keeper_key(object_, fact.repository), True)


def evolve_released(state: Changes, fact: CommitReleased) -> None:
    """A commit that is given up refers to nothing, and is the origin of nothing new."""
    for object_ in filter(is_large, fact.objects):
        key = kept_key(fact.repository, object_)
        uses = (state.get(KEPT, key) or 0) - 1
        if uses > 0:
            state.put(KEPT, key, uses)
            continue
        state.delete(KEPT, key)
        state.delete(KEEPERS, keeper_key(object_, fact.repository))
    if fact.ended:
        state.delete(PARENTAGE, version_of(fact.repository, fact.commit))


_COMPARED: Final = frozenset({LineageRelation.FINE_TUNE, LineageRelation.MERGE})
"""An adapter has nothing of what it adapts, and a model nothing of what it was trained on."""


def _large_of(state: Entities, repository: str, new: Iterable[str]) -> dict[str, None]:
    """Large objects of a repository, with those that a commit brings."""
    kept = state.scan(KEPT, prefix=f"{repository}/")
    before = (key.partition("/")[2] for key, _ in kept)
    return dict.fromkeys((*islice(filter(is_large, new), _OBJECTS_MAX), *islice(before, _OBJECTS_MAX)))


def _shared_by_repository(state: Entities, made: CommitMade) -> tuple[int, Mapping[str, int]]:
    """Bytes of a commit's large files, and of what of them lies in objects of others; a file counts once."""
    large = (file for file in made.files if file.kind is not FileKind.INLINE)
    files = nlargest(_FILES_MAX, large, key=lambda file: (file.size_bytes, file.path))
    shared: Counter[str] = Counter()
    for file in files:
        found: Counter[str] = Counter()
        for object_ in filter(is_large, objects_of_file(state, file)[:_OBJECTS_MAX]):
            size_bytes = _size_bytes(state, made.tenant, object_)
            for key, _ in islice(state.scan(KEEPERS, prefix=f"{object_}/"), _KEEPERS_MAX):
                found[key.rpartition("/")[2]] += size_bytes
        for repository, size_bytes in found.items():
            shared[repository] += min(size_bytes, file.size_bytes)
    del shared[made.repository]
    return sum(file.size_bytes for file in files), shared


def ancestors(state: Entities, parents: Iterable[LineageEdge]) -> dict[str, None]:
    """Repositories that something comes from, near ones first."""
    waiting = [edge.parent for edge in parents]
    seen: dict[str, None] = dict.fromkeys(waiting)
    while waiting and len(seen) < _ANCESTORS_MAX:
        for edge in state.get(PARENTAGE, waiting.pop(0)) or ():
            if edge.parent not in seen:
                seen[edge.parent] = None
                waiting.append(edge.parent)
    return dict.fromkeys(filter(None, map(repository_of, seen)))


def ancestors_of(state: Entities, repository: str) -> dict[str, None]:
    """Repositories that the newest version of one comes from."""
    head = state.get(REFS, ref_key(repository, RefKind.BRANCH, MAIN)) or ""
    return ancestors(state, state.get(PARENTAGE, version_of(repository, head)) or ())


def _reads(state: Entities, who: Who, repository: str) -> bool:
    """Whether somebody reads a repository: others are not even hinted at."""
    found = state.get(REPOSITORIES, repository)
    return found is not None and level(who, found, grants_of(state, repository)) >= Level.READ


def _size_bytes(state: Entities, tenant: str, object_: str) -> int:
    """The size of an object; a file that came whole and was repacked may lie in its chunks only."""
    stored = state.get(OBJECTS, object_) or state.get(REPACKED, held_key(tenant, object_))
    return 0 if stored is None else stored.size_bytes
