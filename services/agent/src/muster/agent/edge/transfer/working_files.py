"""Working files: a tar.gz from S3, verified by its hash, kept in a bounded cache, unpacked safely."""

from __future__ import annotations

import copy
import os
import shutil
import tarfile
import zlib
from pathlib import Path

from muster.agent.edge.disk.durable import sync_folder
from muster.store import NoSuchObject, ObjectStore
from muster.store.keys import files_key

ARCHIVE_BYTES_MAX = 64 * 2**20
"""Largest archive that the API accepts."""
UNPACKED_BYTES_MAX = 2**30
UNPACKED_ENTRIES_MAX = 10_000


class BadFiles(Exception):
    """The archive is absent, damaged, too large, or has entries outside the working folder."""


class WorkingFiles:
    """Archives by hash; the least recently used is deleted first.

    Args:
        folder: The cache.
        store: Where they come from.
        cache_bytes_max: Most bytes in the cache besides the archive in use.
    """

    def __init__(self, folder: Path, store: ObjectStore, *, cache_bytes_max: int) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder = folder
        self._store = store
        self._cache_bytes_max = cache_bytes_max

    def unpack(self, sha256: str, into: Path) -> None:
        """Replace the folder `into` by the archive's files.

        Raises:
            BadFiles: the archive is absent, damaged, too large or unsafe; the message says which.
            StoreUnavailable: S3 does not answer; try again later.
        """
        archive = self._fetch(sha256)
        temporary = into.with_name(f".{into.name}.unpacking")
        shutil.rmtree(temporary, ignore_errors=True)
        try:
            _extract(archive, temporary)
        except (tarfile.TarError, zlib.error, EOFError, OSError, ValueError) as error:
            shutil.rmtree(temporary, ignore_errors=True)
            raise BadFiles(f"files_sha256 {sha256}: {error}") from error
        shutil.rmtree(into, ignore_errors=True)
        temporary.rename(into)

    def _fetch(self, sha256: str) -> Path:
        archive = self._folder / sha256
        if archive.exists():
            os.utime(archive)
            return archive
        part = self._folder / f".{sha256}.{os.getpid()}"
        try:
            self._store.fetch(files_key(sha256), sha256, part, bytes_max=ARCHIVE_BYTES_MAX)
        except NoSuchObject as error:
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


def _extract(archive: Path, into: Path) -> None:
    """Extract member by member: a small archive of a huge tree is stopped before it fills the disk."""
    into.mkdir(mode=0o700)
    size = 0
    with tarfile.open(archive, "r:gz") as tar:
        tar.extraction_filter = lambda safe, _: safe
        for count, member in enumerate(tar, start=1):
            size += member.size
            if count > UNPACKED_ENTRIES_MAX:
                raise ValueError(f"more than {UNPACKED_ENTRIES_MAX} entries, the most allowed")
            if size > UNPACKED_BYTES_MAX:
                raise ValueError(f"more than {UNPACKED_BYTES_MAX} bytes unpacked, the most allowed")
            tar.extract(_harmless(member, into), into)


def _harmless(member: tarfile.TarInfo, into: Path) -> tarfile.TarInfo:
    """The member as the "data" filter of PEP 706 returns it; Python 3.11 has that filter only since 3.11.4.

    Raises:
        ValueError: it leads outside the folder, or is neither file, folder nor link.
    """
    safe = copy.copy(member)
    safe.name = member.name.lstrip("/")
    _check_inside(into / safe.name, into, member)
    if member.issym():
        _check_inside(into / Path(safe.name).parent / member.linkname, into, member)
    elif member.islnk():
        _check_inside(into / member.linkname, into, member)
    elif not (member.isfile() or member.isdir()):
        raise ValueError(f"{member.name!r} is a special file; allowed: files, folders and links")
    safe.mode = 0o700 if member.isdir() else (member.mode & 0o755) | 0o600
    safe.uid, safe.gid, safe.uname, safe.gname = os.getuid(), os.getgid(), "", ""
    return safe


def _check_inside(path: Path, into: Path, member: tarfile.TarInfo) -> None:
    root = os.path.realpath(into)
    if os.path.commonpath([root, os.path.realpath(path)]) != root:
        raise ValueError(f"{member.name!r} leads outside the working folder")
