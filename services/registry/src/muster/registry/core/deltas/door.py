"""Store xorbs as deltas from other xorbs. PURE.

ReserveRepacking -> UploadsReserved   reserves the delta, like any upload
RepackXorb       -> XorbRepacked      the xorb uses the delta and its base xorbs
ObjectDeleted    the xorb is gone: its delta and bases are released

Organisations still hold the xorb and are charged for it; how its bytes are stored does not concern them. The
bases of a delta stay in the store as long as the xorb does, even if every organisation releases them. Bases
are never stored as deltas themselves, so that restoring a xorb takes one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse, repeated
from muster.events.refusal import must_be
from muster.events.registry_commands import ObjectKind, RepackXorb
from muster.events.registry_events import (
    BaseXorb,
    ObjectDeleted,
    ProvenObject,
    RegistryEvent,
    StoredBytes,
    XorbRepacked,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core.deltas.entities import (
    BASES_MAX,
    DIFFERENCES,
    LEANING,
    SIZE_PERCENT_MAX,
    Difference,
)
from muster.registry.core.state import (
    CLAIMS,
    HOLDINGS,
    OBJECTS,
    held_key,
    object_id,
    organisation,
    use,
)
from muster.registry.core.storage import uploads
from muster.views.rows import Upsert

PLAIN_MS: Final = 22 * 3_600_000
"""How long readers still get the xorb's own bytes, which are removed two hours after that."""

_DELTA: Final = object_id(ObjectKind.DELTA, "")
_XORB: Final = object_id(ObjectKind.XORB, "")


def decide(state: Entities, given: Input[object], command: RepackXorb) -> Facts[RegistryEvent]:
    """Decide a command; a xorb is repacked only once for all organisations that hold it."""
    if state.get(HOLDINGS, held_key(command.tenant, command.object)) is None:
        text = must_be("object", command.object[:80], f"one that live commits of {command.tenant} refer to")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
    elif state.get(DIFFERENCES, command.object) is not None:
        yield repeated(given)
    else:
        yield _repacked(state, given, command)


def evolve(state: Changes, fact: XorbRepacked, at_ms: int) -> None:
    """Hold references to delta and bases while the xorb exists."""
    uploads.evolve_proven(state, fact.proven, at_ms)
    delta = fact.proven.object
    bases = tuple(object_id(ObjectKind.XORB, base.xorb) for base in fact.bases)
    state.put(DIFFERENCES, fact.object, Difference(delta=delta, bases=bases))
    use(state, delta, +1, at_ms)
    for base in bases:
        use(state, base, +1, at_ms)
        state.put(LEANING, base, (state.get(LEANING, base) or 0) + 1)
    if state.get(CLAIMS, held_key(fact.tenant, delta)) is not None:
        uploads.drop_claim(state, fact.tenant, delta, at_ms)
    uploads.count(state, fact.tenant, fact.stored)


def evolve_deleted(state: Changes, fact: ObjectDeleted, at_ms: int) -> None:
    """Release the delta and bases of a deleted xorb, if it was stored as a delta."""
    difference = state.get(DIFFERENCES, fact.object)
    if difference is None:
        return
    state.delete(DIFFERENCES, fact.object)
    use(state, difference.delta, -1, at_ms)
    for base in difference.bases:
        use(state, base, -1, at_ms)
        left = (state.get(LEANING, base) or 0) - 1
        if left:
            state.put(LEANING, base, left)
        else:
            state.delete(LEANING, base)


def rows(fact: XorbRepacked, at_ms: int) -> Sequence[Upsert]:
    """Return the row of a delta."""
    columns = {
        "delta_key": fact.proven.object_key,
        "delta_bytes": fact.proven.size_bytes,
        "bases": {base.xorb: base.object_key for base in fact.bases},
        "plain_until_ms": at_ms + PLAIN_MS,
        "repository": fact.repository,
        "base_repository": fact.base_repository,
        "tenant": fact.tenant,
    }
    return [Upsert("differences", {"object": fact.object}, columns)]


def deleted_rows(gone: ObjectDeleted) -> Sequence[Upsert]:
    """Clear the delta of a deleted xorb, so that a new upload counts as plain; condemned ones keep it."""
    if not gone.object.startswith(_XORB):
        return []
    return [Upsert("differences", {"object": gone.object}, {"delta_key": None})]


def _repacked(
    state: Entities, given: Input[object], command: RepackXorb
) -> Fact[XorbRepacked | CommandRejected]:
    xorb = state.get(OBJECTS, command.object)
    proven = uploads.proven_by(state, (command.proof,), command.tenant)
    delta = next((each for each in proven.values() if each.object.startswith(_DELTA)), None)
    if xorb is None or delta is None:
        text = f"the delta of {command.object[:80]} is not stored; must be one that was uploaded"
        return refuse(given, RejectionCode.INVALID, text, detail_code=uploads.OBJECT_ABSENT)
    if reason := _wrong(state, command, xorb.size_bytes, delta):
        return refuse(given, RejectionCode.INVALID, reason)
    kept = organisation(state, command.tenant)
    claim = state.get(CLAIMS, held_key(command.tenant, delta.object))
    freed_bytes = 0 if claim is None else claim.size_bytes
    fact = XorbRepacked(
        object=command.object,
        object_key=xorb.key,
        size_bytes=xorb.size_bytes,
        bases=tuple(_base(state, base) for base in command.bases),
        proven=delta,
        repository=command.repository,
        base_repository=command.base_repository,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
        stored=StoredBytes(unique_bytes=kept.unique_bytes, reserved_bytes=kept.reserved_bytes - freed_bytes),
    )
    return Fact(fact, command.object, command.tenant)


def _base(state: Entities, hash_: str) -> BaseXorb:
    stored = state.get(OBJECTS, object_id(ObjectKind.XORB, hash_))
    return BaseXorb(xorb=hash_, object_key="" if stored is None else stored.key)


def _wrong(state: Entities, command: RepackXorb, size_bytes: int, delta: ProvenObject) -> str:
    """Return why the xorb may not be stored as this delta; empty: it may."""
    if delta.size_bytes * 100 > size_bytes * SIZE_PERCENT_MAX:
        allowed = f"at most {SIZE_PERCENT_MAX} % of the xorb's {size_bytes} bytes"
        return must_be("the delta", f"{delta.size_bytes} bytes", allowed)
    if (state.get(LEANING, command.object) or 0) > 0:
        return must_be("object", command.object[:80], "a xorb that is not the base of a delta")
    bases = [object_id(ObjectKind.XORB, hash_) for hash_ in command.bases]
    if not 1 <= len(set(bases)) == len(bases) <= BASES_MAX or command.object in bases:
        return must_be("bases", f"{len(bases)} items", f"1 to {BASES_MAX} other xorbs, each once")
    for base in bases:
        is_held = state.get(HOLDINGS, held_key(command.tenant, base)) is not None
        if not is_held or state.get(OBJECTS, base) is None or state.get(DIFFERENCES, base) is not None:
            allowed = f"one that live commits of {command.tenant} refer to and that is not stored as a delta"
            return must_be("base", base[:80], allowed)
    return ""
