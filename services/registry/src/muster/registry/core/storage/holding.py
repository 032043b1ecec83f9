"""Objects that an organisation's commits refer to, and the bytes that it keeps for them. PURE.

An organisation holds an object once for each live commit that refers to it. A file that was uploaded whole
and repacked later (repacking.py) is still held under the name that commits know. The organisation then no
longer uses the whole object; instead it uses, once each, the record and the xorbs that contain the file, and
releases them with the last commit.

Each object belongs to the repository that uploaded it first, however many use it by now, until the
organisation no longer holds it: so the bytes of its repositories add up to those of the organisation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from muster.deciding import Changes, Entities
from muster.events.registry_events import KeptBytes, ProvenObject, StoredBytes
from muster.registry.core.state import (
    BROUGHT,
    CLAIMS,
    HOLDINGS,
    OBJECTS,
    REPACKED,
    REPOSITORIES,
    held_key,
    organisation,
    use,
)
from muster.registry.core.storage.uploads import drop_claim


def hold(state: Changes, tenant: str, object_: str, at_ms: int, repository: str) -> None:
    """Add one reference of a repository to an object; drop the organisation's claim on it."""
    held = held_key(tenant, object_)
    before = state.get(HOLDINGS, held)
    state.put(HOLDINGS, held, (before or 0) + 1)
    if before is None:
        state.put(BROUGHT, held, repository)
    if state.get(REPACKED, held) is None:
        use(state, object_, +1, at_ms)
    if state.get(CLAIMS, held) is not None:
        drop_claim(state, tenant, object_, at_ms)


def release(state: Changes, tenant: str, object_: str, at_ms: int) -> None:
    """Remove one reference to an object; with the last one to a repacked file, release its parts."""
    held = held_key(tenant, object_)
    repacked = state.get(REPACKED, held)
    if repacked is None:
        use(state, object_, -1, at_ms)
    left = (state.get(HOLDINGS, held) or 0) - 1
    if left:
        state.put(HOLDINGS, held, left)
        return
    state.delete(HOLDINGS, held)
    state.delete(BROUGHT, held)
    if repacked is not None:
        state.delete(REPACKED, held)
        for part in repacked.objects:
            release(state, tenant, part, at_ms)


def is_last_of_repacked(state: Entities, tenant: str, object_: str) -> bool:
    """Whether the next release of an object also releases the chunks of a repacked file."""
    held = held_key(tenant, object_)
    return state.get(REPACKED, held) is not None and state.get(HOLDINGS, held) == 1


def kept_with(
    state: Entities, tenant: str, objects: Sequence[str], proven: Mapping[str, ProvenObject]
) -> StoredBytes:
    """Return the bytes that an organisation keeps once it also holds these objects."""
    kept = organisation(state, tenant)
    unique_bytes, reserved_bytes = kept.unique_bytes, kept.reserved_bytes
    for object_ in objects:
        held = held_key(tenant, object_)
        claim = state.get(CLAIMS, held)
        if state.get(HOLDINGS, held) is None:
            unique_bytes += size_bytes_of(state, object_, proven)
        reserved_bytes -= claim.size_bytes if claim is not None else 0
    return StoredBytes(unique_bytes=unique_bytes, reserved_bytes=reserved_bytes)


def kept_without(
    state: Entities, tenant: str, objects: Sequence[str]
) -> tuple[StoredBytes, tuple[KeptBytes, ...]]:
    """Return the bytes kept after one reference less to each of these, and the change for each repository."""
    kept = organisation(state, tenant)
    less: Counter[str] = Counter()
    freed_bytes: Counter[str] = Counter()
    waiting = list(objects)
    while waiting:
        object_ = waiting.pop()
        less[object_] += 1
        held = held_key(tenant, object_)
        if state.get(HOLDINGS, held) != less[object_]:
            continue
        repacked, stored = state.get(REPACKED, held), state.get(OBJECTS, object_)
        if repacked is not None:
            waiting.extend(repacked.objects)
        elif stored is not None:
            freed_bytes[brought_by(state, tenant, object_)] += stored.size_bytes
    unique_bytes = kept.unique_bytes - freed_bytes.total()
    changed = (each for name in sorted(freed_bytes) for each in changed_by(state, name, -freed_bytes[name]))
    return StoredBytes(unique_bytes=unique_bytes, reserved_bytes=kept.reserved_bytes), tuple(changed)


def brought_by(state: Entities, tenant: str, object_: str) -> str:
    """Return the repository that an object belongs to; empty: it was uploaded before owners were recorded."""
    return state.get(BROUGHT, held_key(tenant, object_)) or ""


def changed_by(state: Entities, repository: str, more_bytes: int) -> tuple[KeptBytes, ...]:
    """Return a change of a repository's kept bytes by `more_bytes`; empty if that is 0."""
    if not more_bytes:
        return ()
    known = state.get(REPOSITORIES, repository)
    changed = KeptBytes(
        repository=repository,
        repository_type=None if known is None else known.type,
        namespace="" if known is None else known.namespace,
        name="" if known is None else known.name,
        more_bytes=more_bytes,
    )
    return (changed,)


def size_bytes_of(state: Entities, object_: str, proven: Mapping[str, ProvenObject]) -> int:
    """Return the size of an object that is stored, or proven by the same command."""
    stored = state.get(OBJECTS, object_)
    return proven[object_].size_bytes if stored is None else stored.size_bytes
