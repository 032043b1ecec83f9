"""Bytes in the store, read at any offset. Reads that fail are retried, then reported."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypeVar

from muster.backoff import Backoff
from muster.cas.errors import Malformed
from muster.store import NoSuchObject, StoreUnavailable
from muster.store.sealed import SealedStore
from muster.tensors.sources import Source

T = TypeVar("T")

WINDOW_BYTES: Final = 4 * 1024 * 1024
WINDOWS_KEPT: Final = 4
PAUSES: Final = Backoff(first_ms=200, longest_ms=5_000)
TRIES: Final = 5
"""Within one process; afterwards the decider retries with longer pauses."""


class StoredObject:
    """An object that is stored whole, as a source of bytes."""

    def __init__(self, store: SealedStore, key: str, size_bytes: int) -> None:
        self._store = store
        self._key = key
        self.size_bytes = size_bytes

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`, exclusive."""
        return b"".join(self._store.pieces(self._key, begin, end - 1)) if begin < end else b""


class Windowed:
    """A source behind a store, read in windows; the last few are at hand.

    Attributes:
        size_bytes: Size in bytes.
        failed: The first error that persisted: anything read since then is meaningless.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._kept: OrderedDict[int, bytes] = OrderedDict()
        self.size_bytes = source.size_bytes
        self.failed: Exception | None = None

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`, exclusive.

        Raises:
            StoreUnavailable: the store does not answer, or gives back other bytes than were stored.
            NoSuchObject: they do not exist.
        """
        first, last = begin // WINDOW_BYTES, max(begin, end - 1) // WINDOW_BYTES
        pieces = [self._window(number) for number in range(first, last + 1)]
        whole = pieces[0] if len(pieces) == 1 else b"".join(pieces)
        offset = begin - first * WINDOW_BYTES
        return whole[offset : offset + end - begin]

    def _window(self, number: int) -> bytes:
        kept = self._kept.pop(number, None)
        if kept is None:
            begin = number * WINDOW_BYTES
            end = min(begin + WINDOW_BYTES, self.size_bytes)
            kept = self._with_notice(lambda: self._source.read(begin, end))
            if len(kept) != end - begin:
                raise self._failure(StoreUnavailable(f"{len(kept)} bytes of {end - begin} came back"))
        self._kept[number] = kept
        if len(self._kept) > WINDOWS_KEPT:
            self._kept.popitem(last=False)
        return kept

    def _with_notice(self, read: Callable[[], bytes]) -> bytes:
        if self.failed is not None:
            raise self.failed
        try:
            return patiently(read)
        except (StoreUnavailable, NoSuchObject) as error:
            raise self._failure(error) from error

    def _failure(self, error: Exception) -> Exception:
        self.failed = error
        return error


def patiently(read: Callable[[], T]) -> T:
    """Return the result of a read; if the store fails, retry with pauses.

    Raises:
        StoreUnavailable: all TRIES failed.
        NoSuchObject: the object does not exist.
    """
    for attempt in range(1, TRIES):
        try:
            return _read(read)
        except StoreUnavailable:
            time.sleep(PAUSES.pause_ms(attempt) / 1_000)
    return _read(read)


def _read(read: Callable[[], T]) -> T:
    try:
        return read()
    except Malformed as error:
        raise StoreUnavailable(f"other bytes come back than were stored: {error}") from error
