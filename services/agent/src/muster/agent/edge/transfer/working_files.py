"""Working files: a tar.gz from S3, verified by its hash, kept in a bounded cache, unpacked safely."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from muster.agent.core.ledger import TaskKey
from muster.agent.edge.disk.durable import sync_folder
from muster.agent.edge.transfer.node_objects import NodeObjects
from muster.store import NoSuchObject
from muster.store.addressed import NotGranted
from muster.store.archives import ARCHIVE_BYTES_MAX, BadArchive, extract
from muster.store.keys import files_key


class BadFiles(Exception):
    """The archive is absent, damaged, too large, or leads outside the working folder; it will stay so."""


class WorkingFiles:
    """Archives by hash; the least recently used is deleted first.

    Args:
        folder: The cache.
        objects: Source of archives.
        cache_bytes_max: Most bytes in the cache besides the archive in use.
    """

    def __init__(self, folder: Path, objects: NodeObjects, *, cache_bytes_max: int) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder = folder
        self._objects = objects
        self._cache_bytes_max = cache_bytes_max

    def unpack(self, task: TaskKey, sha256: str, into: Path) -> None:
        """Replace the folder `into` by the archive's files, which a task begins with.

        Raises:
            BadFiles: the archive is absent, damaged, too large or unsafe; the message says which.
            OSError: this machine lacks something, such as space on its disk.
            StoreUnavailable: S3 does not answer; try again later.
        """
        archive = self._fetch(task, sha256)
        temporary = into.with_name(f".{into.name}.unpacking")
        shutil.rmtree(temporary, ignore_errors=True)
        try:
            with archive.open("rb") as stream:
                extract(stream, temporary)
        except BadArchive as error:
            shutil.rmtree(temporary, ignore_errors=True)
            raise BadFiles(f"files_sha256 {sha256}: {error}") from error
        except OSError:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
        shutil.rmtree(into, ignore_errors=True)
        temporary.rename(into)

    def _fetch(self, task: TaskKey, sha256: str) -> Path:
        archive = self._folder / sha256
        if archive.exists():
            os.utime(archive)
            return archive
        part = self._folder / f".{sha256}.{os.getpid()}"
        try:
            self._objects.fetch(task, files_key(sha256), sha256, part, bytes_max=ARCHIVE_BYTES_MAX)
        except (NoSuchObject, NotGranted) as error:
            raise BadFiles(f"files_sha256 {sha256}: {error}") from error
        self._make_room()
        part.replace(archive)
        sync_folder(self._folder)
        return archive

    def _make_room(self) -> None:
        """Delete the least recently used archives until the cache is within its size."""
        found = sorted((entry.stat().st_mtime_ns, entry) for entry in self._folder.glob("[!.]*"))
        size = sum(entry.stat().st_size for _, entry in found)
        for _, entry in found:
            if size <= self._cache_bytes_max:
                return
            size -= entry.stat().st_size
            entry.unlink()
