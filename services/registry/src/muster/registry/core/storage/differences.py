"""A xorb is held as its difference from others from now on. PURE.

ReserveRepacking -> UploadsReserved   room for the difference, as for every upload
RepackXorb       -> XorbRepacked      the difference is used by the xorb, and so are the xorbs that it is from

What organisations hold, and are charged for, stays the xorb: where its bytes come from is the store's own
matter. The xorbs that a difference is from stay in the store as long as the xorb does, whoever lets them go.
They are never held as differences themselves, so that restoring one takes one step.
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
"""Xorbs that a difference is from."""

PLAIN_MS: Final = 22 * 3_600_000
"""How long the xorb's own bytes are still read; they are removed two hours after that."""

SIZE_PERCENT_MAX: Final = 75
"""Of the xorb's own bytes that a difference may take; a larger one is not worth restoring."""

_DELTA: Final = object_id(ObjectKind.DELTA, "")


def decide(state: Entities, given: Input[object], command: RepackXorb) -> Facts[RegistryEvent]:
    """What follows; it is done once, whoever holds the xorb."""
    if state.get(HOLDINGS, held_key(command.tenant, command.object)) is None:
        text = must_be("object", command.object[:80], f"one that live commits of {command.tenant} refer to")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
    elif state.get(DIFFERENCES, command.object) is not None:
        yield repeated(given)
    else:
        yield _repacked(state, given, command)


def evolve(state: Changes, fact: XorbRepacked, at_ms: int) -> None:
    """The difference and its bases are used as long as the xorb is there."""
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
    """A xorb is gone: if it was held as a difference, nothing needs what restored it."""
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
    """Why it is not held so; empty: nothing."""
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
