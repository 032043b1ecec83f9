"""Scrubber: reads stored objects back at a set rate, compares hashes, and repairs or reports damage.

Read back     every object in the table `objects` that is in the store, except xorbs stored as deltas: their
              bases are read back, and restoring verifies every chunk
Compared      SHA-256 of whole files, small files, directories and records; every chunk of a xorb
Damaged       if two consecutive reads find wrong bytes; a store that does not answer proves nothing, and
              objects that the key ring cannot decrypt are skipped
Repaired      from another key of the object in the store with the right bytes: a copy, or a backup that an
              operator has put there under any name
Reported      on the log (ObjectsChecked) when the state of an object changes, which raises an alert; in this
              process's metrics and error log; damaged objects are not served until a later read finds them
              sound

A pass takes as long as the rate requires; the next one starts a day later. Damaged objects are read first.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import asker
from muster.api.problems import Problem
from muster.cas import xorbs
from muster.cas.chunk_lists import KEY_ENDING
from muster.cas.errors import Malformed
from muster.cas.hashing import from_hex
from muster.cas.naming import digest_of
from muster.events.registry_commands import Finding, ObjectKind, ObjectState, RecordChecks
from muster.events.topics import REGISTRY_COMMANDS, REGISTRY_EVENTS
from muster.events.wire.stamp import stamped
from muster.registry.config import Settings
from muster.registry.core.state import copies_of, object_id
from muster.registry.core.storage.checking import AT_ONCE
from muster.registry.edge.commands import PATIENCE_S, SUBJECT, as_service
from muster.registry.edge.damage import damaged_count
from muster.registry.edge.projections import TABLES
from muster.registry.edge.queries import ObjectRow
from muster.registry.edge.tiering.placement import TENANT
from muster.service.starting.api import open_gateway
from muster.store import NoSuchObject, StoreUnavailable, WrongBytes
from muster.store.sealed import SealedStore, key_in
from muster.telemetry import metrics
from muster.views.reading.tables import Tables
from muster.views.view import Unavailable

PASS_S: Final = 24 * 3_600.0
"""Pause after a completed pass, in seconds."""
AGAIN_S: Final = 60.0
"""Pause before each pass, and so before the retry after a failure, in seconds."""
SMALL_BYTES: Final = 64 * 1024
"""Size at which smaller objects are counted, because a request costs the store as much."""
_XORB: Final = object_id(ObjectKind.XORB, "")

_log = logging.getLogger(__name__)


class Stopped(Exception):
    """The process shuts down."""


def difference(object_: str, pieces: Iterable[bytes]) -> str:
    """Return how bytes differ from those of an object; empty: they do not. PURE."""
    if object_.startswith(_XORB):
        try:
            xorbs.verify(pieces, from_hex(digest_of(object_)))
        except Malformed as error:
            return str(error)
        return ""
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    found = digest.hexdigest()
    return "" if found == digest_of(object_) else f"its SHA-256 is {found}"


@dataclass(frozen=True, slots=True)
class Scrubber:
    """Reads objects back, at most at a rate.

    Attributes:
        store: The bucket.
        bytes_per_s: Maximum read rate.
        stop: Set when the process shuts down.
    """

    store: SealedStore
    bytes_per_s: int
    stop: threading.Event

    def check(self, row: ObjectRow) -> Finding | None:
        """Read an object back, and repair it if a sound copy exists; None: its state has not changed.

        Raises:
            Stopped: the process shuts down.
            StoreUnavailable: the store does not answer.
        """
        try:
            state, detail = self._state(row.object, row.object_key)
        except StoreUnavailable as error:
            if not key_in(row.object_key):
                raise
            _log.warning("%s cannot be read back: %s", row.object, error)
            return None
        if state is not ObjectState.SOUND:  # the error may be in transit: read again
            state, detail = self._state(row.object, row.object_key)
        if state is not ObjectState.SOUND and (copy := self._repaired(row)):
            state, detail = ObjectState.SOUND, f"restored from {copy}; {detail}"
        metrics.OBJECTS_CHECKED.labels(state.value.lower()).inc()
        if detail:
            _log.error("%s at %s is %s: %s", row.object, row.object_key, state.value.lower(), detail)
        is_known = row.damage == detail if state is not ObjectState.SOUND else row.damage is None
        if is_known and not detail.startswith("restored"):
            return None
        return Finding(object=row.object, object_key=row.object_key, state=state, detail=detail)

    def _state(self, object_: str, key: str) -> tuple[ObjectState, str]:
        try:
            detail = difference(object_, self._pieces(key))
        except NoSuchObject:
            return ObjectState.ABSENT, "nothing is stored under its key"
        except WrongBytes as error:
            return ObjectState.DAMAGED, str(error)
        return (ObjectState.DAMAGED if detail else ObjectState.SOUND), detail

    def _repaired(self, row: ObjectRow) -> str:
        """Overwrite an object with a sound copy and return the copy's key; empty: there is none."""
        beside = row.object_key + KEY_ENDING
        for key in self.store.keys(copies_of(row.object)):
            if key in {row.object_key, beside} or key.endswith(KEY_ENDING):
                continue
            if self._state(row.object, key)[0] is not ObjectState.SOUND:
                continue
            self.store.copy(key, row.object_key)
            if self._state(row.object, row.object_key)[0] is ObjectState.SOUND:
                return key
        return ""

    def _pieces(self, key: str) -> Iterator[bytes]:
        size_bytes = 0
        for piece in self.store.pieces(key):
            size_bytes += len(piece)
            self._rest(len(piece))
            yield piece
        self._rest(max(SMALL_BYTES - size_bytes, 0))

    def _rest(self, size_bytes: int) -> None:
        if self.stop.wait(size_bytes / self.bytes_per_s):
            raise Stopped


async def scrub(settings: Settings, scrubber: Scrubber) -> int:
    """Read every object back once, and return their number.

    Raises:
        Stopped: the process shuts down.
        StoreUnavailable: the store does not answer.
        Unavailable: the tables do not answer.
        Problem: the log or the decider does not answer.
    """
    count = 0
    async with (
        Tables.connected(settings.postgres_dsn, view=TABLES.view_name) as tables,
        open_gateway(
            settings,
            "registry-scrubbing",
            commands=(REGISTRY_COMMANDS,),
            facts=REGISTRY_EVENTS,
            tables=tables,
            decider="registry",
        ) as gateway,
    ):
        async for page in _pages(tables):
            findings = [each for row in page if (each := await asyncio.to_thread(scrubber.check, row))]
            await _report(settings, gateway, findings)
            metrics.OBJECTS_DAMAGED.set(await damaged_count(tables, None))
            count += len(page)
    metrics.OBJECTS_CHECKED_AT.set_to_current_time()
    return count


async def _pages(tables: Tables) -> AsyncGenerator[Sequence[ObjectRow]]:
    """Yield the objects to read, damaged ones first."""
    page = await tables.rows(ObjectRow, _DAMAGED, {"limit": AT_ONCE})
    yield page
    behind = ""
    while page := await tables.rows(ObjectRow, _BEHIND, {"behind": behind, "limit": AT_ONCE}):
        yield page
        behind = page[-1].object


async def _report(settings: Settings, gateway: CommandGateway, findings: Sequence[Finding]) -> None:
    if not findings:
        return
    command = RecordChecks(findings=tuple(findings), tenant=TENANT, requested_by=SUBJECT)
    envelope = stamped(command, findings[0].object, gateway.log.stamp())
    sender = as_service(TENANT, settings.token())
    await gateway.append(sender, REGISTRY_COMMANDS, envelope, admitted=True)
    await gateway.settled(asker(sender), envelope.event_id, PATIENCE_S)


def scrub_daily(settings: Settings, stop: threading.Event) -> None:
    """Read every object back, once a day, until stopped."""
    scrubber = Scrubber(SealedStore(settings.store()), settings.registry_scrub_bytes_per_s, stop)
    while not stop.wait(AGAIN_S):
        try:
            count = asyncio.run(scrub(settings, scrubber))
        except Stopped:
            return
        except (StoreUnavailable, Unavailable, Problem) as error:
            _log.warning("the scrub will be retried in %.0f s: %s", AGAIN_S, error)
            continue
        _log.info("%d objects were read back", count)
        stop.wait(PASS_S)


_READ: Final = """
SELECT o.object, o.size_bytes, o.object_key, o.damage FROM objects o
     LEFT JOIN differences d ON d.object = o.object AND d.delta_key IS NOT NULL
WHERE o.there AND d.object IS NULL
"""
_DAMAGED: Final = _READ + "AND o.damage IS NOT NULL ORDER BY o.object LIMIT %(limit)s"
_BEHIND: Final = _READ + "AND o.object > %(behind)s ORDER BY o.object LIMIT %(limit)s"
