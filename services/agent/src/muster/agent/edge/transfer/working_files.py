"""Working files: archives from S3, verified by their hashes, kept in a bounded cache, unpacked safely."""

from __future__ import annotations

import os
import shutil
import threading
from collections import Counter
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from muster.agent.core.ledger import TaskKey
from muster.agent.edge.disk.durable import sync_folder
from muster.agent.edge.transfer.node_objects import USES_AT_ONCE, NodeObjects
from muster.jobs.values.file_index import BadIndex, archives_in, is_index
from muster.store import NoSuchObject
from muster.store.addressed import NotGranted
from muster.store.archives import ARCHIVE_BYTES_MAX, BadArchive, extract
from muster.store.keys import files_key

AT_ONCE: Final = 8
"""Archives of one index fetched at the same time."""


class BadFiles(Exception):
    """Files are absent, damaged, too large, or lead outside the working folder; they will stay so."""


class WorkingFiles:
    """Archives, and indexes of them, by hash; the least recently used is deleted first. Safe between threads.

    Args:
        folder: The cache.
        objects: Source of archives.
        cache_bytes_max: Most bytes in the cache besides the archives in use.
    """

    def __init__(self, folder: Path, objects: NodeObjects, *, cache_bytes_max: int) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder = folder
        self._objects = objects
        self._cache_bytes_max = cache_bytes_max
        self._lock = threading.Lock()
        self._in_use: Counter[str] = Counter()

    def unpack(self, task: TaskKey, sha256: str, into: Path) -> None:
        """Replace the folder `into` by the files that a task begins with.

        Args:
            task: The task.
            sha256: Hash of an archive, or of an index of archives.
            into: The folder.

        Raises:
            BadFiles: they are absent, damaged, too large or unsafe; the message says which.
            OSError: this machine lacks something, such as space on its disk.
            StoreUnavailable: S3 does not answer; try again later.
        """
        temporary = into.with_name(f".{into.name}.unpacking")
        shutil.rmtree(temporary, ignore_errors=True)
        try:
            with closing(self._archives(task, sha256)) as archives:
                extract(archives, temporary)
        except (BadArchive, BadIndex, NotGranted) as error:
            shutil.rmtree(temporary, ignore_errors=True)
            raise BadFiles(f"files_sha256 {sha256}: {error}") from error
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
        shutil.rmtree(into, ignore_errors=True)
        temporary.rename(into)

    def _archives(self, task: TaskKey, sha256: str) -> Generator[BinaryIO]:
        """Yield the open archives, in order; those of an index are fetched a few at a time."""
        with self._used([sha256]), self._fetch(task, sha256).open("rb") as first:
            if not is_index(first.peek(1)):
                yield first
                return
            listed = archives_in(first.read())
        with ThreadPoolExecutor(AT_ONCE) as threads:
            for at in range(0, len(listed), USES_AT_ONCE):
                some = listed[at : at + USES_AT_ONCE]
                with self._used(some):
                    self._objects.prepare(task, [files_key(each) for each in some if not self._has(each)])
                    for path in threads.map(partial(self._fetch, task), some):
                        with path.open("rb") as archive:
                            yield archive

    @contextmanager
    def _used(self, sha256s: Sequence[str]) -> Generator[None]:
        """Make room in the cache, and keep these in it meanwhile."""
        with self._lock:
            self._in_use.update(sha256s)
            self._make_room()
        try:
            yield
        finally:
            with self._lock:
                self._in_use.subtract(sha256s)
                self._in_use += Counter()  # drops those that nobody uses

    def _has(self, sha256: str) -> bool:
        return (self._folder / sha256).exists()

    def _fetch(self, task: TaskKey, sha256: str) -> Path:
        """Return the file in the cache with this hash, after downloading it if it is absent."""
        archive = self._folder / sha256
        if self._has(sha256):
            os.utime(archive)
            return archive
        part = self._folder / f".{sha256}.{os.getpid()}.{threading.get_ident()}"
        try:
            self._objects.fetch(task, files_key(sha256), sha256, part, bytes_max=ARCHIVE_BYTES_MAX)
        except (NoSuchObject, NotGranted) as error:
            raise BadFiles(f"files_sha256 {sha256}: {error}") from error
        part.replace(archive)
        sync_folder(self._folder)
        return archive

    def _make_room(self) -> None:
        """Delete the least recently used files, but for those in use, until the cache is within its size."""
        found = sorted((entry.stat().st_mtime_ns, entry) for entry in self._folder.glob("[!.]*"))
        size = sum(entry.stat().st_size for _, entry in found)
        for _, entry in found:
            if size <= self._cache_bytes_max:
                return
            if not self._in_use[entry.name]:
                size -= entry.stat().st_size
                entry.unlink()
