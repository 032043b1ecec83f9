"""Store xorbs as deltas from other xorbs. PURE.

ReserveRepacking -> UploadsReserved   reserves the delta, like any upload
RepackXorb       -> XorbRepacked      the xorb uses the delta and its base xorbs

Organisations still hold the xorb and are charged for it; how its bytes are stored does not concern them. The
bases of a delta stay in the store as long as the xorb does, even if every organisation releases them. Bases
are never stored as deltas themselves, so that restoring a xorb takes one step.
"""

from __future__ import annotations

from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse, repeated
from muster.events.refusal import must_be
from muster.events.registry_commands import ObjectKind, RepackXorb
from muster.events.registry_events import BaseXorb, ProvenObject, RegistryEvent, StoredBytes, XorbRepacked
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core.state import (
    CLAIMS,
    DIFFERENCES,
    HOLDINGS,
    LEANING,
    OBJECTS,
    Difference,
    held_key,
    object_id,
    organisation,
    use,
)
from muster.registry.core.storage import uploads

BASES_MAX: Final = 64
"""Maximum number of bases of a delta."""

PLAIN_MS: Final = 22 * 3_600_000
"""How long readers still get the xorb's own bytes, which are removed two hours after that."""

SIZE_PERCENT_MAX: Final = 75
"""Maximum size of a delta, in percent of the xorb's own bytes; a larger one is not worth restoring."""

_DELTA: Final = object_id(ObjectKind.DELTA, "")


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


def drop(state: Changes, object_: str, at_ms: int) -> None:
    """Release the delta and bases of a deleted xorb, if it was stored as a delta."""
    difference = state.get(DIFFERENCES, object_)
    if difference is None:
        return
    state.delete(DIFFERENCES, object_)
    use(state, difference.delta, -1, at_ms)
    for base in difference.bases:
        use(state, base, -1, at_ms)
        left = (state.get(LEANING, base) or 0) - 1
        if left:
            state.put(LEANING, base, left)
        else:
            state.delete(LEANING, base)


def _repacked(
    state: Entities, given: Input[object], command: RepackXorb
) -> Fact[XorbRepacked | CommandRejected]:
    xorb = state.get(OBJECTS, command.object)
    proven = uploads.proven_by(state, (command.proof,), command.tenant)
    delta = next((each for each in proven.values() if each.object.startswith(_DELTA)), None)
    if xorb is None or delta is None:
        text = f"the difference of {command.object[:80]} is not stored; must be one that was uploaded"
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
        allowed = f"at most {SIZE_PERCENT_MAX} % of the {size_bytes} of the xorb"
        return must_be("the difference", f"{delta.size_bytes} bytes", allowed)
    if (state.get(LEANING, command.object) or 0) > 0:
        return must_be("object", command.object[:80], "a xorb that no other is held as a difference from")
    bases = [object_id(ObjectKind.XORB, hash_) for hash_ in command.bases]
    if not 1 <= len(set(bases)) == len(bases) <= BASES_MAX or command.object in bases:
        return must_be("bases", f"{len(bases)} of them", f"1 to {BASES_MAX} other xorbs, each once")
    for base in bases:
        is_held = state.get(HOLDINGS, held_key(command.tenant, base)) is not None
        if not is_held or state.get(OBJECTS, base) is None or state.get(DIFFERENCES, base) is not None:
            allowed = f"one that live commits of {command.tenant} refer to, and that is no difference itself"
            return must_be("base", base[:80], allowed)
    return ""
