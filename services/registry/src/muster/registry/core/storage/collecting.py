"""Collect unused objects: mark them for deletion, and delete them a day later. PURE.

    unused for a day      ObjectCondemned: reported as absent; kept if it is proven again
    for another day       ObjectDeleted: its key is removed from the store

Readers can use addresses that they were given until the object is deleted. Each proof has a key of its own,
so that an object that is uploaded while its former bytes are removed loses nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts
from muster.events.registry_events import ObjectCondemned, ObjectDeleted, RegistryEvent
from muster.registry.core.state import FILES, FREE_BY_TIME, OBJECTS, file_object
from muster.registry.core.storage import tiering

GRACE_MS: Final = 24 * 3_600_000
"""Time without use until an object is pending deletion, and again until it is deleted."""

AT_ONCE: Final = 500


def collect(state: Entities, at_ms: int) -> Facts[RegistryEvent]:
    """Mark or delete objects that have been unused for GRACE_MS, at most AT_ONCE in one call."""
    for number, object_ in enumerate(FREE_BY_TIME.until(state, at_ms - GRACE_MS)):
        stored = state.get(OBJECTS, object_)
        if number >= AT_ONCE or stored is None:
            return
        if stored.condemned:
            yield Fact(ObjectDeleted(object=object_, object_key=stored.key), object_)
        else:
            yield Fact(ObjectCondemned(object=object_), object_)


def evolve(state: Changes, fact: ObjectCondemned | ObjectDeleted, at_ms: int) -> None:
    """Mark the object as pending deletion, or delete it."""
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
