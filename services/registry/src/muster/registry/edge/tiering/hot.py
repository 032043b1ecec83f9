"""Chunks that were read lately, in a folder on a local disk: the hot tier.

Ranges of xorbs lie in FOLDER/HH/HASH/FIRST-LAST, as they are stored. Who reads one proves each of its chunks
by hash, as of what comes from the store: so nothing here needs to be whole, and what is damaged is read anew.
What was read longest ago makes room. Processes that share the folder need not know of each other: each looks
at all of it after it has written a tenth of what may lie there.
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
"""Of what may lie there, what is left after a look: what is written until the next one fits in."""

_UNDER_WAY: Final = ".new"


class HotFolder:
    """A folder of ranges. For threads; no error of the disk is one of a read.

    Args:
        folder: Where they lie; made when it is not there.
        bytes_max: Of all ranges; 0: none is kept.
    """

    def __init__(self, folder: Path, bytes_max: int) -> None:
        self._folder = folder
        self._bytes_max = bytes_max
        self._lock = threading.Lock()
        self._written = bytes_max  # what lies there is not known yet

    def read(self, xorb: str, first: int, last: int) -> bytes | None:
        """Bytes of a xorb from one up to another, both with it; None: they are not here."""
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
        """Keep what was read from the store; on a full disk it is not kept."""
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
        """Nothing of a xorb is kept any longer."""
        shutil.rmtree(self._folder_of(xorb), ignore_errors=True)

    def _make_room(self) -> None:
        found = sorted(self._files())
        size = sum(each_size for _, each_size, _ in found)
        for _, each_size, file in found:
            if size <= self._bytes_max * _KEPT_SHARE:
                return
            with suppress(OSError):
                file.unlink()
                file.parent.rmdir()  # unless others are in it
            size -= each_size

    def _files(self) -> Iterator[tuple[int, int, Path]]:
        """When it was read last, how large it is, where it is."""
        for file in self._folder.glob("*/*/*"):
            with suppress(OSError):
                known = file.stat()
                yield known.st_mtime_ns, known.st_size, file

    def _file(self, xorb: str, first: int, last: int) -> Path:
        return self._folder_of(xorb) / f"{first}-{last}"

    def _folder_of(self, xorb: str) -> Path:
        return self._folder / xorb[:2] / xorb
