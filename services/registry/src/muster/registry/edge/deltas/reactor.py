"""Reactor that stores fine-tunes as deltas.

LineageRecorded with an origin of a version -> store its xorbs as deltas (encoding.py)
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

from muster.events.registry_events import LineageRecorded, LineageStanding
from muster.events.topics import REGISTRY_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Delivery, Start
from muster.reactors import Effect, Reactor
from muster.registry.config import Settings
from muster.registry.core.lineage.artifacts import version_of
from muster.registry.core.lineage.entities import WITH_WEIGHTS
from muster.registry.edge.deltas.tasks import Derived

if TYPE_CHECKING:
    from muster.registry.edge.deltas.encoding import Differences

_NOT_FROM: Final = {LineageStanding.WITHDRAWN}


def differencing(settings: Settings, stop: threading.Event) -> Reactor:
    """Return the reactor that stores fine-tunes as deltas."""

    @cache
    def differences() -> Differences:
        from muster.registry.edge.deltas.encoding import Differences  # noqa: PLC0415  (idle processes do without)

        return Differences(settings, stop)

    return Reactor(
        name="registry-differences",
        topics=[REGISTRY_EVENTS],
        effects=effects,
        perform=lambda item: differences().perform(Derived(**item.payload)),
        begin=Start.BEGINNING,
    )


def effects(delivery: Delivery[Record]) -> Iterable[Effect]:
    """Yield the version of a lineage fact if it derives from another, or seems to by content. PURE."""
    fact = delivery.envelope.payload
    if not isinstance(fact, LineageRecorded):
        return
    version = version_of(fact.repository, fact.commit)
    if any(
        edge.child == version and edge.relation in WITH_WEIGHTS and edge.standing not in _NOT_FROM
        for edge in fact.edges
    ):
        task = Derived(fact.tenant, fact.repository, fact.commit, str(delivery.position))
        yield Effect(label=version, payload=task._asdict())
