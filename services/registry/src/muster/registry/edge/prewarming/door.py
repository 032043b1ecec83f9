"""Sends the objects of the most downloaded repositories to the CDN's hook, each day.

DownloadsRanked -> a signed POST for every 100 objects of a repository:
{"type": "prewarm", "repository": ID, "day": DAY, "objects": [{"url": ADDRESS, "size_bytes": BYTES}, ...]}

Each address is valid at the CDN for a day; the receiver of the hook fetches it there, or has it fetched.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from muster.events.registry_events import DownloadsRanked
from muster.events.topics import REGISTRY_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Delivery, Position, SystemClock
from muster.reactors import Effect, Reactor, Undelivered
from muster.reactors.reactor import Item
from muster.reactors.webhook import Webhook, WebhookTarget, webhook
from muster.registry.config import Settings
from muster.registry.edge.cdn.door import cdn_of
from muster.registry.edge.commands import PATIENCE_S
from muster.registry.edge.content import Content
from muster.registry.edge.prewarming.tables import LyingRow, read_of
from muster.registry.edge.projections import TABLES
from muster.store.sealed import SealedStore, key_in
from muster.views.reading.tables import Tables

AT_ONCE: Final = 100
"""Maximum number of objects per call of the hook."""

GOOD_FOR_S: Final = 24 * 3_600


def prewarming(settings: Settings) -> Reactor:
    """Return the reactor; needs a configured CDN and hook."""

    @cache
    def caller() -> _HookCaller:
        return _HookCaller(settings)

    return Reactor(
        name="registry-prewarming",
        topics=[REGISTRY_EVENTS],
        effects=effects,
        perform=lambda item: caller().perform(item),
    )


def effects(delivery: Delivery[Record]) -> Iterable[Effect]:
    """Yield one effect for each repository of a ranking. PURE."""
    fact = delivery.envelope.payload
    if isinstance(fact, DownloadsRanked):
        for each in fact.repositories:
            payload = {"repository": each.repository, "day": fact.day, "position": str(delivery.position)}
            yield Effect(label=each.repository, payload=payload)


class _HookCaller:
    """Calls the hook."""

    def __init__(self, settings: Settings) -> None:
        self._content = Content(SealedStore(settings.store()), cdn_of(settings, SystemClock()))
        self._dsn, self._hook = settings.postgres_dsn, settings.registry_cdn_hook
        target = WebhookTarget(secret=settings.cdn_secret().encode(), private=True)
        self._post = Webhook({self._hook: target}, clock=SystemClock())

    def perform(self, item: Item) -> None:
        """Send the objects of one repository.

        Raises:
            Undelivered: the tables or the hook do not answer.
            Undeliverable: the hook refuses permanently.
        """
        repository = str(item.payload["repository"])
        objects = asyncio.run(self._read(repository, str(item.payload["position"])))
        for first in range(0, len(objects), AT_ONCE):
            body = {"type": "prewarm", "repository": repository, "day": item.payload["day"]}
            some = self._addresses(objects[first : first + AT_ONCE])
            call = webhook(self._hook, {**body, "objects": some})
            self._post(replace(item, key=f"{item.key}-{first}", payload=call.payload))

    async def _read(self, repository: str, position: str) -> Sequence[LyingRow]:
        async with Tables.connected(self._dsn, view=TABLES.view_name) as tables:
            if not await tables.wait_for(Position.parse(position), PATIENCE_S):
                raise Undelivered(f"the tables have not reached {position} yet")
            return await read_of(tables, repository)

    def _addresses(self, objects: Sequence[LyingRow]) -> list[dict[str, str | int]]:
        return [
            {"url": self._content.read_address(each.object_key, GOOD_FOR_S), "size_bytes": each.size_bytes}
            for each in objects
            if not key_in(each.object_key)  # a CDN must not cache encrypted content
        ]
