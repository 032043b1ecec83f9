"""What an organisation's commits refer to, and what it keeps because of that. PURE.

An organisation holds an object once for each live commit that refers to it. A file that came whole and was
repacked (repacking.py) it holds as before, by the name that its commits know; of the whole object it uses
nothing any longer, but once the record and the xorbs that the file lies in. These it lets go with the last
commit.

Each object belongs to the repository that brought it first, however many use it by now, until the
organisation holds it no longer: so what repositories have adds up to what the organisation keeps.
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
    """A repository of an organisation refers to an object once more; there is no claim on it any longer."""
    held = held_key(tenant, object_)
    before = state.get(HOLDINGS, held)
    state.put(HOLDINGS, held, (before or 0) + 1)
    if before is None:
        state.put(BROUGHT, held, repository)
    if state.get(REPACKED, held) is None:
        use(state, object_, +1, at_ms)
    if state.get(CLAIMS, held) is not None:
        drop_claim(state, tenant, object_, at_ms)


def let_go(state: Changes, tenant: str, object_: str, at_ms: int) -> None:
    """It refers to it once less; with the last reference to a repacked file its parts are let go."""
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
            let_go(state, tenant, part, at_ms)


def is_last_of_repacked(state: Entities, tenant: str, object_: str) -> bool:
    """Whether one reference less lets the chunks of a file go that came whole."""
    held = held_key(tenant, object_)
    return state.get(REPACKED, held) is not None and state.get(HOLDINGS, held) == 1


def kept_with(
    state: Entities, tenant: str, objects: Sequence[str], proven: Mapping[str, ProvenObject]
) -> StoredBytes:
    """What an organisation keeps once it holds these, too."""
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
    """What it keeps once it refers to these once less, and whose bytes that changes."""
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
    """The repository that an object belongs to; empty: it was brought before that was kept."""
    return state.get(BROUGHT, held_key(tenant, object_)) or ""


def changed_by(state: Entities, repository: str, more_bytes: int) -> tuple[KeptBytes, ...]:
    """So much more of what is kept belongs to a repository; nothing where nothing changes."""
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
    """The size of an object that is stored, or proven by the same command."""
    stored = state.get(OBJECTS, object_)
    return proven[object_].size_bytes if stored is None else stored.size_bytes
