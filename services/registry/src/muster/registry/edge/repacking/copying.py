"""Makes whole copies of chunked files that are read often, outside of requests.

A file is assembled as for readers, each chunk hashed, and written as a multipart upload, which is invisible
until it completes. Its SHA-256 must match its record, if that has one; then it is read back and compared to
what was written. Only then a mark makes the copy visible. If the work stops before, the leftovers are removed
within three days (edge/removal.py), and the copy is started again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
from collections.abc import Iterable, Iterator, Sequence

from muster.api.commands.log import drawn
from muster.cas.naming import encryption_key_of
from muster.cas.shards import File
from muster.events.registry_commands import ObjectKind
from muster.journal import Clock, Failpoints, SystemClock
from muster.registry.config import Settings
from muster.registry.core.state import object_id
from muster.registry.core.storage.cached_copies import (
    WHOLE,
    WholeCopy,
    current_copy,
    is_copy,
    wanted_of,
    whole_of,
    window_at,
)
from muster.registry.edge.chunked.located import Located
from muster.registry.edge.chunked.xorb_store import XorbStore, keys_of, object_of, xorbs_of
from muster.registry.edge.content import PART_BYTES, PARTS_MAX, Content
from muster.registry.edge.deltas.door import locator
from muster.registry.edge.projections import TABLES
from muster.registry.edge.queries import ObjectRow, objects_there
from muster.registry.edge.xet.bridge import put_together_all
from muster.registry.edge.xet.lookup import all_there
from muster.store.sealed import SealedStore
from muster.views.reading.tables import Tables

_log = logging.getLogger(__name__)


class Stopped(Exception):
    """The process shuts down: the copy under way is dropped, and the next process starts it again."""


class WrongCopy(Exception):
    """The bytes of a copy differ from those of its file."""


class Copier:
    """Makes whole copies, one after the other.

    Args:
        settings: Addresses, and the size limit of all copies.
        stop: Set when the process shuts down.
        clock: The clock.
        failpoints: Points where a test kills the process: put_together (per piece), written, read_back,
            marked.
    """

    def __init__(
        self,
        settings: Settings,
        stop: threading.Event,
        clock: Clock | None = None,
        failpoints: Failpoints | None = None,
    ) -> None:
        self._settings = settings
        self._stop = stop
        self._clock = clock or SystemClock()
        self._failpoints = failpoints or Failpoints()
        self._store = SealedStore(settings.store())
        self._xorb_store = XorbStore(Content(self._store))
        self._locator = locator(self._xorb_store, self._clock)

    def make(self, marks: Sequence[str]) -> None:
        """Make a copy of each marked file.

        Args:
            marks: Keys of the marks that request copies.

        Raises:
            StoreUnavailable: the store does not answer.
            NoSuchObject: the store has lost an object.
            Unavailable: the tables do not answer.
        """
        asyncio.run(self._make_all([mark.rpartition("/")[2] for mark in marks]))

    async def _make_all(self, records: Iterable[str]) -> None:
        async with Tables.connected(self._settings.postgres_dsn, view=TABLES.view_name) as tables:
            for record in records:
                try:
                    await self._make(tables, record)
                except Stopped:
                    return
                except WrongCopy as error:
                    _log.error("file/%s gets no whole copy: %s", record, error)
                await asyncio.to_thread(self._store.delete, wanted_of(record))

    async def _make(self, tables: Tables, record: str) -> None:
        row = await _there(tables, record)
        if row is None or not self._is_missing(record):
            return
        file = await asyncio.to_thread(self._xorb_store.file, row.object_key)
        if not self._has_room(record, file.raw_bytes):
            return
        named = [object_of(xorb, encryption_key_of(record)) for xorb in xorbs_of([file])]
        there = await all_there(tables, named)
        if len(there) < len(named):
            return  # a xorb was removed a moment ago
        keys = keys_of({name: each.object_key for name, each in there.items()})
        found = await self._locator.locate(tables, keys)
        copy = WholeCopy(record, f"{window_at(self._clock.now_ms())}-{drawn()}")
        await asyncio.to_thread(self._write, copy, file, found)
        if await _there(tables, record) is None:  # removal of the file may have run before the copy existed
            await asyncio.to_thread(self._xorb_store.content.discard, whole_of(record))

    def _is_missing(self, record: str) -> bool:
        return current_copy(self._store.keys(whole_of(record)), self._clock.now_ms()) is None

    def _has_room(self, record: str, size_bytes: int) -> bool:
        there = self._store.sizes_bytes(WHOLE)
        kept_bytes = sum(size for key, size in there.items() if is_copy(key))
        has_room = kept_bytes + size_bytes <= self._settings.registry_whole_bytes_max
        if not has_room:
            _log.warning(
                "file/%s of %d bytes gets no whole copy: existing copies have %d bytes, the limit is %d",
                record,
                size_bytes,
                kept_bytes,
                self._settings.registry_whole_bytes_max,
            )
        return has_room

    def _write(self, copy: WholeCopy, file: File, found: Located) -> None:
        """Assemble a file, write the copy, read it back, and mark it as visible.

        Raises:
            WrongCopy: the assembled file or the copy read back has other bytes; the copy is removed.
        """
        began_ms = self._clock.monotonic_ms()
        digest = hashlib.sha256()

        def pieces() -> Iterator[bytes]:
            for piece in self._until_stopped(put_together_all(self._xorb_store.content, found, file.terms)):
                self._failpoints.hit("put_together")
                digest.update(piece)
                yield piece
            if file.sha256 not in {None, digest.hexdigest()}:
                raise WrongCopy(f"the assembled file has SHA-256 {digest.hexdigest()}")

        self._store.put_pieces(copy.key, pieces(), max(PART_BYTES, -(-file.raw_bytes // PARTS_MAX)))
        self._failpoints.hit("written")
        self._compare(copy.key, digest.hexdigest())
        self._failpoints.hit("read_back")
        self._store.put(copy.mark(window_at(self._clock.now_ms())), b"")
        self._failpoints.hit("marked")
        took_ms = self._clock.monotonic_ms() - began_ms
        _log.info("file/%s of %d bytes has a whole copy after %d ms", copy.record, file.raw_bytes, took_ms)

    def _compare(self, key: str, sha256: str) -> None:
        digest = hashlib.sha256()
        for piece in self._until_stopped(self._store.pieces(key)):
            digest.update(piece)
        if digest.hexdigest() != sha256:
            self._store.delete(key)
            raise WrongCopy(f"{key} was read back with SHA-256 {digest.hexdigest()}")

    def _until_stopped(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            if self._stop.is_set():
                raise Stopped
            yield piece


async def _there(tables: Tables, record: str) -> ObjectRow | None:
    """Return the row of a file's record; None: it is no longer in the store."""
    object_ = object_id(ObjectKind.FILE, record)
    return (await objects_there(tables, [object_])).get(object_)
