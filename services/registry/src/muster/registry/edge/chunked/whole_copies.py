"""Serves whole copies of chunked files that clients without hf_xet read often.

Bytes that the bridge sends of a file are counted per process. Once they reach `after_reads` times its size
within two windows, a mark in the store requests a whole copy, and the repacker makes it
(repacking/copying.py). From then on readers get its address, and a mark per window records that it is used.
Unused copies are removed (edge/removal.py). Callers have already checked read access to the file.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Final

from muster.journal import Clock
from muster.registry.core.storage.cached_copies import current_copy, wanted_of, whole_of, window_at
from muster.registry.edge.content import Content
from muster.store import StoreUnavailable

SIZE_BYTES_MIN: Final = 1024 * 1024
"""Minimum size of a file; a smaller one is assembled faster than a client can follow a redirect."""

COUNTED_MAX: Final = 100_000
"""Maximum number of files counted per window; further ones are not counted, and the bridge sends them."""

_log = logging.getLogger(__name__)


class WholeCopies:
    """Whole copies of chunked files. Thread-safe.

    Args:
        content: The store.
        clock: The clock.
        after_reads: Reads of a whole file after which a copy is requested; 0: copies are off.
    """

    def __init__(self, content: Content, clock: Clock, after_reads: int) -> None:
        self._content = content
        self._clock = clock
        self._after_reads = after_reads
        self._lock = threading.Lock()
        self._window = 0
        self._sent_bytes: Counter[str] = Counter()
        self._sent_before_bytes: Counter[str] = Counter()
        self._marked: set[str] = set()

    def key(self, record: str, size_bytes: int) -> str | None:
        """Return the key of a file's whole copy; None: the bridge has to send the file.

        Raises:
            StoreUnavailable: the store does not answer.
        """
        if not self._may_have(size_bytes):
            return None
        now_ms = self._clock.now_ms()
        copy = current_copy(self._content.keys(whole_of(record)), now_ms)
        if copy is None:
            return None
        self._mark(copy.mark(window_at(now_ms)))
        return copy.key

    def counted(self, record: str, size_bytes: int, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Pass pieces of a file on, and count the bytes sent, even if the transfer fails."""
        sent_bytes = 0
        try:
            for piece in pieces:
                sent_bytes += len(piece)
                yield piece
        finally:
            if self._may_have(size_bytes):
                self._count(record, size_bytes, sent_bytes)

    def _may_have(self, size_bytes: int) -> bool:
        return self._after_reads > 0 and size_bytes >= SIZE_BYTES_MIN

    def _count(self, record: str, size_bytes: int, sent_bytes: int) -> None:
        with self._lock:
            self._turn_to(window_at(self._clock.now_ms()))
            if record in self._sent_bytes or len(self._sent_bytes) < COUNTED_MAX:
                self._sent_bytes[record] += sent_bytes
            sent_bytes = self._sent_bytes[record] + self._sent_before_bytes[record]
        if sent_bytes >= self._after_reads * size_bytes:
            try:
                self._mark(wanted_of(record))
            except StoreUnavailable as error:
                _log.warning("the whole copy of file/%s will be requested later: %s", record, error)

    def _mark(self, key: str) -> None:
        """Write a mark, at most once per window."""
        with self._lock:
            self._turn_to(window_at(self._clock.now_ms()))
            if key in self._marked:
                return
        self._content.write(key, b"")
        with self._lock:
            self._marked.add(key)

    def _turn_to(self, window: int) -> None:
        if window == self._window:
            return
        self._sent_before_bytes = self._sent_bytes if window == self._window + 1 else Counter()
        self._sent_bytes = Counter()
        self._marked = set()
        self._window = window
