"""Readable xorbs: as uploaded, or restored from their delta.

A xorb stored as a delta from others (core/deltas) is restored when a client requests its
bytes: decoded, every chunk hashed, and written to the store as a copy. A copy belongs to a time window: a
request in a later window copies it there, and copies from before the previous window are removed
(edge/removal.py). So a copy lives between one and two days after its last request, whichever process serves
or removes it; requests themselves are not recorded.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from muster.api.commands.log import drawn
from muster.cas import chunk_lists, xorbs
from muster.cas.chunk_lists import ChunkList
from muster.cas.chunked_file import ChunkedFile
from muster.cas.errors import Malformed
from muster.cas.hashing import from_hex, to_hex
from muster.cas.naming import digest_of
from muster.cas.shards import Term
from muster.journal import Clock, Failpoints
from muster.registry.core.storage.cached_copies import plain_of, window_at
from muster.registry.core.storage.uploads import object_at
from muster.registry.edge.chunked.located import Located
from muster.registry.edge.chunked.xorb_store import XorbStore
from muster.registry.edge.deltas.tables import differences_of
from muster.registry.edge.lru import LruCache
from muster.store import StoreUnavailable
from muster.tensors.deltas import DeltaInvalid, restored
from muster.tensors.sources import Memory, Source, Windowed
from muster.views.reading.tables import Tables

PATIENCE_S: Final = 60.0
"""Time that a request waits for xorbs to be restored, in seconds; the work continues, so a retry succeeds."""

AT_ONCE: Final = 2
"""Xorbs that a process restores at a time; each takes one core and 0.3 GB of memory."""

COPIES_MAX: Final = 100_000
"""Maximum number of cached keys of copies."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A xorb that is stored as a delta from others.

    Attributes:
        key: Key of the delta.
        bases: Keys of the base xorbs, by hash.
    """

    key: str
    bases: Mapping[str, str]


class Plain:
    """Restores xorbs from their deltas. Thread-safe.

    Args:
        xorb_store: Xorbs in the store.
        clock: The clock.
        failpoints: Points where a test kills the process: restored, copied.
    """

    def __init__(self, xorb_store: XorbStore, clock: Clock, failpoints: Failpoints | None = None) -> None:
        self._xorb_store = xorb_store
        self.clock = clock
        self._failpoints = failpoints or Failpoints()
        self._copies: LruCache[str] = LruCache(COPIES_MAX, lambda _: 1)
        self._making: dict[str, Future[str]] = {}
        self._lock = threading.Lock()
        self._makers = ThreadPoolExecutor(AT_ONCE, "plain")

    async def locate(self, tables: Tables, keys: Mapping[bytes, str]) -> Located:
        """Return xorbs with these keys; those stored as deltas are restored when they are read."""
        names = {object_at(key): xorb for xorb, key in keys.items()}
        rows = await differences_of(tables, list(names), self.clock.now_ms())
        differences = {names[row.object]: Difference(key=row.delta_key, bases=row.bases) for row in rows}
        return _Located(self._xorb_store, self, keys, differences)

    def begin(self, xorb: bytes, key: str, difference: Difference) -> Future[str]:
        """Start restoring a xorb, unless that is under way; the result is the key of its copy.

        Args:
            xorb: Hash of the xorb.
            key: Key of the xorb as uploaded; its chunk list still exists there.
            difference: Its delta.
        """
        with self._lock:
            making = self._making.get(key)
            if making is None:
                making = self._making[key] = self._makers.submit(self._made, xorb, key, difference)
                making.add_done_callback(lambda _: self._making.pop(key, None))
            return making

    def restore(self, xorb: bytes, key: str, container: bytes, bases: Mapping[str, str]) -> bytes:
        """Return a xorb with uncompressed chunks, restored from its delta; every chunk is verified.

        Raises:
            StoreUnavailable: the store does not answer, or returns corrupt bytes.
        """
        held = self._xorb_store.lists({xorb: key})[xorb]
        try:
            raw = b"".join(restored(Memory(container), self.sources(bases)))
            if len(raw) != held.raw_bytes:
                raise DeltaInvalid(f"{len(raw)} bytes; must be {held.raw_bytes}")
            chunks = [raw[begin:end] for begin, end in pairwise((0, *held.raw_ends))]
            data, found = xorbs.encode(chunks, is_compressed=False)
        except (DeltaInvalid, Malformed) as error:
            raise StoreUnavailable(f"the delta of xorb {to_hex(xorb)} is invalid: {error}") from error
        if found.xorb != xorb:
            raise StoreUnavailable(f"xorb {to_hex(xorb)} was restored as another xorb, {to_hex(found.xorb)}")
        return data

    def sources(self, keys: Mapping[str, str]) -> dict[str, Source]:
        """Return a source of uncompressed bytes for each of these xorbs, stored as uploaded, by digest."""
        by_digest = {digest_of(hash_): key for hash_, key in keys.items()}
        lists = self._xorb_store.lists({from_hex(digest): key for digest, key in by_digest.items()})
        return {digest: self._source(lists[from_hex(digest)], key) for digest, key in by_digest.items()}

    def _source(self, held: ChunkList, key: str) -> Source:
        whole = Term(held.xorb, 0, len(held), held.raw_bytes)

        def fetch(_: bytes, first: int, last: int) -> Iterable[bytes]:
            return self._xorb_store.content.pieces(key, first, last)

        return Windowed(ChunkedFile([whole], {held.xorb: held}, fetch))

    def _made(self, xorb: bytes, key: str, difference: Difference) -> str:
        window = window_at(self.clock.now_ms())
        hash_ = object_at(key).partition("/")[2]
        prefix, before = plain_of(window, hash_), plain_of(window - 1, hash_)
        known = self._copies.get(prefix) or self._xorb_store.content.first(prefix)
        if known is None:
            known = f"{prefix}{drawn()}"
            former = self._xorb_store.content.first(before)
            if former is not None:
                self._xorb_store.content.copy(former, known)
            else:
                began_ms = self.clock.monotonic_ms()
                container = self._xorb_store.content.read(difference.key)
                data = self.restore(xorb, key, container, difference.bases)
                self._failpoints.hit("restored")
                self._xorb_store.content.write(known, data)
                took_ms = self.clock.monotonic_ms() - began_ms
                _log.info("xorb %s of %d bytes was restored in %d ms", hash_, len(data), took_ms)
            self._failpoints.hit("copied")
        self._copies.put(prefix, known)
        return known


class _Located:
    """Xorbs, some of them stored as deltas.

    Args:
        xorb_store: Xorbs in the store.
        plain: Restores xorbs that are stored as deltas.
        keys: Keys of the xorbs as uploaded.
        differences: Deltas of those that are stored as one.
    """

    def __init__(
        self,
        xorb_store: XorbStore,
        plain: Plain,
        keys: Mapping[bytes, str],
        differences: Mapping[bytes, Difference],
    ) -> None:
        self.keys = keys
        self._xorb_store = xorb_store
        self._plain = plain
        self._differences = differences

    def lists(self, wanted: Collection[bytes] | None = None) -> dict[bytes, ChunkList]:
        """Return chunk lists of all or the wanted xorbs; restored xorbs have uncompressed chunks."""
        keys = self.keys if wanted is None else {xorb: self.keys[xorb] for xorb in wanted}
        lists = self._xorb_store.lists(keys)
        for xorb in self._differences.keys() & keys.keys():
            lists[xorb] = chunk_lists.uncompressed(lists[xorb])
        return lists

    def key(self, xorb: bytes) -> str:
        """Return the key of a xorb's readable bytes, restoring it if needed, within PATIENCE_S."""
        difference = self._differences.get(xorb)
        if difference is None:
            return self.keys[xorb]
        return _waited_for(xorb, self._plain.begin(xorb, self.keys[xorb], difference), PATIENCE_S)

    def readable(self, wanted: Collection[bytes]) -> dict[bytes, str]:
        """Return the keys of several xorbs' readable bytes, within PATIENCE_S for all of them."""
        begun = {
            xorb: self._plain.begin(xorb, self.keys[xorb], self._differences[xorb])
            for xorb in wanted
            if xorb in self._differences
        }
        clock = self._plain.clock
        until_ms = clock.monotonic_ms() + PATIENCE_S * 1_000
        made = {
            xorb: _waited_for(xorb, making, (until_ms - clock.monotonic_ms()) / 1_000)
            for xorb, making in begun.items()
        }
        return {xorb: made.get(xorb) or self.keys[xorb] for xorb in wanted}


def _waited_for(xorb: bytes, making: Future[str], timeout_s: float) -> str:
    try:
        return making.result(max(timeout_s, 0))
    except TimeoutError:
        raise StoreUnavailable(f"xorb {to_hex(xorb)} is still being restored; retry") from None
