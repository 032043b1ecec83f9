"""Archives of working files: the rules for a tar.gz, the same for storing and for unpacking one.

Every path and link is followed within the archive itself, so an archive can be judged without unpacking it.
Nothing is believed that a header says: the unzipped bytes are counted as they come.
"""

from __future__ import annotations

import copy
import errno
import gzip
import os
import struct
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, cast

ARCHIVE_BYTES_MAX: Final = 64 * 2**20
"""Largest archive."""
UNPACKED_BYTES_MAX: Final = 2**30
UNPACKED_ENTRIES_MAX: Final = 10_000
ALLOWED: Final = (
    f"a tar.gz of at most {UNPACKED_ENTRIES_MAX} files, folders and links, all within the working folder, "
    f"and of at most {UNPACKED_BYTES_MAX} bytes unpacked"
)

_HEADER_BYTES_MAX: Final = 2**20
"""Largest header; long names and pax records are read whole."""
_HEADERS_BYTES_MAX: Final = UNPACKED_ENTRIES_MAX * 8 * 1024
"""Maximum bytes of all headers and padding."""
_PIECE_BYTES: Final = 64 * 1024
_LINKS_FOLLOWED_MAX: Final = 40
_DAMAGE: Final = (
    tarfile.TarError,
    gzip.BadGzipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,
    OverflowError,
    RecursionError,
)
_MACHINE_ERRORS: Final = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EFBIG,
        errno.EIO,
        errno.EROFS,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
    }
)
"""Shortages and faults of this machine; any other failure to write an entry is the archive's fault."""

_Names = tuple[str, ...]


class BadArchive(Exception):
    """Not a sound tar.gz, too large when unpacked, or leading outside its folder; retrying does not help."""


def check(stream: BinaryIO) -> None:
    """Read the whole archive without unpacking it.

    Raises:
        BadArchive: `extract` would refuse it.
    """
    try:
        for _ in _members([stream]):
            pass
    except _DAMAGE as error:
        raise BadArchive(_damage(error)) from error


def extract(streams: Iterable[BinaryIO], into: Path) -> None:
    """Unpack archives, one after the other, into a new folder; after an error it may hold part of them.

    The rules hold for all of them together: a link in one is known when a path in a later one is judged.

    Raises:
        BadArchive: they are damaged, too large or unsafe; the message says which.
        OSError: the machine lacks something, such as space on its disk.
    """
    into.mkdir(mode=0o700)
    try:
        for tar, member in _members(streams):
            tar.extract(member, into)
    except _DAMAGE as error:
        raise BadArchive(_damage(error)) from error
    except OSError as error:
        if error.errno in _MACHINE_ERRORS:
            raise
        raise BadArchive(f"{error.strerror}: {os.path.basename(error.filename or '')!r}") from error


def _members(streams: Iterable[BinaryIO]) -> Iterator[tuple[tarfile.TarFile, tarfile.TarInfo]]:
    """Yield every entry once it is safe to unpack."""
    paths, count, size = _Paths(), 0, 0
    for stream in streams:
        for tar, member in _entries(stream):
            count += 1
            size += member.size
            if member.size < 0:
                raise BadArchive(f"{member.name!r} is {member.size} bytes; allowed: 0 or more")
            if count > UNPACKED_ENTRIES_MAX:
                raise BadArchive(f"more than {UNPACKED_ENTRIES_MAX} entries, the most allowed")
            if size > UNPACKED_BYTES_MAX:
                raise BadArchive(f"more than {UNPACKED_BYTES_MAX} bytes unpacked, the most allowed")
            yield tar, _harmless(member, paths)


def _entries(stream: BinaryIO) -> Iterator[tuple[tarfile.TarFile, tarfile.TarInfo]]:
    """Yield every entry of one archive; read past the last one to verify the checksum."""
    with gzip.GzipFile(fileobj=stream, mode="rb") as unzipped:
        bounded = _Bounded(unzipped)
        with tarfile.open(fileobj=cast("BinaryIO", bounded), mode="r:") as tar:
            tar.extraction_filter = lambda safe, _: safe
            yield from ((tar, member) for member in tar)
        if any(bounded.last):  # tarfile takes a damaged header for the end
            raise BadArchive("a damaged header between its entries")
        while bounded.read(_PIECE_BYTES):
            pass


def _harmless(member: tarfile.TarInfo, paths: _Paths) -> tarfile.TarInfo:
    """The member as the "data" filter of PEP 706 returns it; Python 3.11 has that filter only since 3.11.4.

    Raises:
        BadArchive: it leads outside the folder, or is neither file, folder nor link.
    """
    safe = copy.copy(member)
    safe.name = member.name.lstrip("/")
    if member.issym():
        paths.add_symlink(safe.name, member.linkname)
    elif member.islnk():
        paths.add_hard_link(safe.name, member.linkname)
    elif member.isfile() or member.isdir():
        paths.add(safe.name)
    else:
        raise BadArchive(f"{member.name!r} is a special file; allowed: files, folders and links")
    safe.mode = 0o700 if member.isdir() else (member.mode & 0o755) | 0o600
    safe.uid, safe.gid, safe.uname, safe.gname = os.getuid(), os.getgid(), "", ""
    return safe


class _Paths:
    """The entries so far, by their real paths: earlier links are followed."""

    def __init__(self) -> None:
        self._entries: set[_Names] = set()
        self._symlinks: dict[_Names, str] = {}

    def add(self, name: str) -> None:
        """A file or folder."""
        self._entries.add(self._resolved((), name, name))

    def add_symlink(self, name: str, target: str) -> None:
        """A link by name."""
        place = self._place(name)
        self._resolved(place[:-1], target, name)
        self._entries.add(place)
        self._symlinks[place] = target

    def add_hard_link(self, name: str, target: str) -> None:
        """A second name of an earlier entry; if that is a symlink, so is this, and it may lead elsewhere."""
        meant = self._place(target)
        if meant not in self._entries:
            raise BadArchive(f"{name!r} links to {target!r}, which is not in the archive before it")
        if meant in self._symlinks:
            self.add_symlink(name, self._symlinks[meant])
        else:
            self._entries.add(self._place(name))

    def _place(self, name: str) -> _Names:
        """Resolve where an entry lies: links in its folder's path are followed, the entry itself is not."""
        folder, _, last = name.rstrip("/").rpartition("/")
        if last in ("", ".", ".."):
            raise BadArchive(f"{name!r} is no name of a link; allowed: a name within a folder")
        return (*self._resolved((), folder, name), last)

    def _resolved(self, start: _Names, path: str, entry: str) -> _Names:
        """A path from a folder, with every link on its way followed."""
        if path.startswith("/"):
            raise BadArchive(f"{entry!r} leads outside the working folder")
        at, left, followed = list(start), path.split("/")[::-1], 0
        while left:
            name = left.pop()
            if name in ("", "."):
                continue
            if name == "..":
                if not at:
                    raise BadArchive(f"{entry!r} leads outside the working folder")
                at.pop()
                continue
            target = self._symlinks.get((*at, name))
            if target is None:
                at.append(name)
                continue
            followed += 1
            if followed > _LINKS_FOLLOWED_MAX:
                raise BadArchive(f"{entry!r} passes more than {_LINKS_FOLLOWED_MAX} links, the most allowed")
            left += target.split("/")[::-1]
        return tuple(at)


class _Bounded:
    """The unzipped bytes, read once from beginning to end: a bounded total, in small pieces.

    Attributes:
        last: The bytes read last.
    """

    def __init__(self, unzipped: gzip.GzipFile) -> None:
        self.last = b""
        self._unzipped = unzipped
        self._at = 0

    def read(self, size: int) -> bytes:
        """Return the next bytes."""
        if not 0 <= size <= _HEADER_BYTES_MAX:
            raise BadArchive(f"a header of {size} bytes; allowed: at most {_HEADER_BYTES_MAX}")
        self.last = self._unzipped.read(size)
        self._at += len(self.last)
        if self._at > UNPACKED_BYTES_MAX + _HEADERS_BYTES_MAX:
            raise BadArchive(f"more than {UNPACKED_BYTES_MAX} bytes unpacked, the most allowed")
        return self.last

    def seek(self, position: int) -> int:
        """Skip bytes."""
        if position < self._at:
            raise BadArchive("an entry whose bytes lie before its header")
        while self._at < position and self.read(min(position - self._at, _PIECE_BYTES)):
            pass
        return self._at

    def tell(self) -> int:
        """Return the number of bytes read."""
        return self._at


def _damage(error: BaseException) -> str:
    return str(error) or type(error).__name__
