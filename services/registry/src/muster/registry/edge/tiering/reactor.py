"""Reactor that moves objects to the storage of their tier.

ObjectsTiered -> placement.py
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

from muster.events.registry_events import ObjectsTiered, Tier
from muster.events.topics import REGISTRY_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Delivery, Start
from muster.reactors import Effect, Reactor
from muster.reactors.reactor import Item
from muster.registry.config import Settings

if TYPE_CHECKING:
    from muster.registry.edge.tiering.placement import Placer

LEASE_MS: Final = 60 * 60_000
"""Time that the objects of one fact may take before another process may start them again."""


def tiering(settings: Settings) -> Reactor:
    """Return the reactor that moves objects to the storage of their tier."""

    @cache
    def placer() -> Placer:
        from muster.registry.edge.tiering.placement import Placer  # noqa: PLC0415  (most processes move nothing)

        return Placer(settings)

    def perform(item: Item) -> None:
        objects = dict(item.payload["objects"])
        placer().place(Tier(item.payload["tier"]), objects, str(item.payload["position"]))

    return Reactor(
        name="registry-tiering",
        topics=[REGISTRY_EVENTS],
        effects=effects,
        perform=perform,
        begin=Start.BEGINNING,
    )


def effects(delivery: Delivery[Record]) -> Iterable[Effect]:
    """Yield one effect for the objects of a fact. PURE."""
    fact = delivery.envelope.payload
    if not isinstance(fact, ObjectsTiered):
        return
    payload = {
        "tier": fact.tier.value,
        "objects": {each.object: each.object_key for each in fact.objects},
        "position": str(delivery.position),
    }
    yield Effect(label=fact.objects[0].object, payload=payload)
