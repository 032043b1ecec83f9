"""Cache of recently read chunks in a folder on a local disk: the hot tier.

Ranges of xorbs are cached as FOLDER/HH/HASH/FIRST-LAST, in their stored form. The reader verifies each chunk
by hash, as for bytes from the store, so cached files need not be intact: damaged ones are read again from the
store. The least recently used ranges are evicted. Processes can share the folder without coordination: each
scans all of it after it has written a tenth of the size limit.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

_KEPT_SHARE: Final = 0.9
"""Share of the size limit that is kept after an eviction scan; the rest holds writes until the next scan."""

_UNDER_WAY: Final = ".new"


class HotFolder:
    """Cache folder of ranges. Thread-safe; disk errors never fail a read.

    Args:
        folder: The folder; created if missing.
        bytes_max: Size limit of all ranges; 0: nothing is cached.
    """

    def __init__(self, folder: Path, bytes_max: int) -> None:
        self._folder = folder
        self._bytes_max = bytes_max
        self._lock = threading.Lock()
        self._written = bytes_max  # the present size is unknown: scan at the first write

    def read(self, xorb: str, first: int, last: int) -> bytes | None:
        """Return the bytes of a xorb from `first` to `last`, inclusive; None: not cached."""
        if not self._bytes_max:
            return None
        file = self._file(xorb, first, last)
        try:
            data = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        return data

    def keep(self, xorb: str, first: int, last: int, data: bytes) -> None:
        """Cache bytes that were read from the store, up to a tenth of the limit; disk errors are ignored."""
        if not 0 < len(data) <= self._bytes_max * (1 - _KEPT_SHARE):
            return
        file = self._file(xorb, first, last)
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=file.parent, suffix=_UNDER_WAY, delete=False) as new:
                new.write(data)
            Path(new.name).replace(file)
        with self._lock:
            self._written += len(data)
            if self._written > self._bytes_max * (1 - _KEPT_SHARE):
                self._make_room()
                self._written = 0

    def forget(self, xorb: str) -> None:
        """Remove all ranges of a xorb."""
        shutil.rmtree(self._folder_of(xorb), ignore_errors=True)

    def _make_room(self) -> None:
        found = sorted(self._files())
        size = sum(each_size for _, each_size, _ in found)
        for _, each_size, file in found:
            if size <= self._bytes_max * _KEPT_SHARE:
                return
            with suppress(OSError):
                file.unlink()
                file.parent.rmdir()  # fails if it still has files
            size -= each_size

    def _files(self) -> Iterator[tuple[int, int, Path]]:
        """Yield time of the last read (ns), size and path of each cached range."""
        for file in self._folder.glob("*/*/*"):
            with suppress(OSError):
                known = file.stat()
                yield known.st_mtime_ns, known.st_size, file

    def _file(self, xorb: str, first: int, last: int) -> Path:
        return self._folder_of(xorb) / f"{first}-{last}"

    def _folder_of(self, xorb: str) -> Path:
        return self._folder / xorb[:2] / xorb
