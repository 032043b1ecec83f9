"""FolderStore: a folder of a file system that all machines share (NFS, Lustre, GPFS), as a store.

    ROOT/.muster-store     the cell's name, written once by its operator
    ROOT/KEY               an object

Without that file nothing is read or written: while the file system is not mounted, the folder lies on the
machine's own disk. Objects are written under a temporary name, synced and renamed: complete or absent.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias
from urllib.parse import urlsplit

from muster.checkpoint import durable
from muster.store.objects import PIECE_BYTES, NoSuchObject, StoreUnavailable, write_checked

MARK: Final = ".muster-store"
SCHEME: Final = "posix"
_KEY: Final = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._-]*/)*[A-Za-z0-9][A-Za-z0-9._-]*(?<!\.part)")

Pace: TypeAlias = Callable[[int], None]
"""Called with a number of bytes; returns once they may be written."""


def _at_once(size_bytes: int) -> None:
    pass


class FolderStore:
    """One folder. Safe to share between threads, and between machines that write different keys.

    Every method that reads or writes raises StoreUnavailable when trying again later is right.

    Args:
        root: The folder.
        cell: Name of the cell; must match the mark.
    """

    def __init__(self, root: Path, cell: str) -> None:
        self._root = root
        self._cell = cell

    def uri(self, key: str) -> str:
        """The address (posix://CELL/KEY) that events carry; each machine knows where the folder is."""
        return f"{SCHEME}://{self._cell}/{key}"

    def key(self, uri: str) -> str:
        """Return the key in an address of this store.

        Raises:
            ValueError: the address names another store, or has no key.
        """
        parts = urlsplit(uri)
        key = parts.path.lstrip("/")
        if (parts.scheme, parts.netloc) != (SCHEME, self._cell) or not _KEY.fullmatch(key):
            raise ValueError(f"address is {uri!r}; must be {SCHEME}://{self._cell}/<key>")
        return key

    def put(self, key: str, data: bytes) -> str:
        """Store a small object and return its address."""
        return self._write(key, iter([data]))

    def put_stream(self, key: str, stream: BinaryIO, pace: Pace = _at_once) -> str:
        """Store a large object, from the stream's position to its end, and return its address.

        Args:
            key: The object.
            stream: A file, open for reading.
            pace: Called with a number of bytes before these are written; it may wait.
        """
        return self._write(key, _paced(stream, pace))

    def get(self, key: str) -> bytes:
        """Read a small object.

        Raises:
            NoSuchObject: the object does not exist.
        """
        with self._reading(key):
            return self._path(key).read_bytes()

    def fetch(self, key: str, sha256: str, into: Path, *, bytes_max: int | None = None) -> None:
        """Copy an object into a file and check its hash.

        Raises:
            NoSuchObject: the object does not exist, exceeds bytes_max, or has another hash.
            OSError: the disk is full.
        """
        with self._reading(key):
            stream = self._path(key).open("rb")
        with stream:
            write_checked(key, self._pieces(key, stream), sha256, into, bytes_max)

    def exists(self, key: str) -> bool:
        """Whether the object exists."""
        with self._reading(key):
            return self._path(key).is_file()

    def keys(self, prefix: str) -> list[str]:
        """All keys with this prefix, sorted."""
        with self._reading(prefix):
            found = (
                (Path(folder) / name).relative_to(self._root).as_posix()
                for folder, _, names in os.walk(self._root / prefix.rpartition("/")[0], onerror=_judge)
                for name in names
            )
            return sorted(key for key in found if key.startswith(prefix) and _KEY.fullmatch(key))

    def delete(self, key: str) -> None:
        """Delete an object, and the folders that are empty then; a missing one is not an error."""
        with self._writing(key):
            path = self._path(key)
            durable.remove(path)
            with suppress(OSError):  # the first that holds something else
                for folder in path.parents:
                    if folder == self._root:
                        break
                    os.rmdir(folder)

    def _write(self, key: str, pieces: Iterator[bytes]) -> str:
        with self._writing(key):
            path = self._path(key)
            durable.make_folder(path.parent)
            durable.write(path, pieces)
            durable.sync_folder(path.parent)
        return self.uri(key)

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise NoSuchObject(f"{key!r} is no key; allowed: {_KEY.pattern}")
        return self._root / key

    def _pieces(self, key: str, stream: BinaryIO) -> Iterator[bytes]:
        while True:
            with self._reading(key):
                piece = stream.read(PIECE_BYTES)
            if not piece:
                return
            yield piece

    @contextmanager
    def _reading(self, key: str) -> Generator[None]:
        """Turn errors of the file system into NoSuchObject or StoreUnavailable."""
        self._require_mark()
        try:
            yield
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as error:
            raise NoSuchObject(f"{key}: {error.strerror}") from error
        except OSError as error:
            raise StoreUnavailable(f"{key}: {error.strerror}") from error

    @contextmanager
    def _writing(self, key: str) -> Generator[None]:
        """Turn errors into StoreUnavailable, as all can be retried: a removed empty folder is recreated."""
        self._require_mark()
        try:
            yield
        except OSError as error:
            raise StoreUnavailable(f"{key}: {error.strerror}") from error

    def _require_mark(self) -> None:
        mark = self._root / MARK
        try:
            cell = mark.read_text().strip()
        except OSError as error:
            said = f"{mark}: {error.strerror}; is the file system mounted? The file holds the cell's name"
            raise StoreUnavailable(said) from error
        if cell != self._cell:
            raise StoreUnavailable(f"{mark} says {cell[:80]!r}; allowed: {self._cell}, the cell's name")


def _paced(stream: BinaryIO, pace: Pace) -> Iterator[bytes]:
    while piece := stream.read(PIECE_BYTES):
        pace(len(piece))
        yield piece


def _judge(error: OSError) -> None:
    """Treat a missing folder as empty; raise any other error."""
    if not isinstance(error, FileNotFoundError):
        raise error
