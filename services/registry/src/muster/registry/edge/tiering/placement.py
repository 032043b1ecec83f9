"""Moves objects whose tier has changed, and reports the storage class that the store has for them.

WARM   remove them from the local cache
COLD   also copy them onto themselves, in the store's cold class
HOT    copy them onto themselves, in its standard class: they were read again

A copy onto itself is atomic, so an interrupted move can simply be repeated. The tables decide: objects that
have changed their tier again since, or are gone, are skipped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import asker, drawn
from muster.api.problems import Problem
from muster.cas.naming import digest_of
from muster.events.registry_commands import Placement, RecordPlacement
from muster.events.registry_events import Tier
from muster.events.topics import REGISTRY_COMMANDS, REGISTRY_EVENTS
from muster.events.wire.stamp import stamped
from muster.journal import Failpoints, Position
from muster.reactors import Undelivered
from muster.registry.config import Settings
from muster.registry.edge.commands import PATIENCE_S, SUBJECT, as_service
from muster.registry.edge.content import PROBES
from muster.registry.edge.projections import TABLES
from muster.registry.edge.tiering.hot import HotFolder
from muster.registry.edge.tiering.tables import tiers_of_objects
from muster.service.starting.api import open_gateway
from muster.store import NoSuchObject
from muster.store.objects import STANDARD
from muster.store.sealed import SealedStore
from muster.views.reading.tables import Tables

TENANT: Final = "muster"
"""Tenant of placement reports: objects belong to their organisations, reports to the service."""

_log = logging.getLogger(__name__)


class Placer:
    """Moves objects to the storage of their tier.

    Args:
        settings: Addresses, the token, and the cold class.
        failpoints: Points where a test kills the process: moved.
    """

    def __init__(self, settings: Settings, failpoints: Failpoints | None = None) -> None:
        self._settings = settings
        self._failpoints = failpoints or Failpoints()
        self._store = SealedStore(settings.store())
        self._hot = HotFolder(settings.hot_folder(), settings.registry_hot_bytes_max)
        self._has_classes: bool | None = None

    def place(self, tier: Tier, objects: Mapping[str, str], position: str) -> None:
        """Move objects to the storage of this tier, and report their storage class.

        Args:
            tier: Their tier according to the fact.
            objects: Keys by KIND/HASH.
            position: Position of the fact.

        Raises:
            Undelivered: the log, the tables or the decider do not answer.
            StoreUnavailable: the store does not answer.
        """
        if tier is not Tier.HOT:
            for object_ in objects:
                self._hot.forget(digest_of(object_))
        if tier is not Tier.WARM:
            asyncio.run(self._place(tier, objects, position))

    async def _place(self, tier: Tier, objects: Mapping[str, str], position: str) -> None:
        if not self._settings.token():
            raise Undelivered("no token: the file of MUSTER_REGISTRY_TOKEN_FILE does not exist")
        async with self._gateway() as gateway:
            if not await gateway.tables.wait_for(Position.parse(position), PATIENCE_S):
                raise Undelivered(f"the tables have not reached {position} yet")
            there = await tiers_of_objects(gateway.tables, list(objects))
            placed: list[Placement] = []
            for object_, key in objects.items():
                row = there.get(object_)
                if row is None or (row.object_key, row.tier) != (key, tier.value):
                    continue
                with suppress(NoSuchObject):  # it was removed a moment ago
                    class_ = await asyncio.to_thread(self._moved, key, tier)
                    placed.append(Placement(object=object_, object_key=key, storage_class=class_))
            if placed:
                await self._tell(gateway, tuple(placed))

    def _moved(self, key: str, tier: Tier) -> str:
        """Move an object and return its storage class; empty: the store has no classes."""
        wanted = self._settings.registry_cold_class if tier is Tier.COLD else STANDARD
        if not self._knows_classes():
            return ""
        found = self._store.storage_class(key)
        if wanted in {"", found}:
            return found
        self._store.abort_parts(key)  # left by an interrupted move
        self._store.move_to_class(key, wanted)
        self._failpoints.hit("moved")
        return self._store.storage_class(key)

    def _knows_classes(self) -> bool:
        if self._has_classes is None:
            self._has_classes = self._store.knows_classes(f"{PROBES}{drawn()}")
            if not self._has_classes:
                _log.warning(
                    "the store at %s has no storage classes: cold objects are recorded but not moved",
                    self._settings.store().endpoint,
                )
        return self._has_classes

    async def _tell(self, gateway: CommandGateway, placed: tuple[Placement, ...]) -> None:
        command = RecordPlacement(placed=placed, tenant=TENANT, requested_by=SUBJECT)
        envelope = stamped(command, placed[0].object, gateway.log.stamp())
        try:
            sender = as_service(TENANT, self._settings.token())
            await gateway.append(sender, REGISTRY_COMMANDS, envelope, admitted=True)
            row = await gateway.settled(asker(sender), envelope.event_id, PATIENCE_S)
        except Problem as problem:
            raise Undelivered(problem.detail) from problem
        if row is None:
            raise Undelivered(f"{envelope.event_id} was not decided within {PATIENCE_S:.0f} s")

    @asynccontextmanager
    async def _gateway(self) -> AsyncGenerator[CommandGateway]:
        async with (
            Tables.connected(self._settings.postgres_dsn, view=TABLES.view_name) as tables,
            open_gateway(
                self._settings,
                "registry-tiering",
                commands=(REGISTRY_COMMANDS,),
                facts=REGISTRY_EVENTS,
                tables=tables,
                decider="registry",
            ) as gateway,
        ):
            yield gateway
