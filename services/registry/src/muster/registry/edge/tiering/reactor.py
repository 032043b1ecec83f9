"""The reactor that has objects lie where their tier says.

ObjectsTiered -> placing.py
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
    from muster.registry.edge.tiering.placing import Placer

LEASE_MS: Final = 60 * 60_000
"""How long the objects of one fact may take before they may be begun again."""


def tiering(settings: Settings) -> Reactor:
    """The reactor."""

    @cache
    def placer() -> Placer:
        from muster.registry.edge.tiering.placing import Placer  # noqa: PLC0415  (most processes move nothing)

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
    """The objects of one fact. PURE."""
    fact = delivery.envelope.payload
    if not isinstance(fact, ObjectsTiered):
        return
    payload = {
        "tier": fact.tier.value,
        "objects": {each.object: each.object_key for each in fact.objects},
        "position": str(delivery.position),
    }
    yield Effect(label=fact.objects[0].object, payload=payload)
