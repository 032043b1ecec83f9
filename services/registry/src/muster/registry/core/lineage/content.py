"""Content shared by two repositories: checks the origins that cards claim, and suggests others. PURE.

Files uploaded as chunks are stored in xorbs, and a client that learns that a chunk exists refers to its xorb.
So two repositories of an organisation that share a chunk share a xorb; whole files uploaded by git-lfs are
shared as a whole or not at all, even once they are cut into chunks. Chunks are not looked up across
organisations, so their absence proves nothing there.
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
from muster.registry.core.access import Level, Who, level_in
from muster.registry.core.lineage.artifacts import repository_of, version_of
from muster.registry.core.lineage.entities import KEEPERS, PARENTAGE, keeper_key
from muster.registry.core.references import objects_of_file
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.state import (
    KEPT,
    OBJECTS,
    REFS,
    REPACKED,
    REPOSITORIES,
    held_key,
    is_large,
    kept_key,
    ref_key,
)

SUGGESTED_MAX: Final = 3
SUGGESTED_PPM: Final = 500_000
"""Minimum share of a commit's large files, in ppm, that a repository must have to be suggested as origin."""
SUGGESTED_BYTES_MIN: Final = 65_536
"""Minimum size of a commit's large files; below it, equal content is no evidence."""

_OBJECTS_MAX: Final = 2_000
"""Maximum number of a repository's objects compared, ordered by name."""
_FILES_MAX: Final = 256
"""Maximum number of a commit's files looked up in other repositories, the largest first."""
_KEEPERS_MAX: Final = 32
"""Maximum number of repositories looked at that have an object, ordered by id."""
_ANCESTORS_MAX: Final = 256


def check_claim(state: Entities, edge: LineageEdge, made: CommitMade) -> tuple[ContentCheck, int]:
    """Check a claimed origin of a new version against the store; return the result and the shared bytes."""
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


def suggest_origins(
    state: Entities, made: CommitMade, who: Who, parents: Sequence[LineageEdge]
) -> Iterator[LineageEdge]:
    """Suggest origins that no edge names and that share more with a new version than any named one."""
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
    """Count the large objects of a new commit for its repository."""
    for object_ in filter(is_large, fact.objects):
        key = kept_key(fact.repository, object_)
        state.put(KEPT, key, (state.get(KEPT, key) or 0) + 1)
        state.put(KEEPERS, keeper_key(object_, fact.repository), True)


def evolve_released(state: Changes, fact: CommitReleased) -> None:
    """Count the released objects of a commit less; at the end, forget the commit's own origins."""
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
"""Relations whose content is compared: an adapter shares none with its base, nor a model with its data."""


def _large_of(state: Entities, repository: str, new: Iterable[str]) -> dict[str, None]:
    """Return the large objects of a repository, including those that a commit adds."""
    kept = state.scan(KEPT, prefix=f"{repository}/")
    before = (key.partition("/")[2] for key, _ in kept)
    return dict.fromkeys((*islice(filter(is_large, new), _OBJECTS_MAX), *islice(before, _OBJECTS_MAX)))


def _shared_by_repository(state: Entities, made: CommitMade) -> tuple[int, Mapping[str, int]]:
    """Return the bytes of a commit's large files, and the bytes of them that each other repository has."""
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
    """Return the repositories that something derives from, nearest first."""
    waiting = [edge.parent for edge in parents]
    seen: dict[str, None] = dict.fromkeys(waiting)
    while waiting and len(seen) < _ANCESTORS_MAX:
        for edge in state.get(PARENTAGE, waiting.pop(0)) or ():
            if edge.parent not in seen:
                seen[edge.parent] = None
                waiting.append(edge.parent)
    return dict.fromkeys(filter(None, map(repository_of, seen)))


def ancestors_of(state: Entities, repository: str) -> dict[str, None]:
    """Return the repositories that a repository's newest version derives from."""
    head = state.get(REFS, ref_key(repository, RefKind.BRANCH, MAIN)) or ""
    return ancestors(state, state.get(PARENTAGE, version_of(repository, head)) or ())


def _reads(state: Entities, who: Who, repository: str) -> bool:
    """Whether a caller can read a repository; if not, it is not even hinted at."""
    return level_in(state, who, repository) >= Level.READ


def _size_bytes(state: Entities, tenant: str, object_: str) -> int:
    """Return the size of an object; a repacked file may exist only as chunks."""
    stored = state.get(OBJECTS, object_) or state.get(REPACKED, held_key(tenant, object_))
    return 0 if stored is None else stored.size_bytes
