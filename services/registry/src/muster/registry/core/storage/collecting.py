"""What nothing refers to is condemned, and a day later deleted. PURE.

    nothing uses an object for a day   ObjectCondemned: absent for everybody; proven anew, it stays
    nor for another day                ObjectDeleted: its key is removed from the store

Who was given an address of an object has until then to use it. Each proof has a key of its own, so that an
object that is uploaded while its former bytes are removed loses nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts
from muster.events.registry_events import ObjectCondemned, ObjectDeleted, RegistryEvent
from muster.registry.core.state import FILES, FREE_BY_TIME, OBJECTS, file_object
from muster.registry.core.storage import differences, tiering

GRACE_MS: Final = 24 * 3_600_000
"""Both before it is condemned and after."""

AT_ONCE: Final = 500


def collected(state: Entities, at_ms: int) -> Facts[RegistryEvent]:
    """Objects that nothing has used long enough."""
    for number, object_ in enumerate(FREE_BY_TIME.until(state, at_ms - GRACE_MS)):
        stored = state.get(OBJECTS, object_)
        if number >= AT_ONCE or stored is None:
            return
        if stored.condemned:
            yield Fact(ObjectDeleted(object=object_, object_key=stored.key), object_)
        else:
            yield Fact(ObjectCondemned(object=object_), object_)


def evolve(state: Changes, fact: ObjectCondemned | ObjectDeleted, at_ms: int) -> None:
    """Its last day begins, or it is gone."""
    stored = state.get(OBJECTS, fact.object)
    if isinstance(fact, ObjectCondemned):
        if stored is not None:
            file_object(state, fact.object, replace(stored, condemned=True), at_ms)
        return
    if stored is not None and stored.free_since_ms is not None:
        FREE_BY_TIME.remove(state, stored.free_since_ms, fact.object)
    state.delete(OBJECTS, fact.object)
    state.delete(FILES, fact.object)
    tiering.evolve_deleted(state, fact.object)
    differences.drop(state, fact.object, at_ms)
