"""Working files of jobs as they are stored: which are absent, and which archives an index consists of."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from muster.jobs.values.file_index import archives_in, is_index
from muster.store import NoSuchObject, ObjectStore
from muster.store.keys import files_key

_AT_ONCE: Final = 16
_INDEXES_MAX: Final = 256
"""Indexes remembered; one of 10,000 archives takes about 1 MiB."""


async def absent_files(store: ObjectStore, sha256s: Sequence[str]) -> tuple[str, ...]:
    """Return which of these working files are not stored, in their order.

    Raises:
        StoreUnavailable: S3 does not answer.
    """
    return await asyncio.to_thread(_absent, store, sha256s)


def _absent(store: ObjectStore, sha256s: Sequence[str]) -> tuple[str, ...]:
    with ThreadPoolExecutor(min(_AT_ONCE, len(sha256s))) as threads:
        present = list(threads.map(store.exists, map(files_key, sha256s)))
    return tuple(sha256 for sha256, known in zip(sha256s, present, strict=True) if not known)


class Indexes:
    """Archives by the working files that jobs name; remembered, since what has a hash never changes.

    Args:
        store: Store of the working files.
    """

    def __init__(self, store: ObjectStore) -> None:
        self._store = store
        self._known: OrderedDict[str, frozenset[str]] = OrderedDict()

    async def files(self, sha256: str) -> frozenset[str]:
        """Return the hashes of all that a job with these working files reads: their own, and of archives.

        Raises:
            StoreUnavailable: S3 does not answer.
        """
        known = self._known.get(sha256)
        if known is None:
            try:
                known = frozenset({sha256, *await asyncio.to_thread(self._archives, sha256)})
            except NoSuchObject:
                return frozenset({sha256})
            self._known[sha256] = known
        self._known.move_to_end(sha256)
        while len(self._known) > _INDEXES_MAX:
            self._known.popitem(last=False)
        return known

    def _archives(self, sha256: str) -> tuple[str, ...]:
        key = files_key(sha256)
        head = b"".join(self._store.pieces(key, 0, 0))
        return archives_in(self._store.get(key)) if is_index(head) else ()
