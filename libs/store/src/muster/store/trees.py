"""Trees of files; a directory is an object named by the SHA-256 of its listing. PURE: callers read objects.

A caller that stores objects under another name than their SHA-256 says what a listing is stored under.

A change rewrites only the directories on the path to it. A listing has one line for each entry, by name: the
JSON list ["d", name, hash] for a directory, ["f", name, kind, sha256, size_bytes, oid, ...] for a file. A
directory without entries has an empty listing and is left out of its parent.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file in a directory.

    Attributes:
        kind: Storage layout as recorded by the uploader: "inline", "lfs".
        hash: Hash of its content, under which it is stored.
        size_bytes: Its size.
        oid: SHA-1 that git would give it.
        found_by: Further names of its bytes, as recorded by the uploader.
    """

    kind: str
    hash: str
    size_bytes: int
    oid: str
    found_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Directory:
    """A directory in a directory.

    Attributes:
        hash: SHA-256 of its listing.
    """

    hash: str


Entry: TypeAlias = File | Directory
Listing: TypeAlias = Mapping[str, Entry]
Read: TypeAlias = Callable[[str], bytes]
"""Returns the bytes of an object by its SHA-256."""

EMPTY: Final = hashlib.sha256(b"").hexdigest()
"""The directory without entries; it does not have to be stored."""


class NoSuchPath(LookupError):
    """A path that is not in the tree, or leads through a file."""


class InTheWay(ValueError):
    """A file where a directory is to be, or a directory where a file is to be."""


@dataclass(slots=True)
class Changed:
    """A tree after changes.

    Attributes:
        root: Its root directory.
        written: Listings that were not in the tree before, by hash.
        directories: Entries of every rewritten directory, by path; "" is the root.
        more_bytes: Growth of the sum of its files' sizes; negative if it shrank.
    """

    root: str
    written: dict[str, bytes] = field(default_factory=dict[str, bytes])
    directories: dict[str, Listing] = field(default_factory=dict[str, Listing])
    more_bytes: int = 0


def listing_bytes(entries: Listing) -> bytes:
    """Return the stored bytes of a listing."""
    return b"".join(_line(name, entries[name]) for name in sorted(entries))


def read_listing(data: bytes) -> dict[str, Entry]:
    """Parse the stored bytes of a listing; the inverse of `listing_bytes`.

    Raises:
        ValueError: it is no listing.
    """
    entries: dict[str, Entry] = {}
    for said in json.loads(b"[%b]" % b",".join(data.splitlines())):
        match said:
            case ["f", str(name), str(kind), str(hash_), int(size_bytes), str(oid)]:
                entries[name] = File(kind=kind, hash=hash_, size_bytes=size_bytes, oid=oid)
            case ["d", str(name), str(hash_)]:
                entries[name] = Directory(hash_)
            case ["f", str(name), str(kind), str(hash_), int(size_bytes), str(oid), *found_by]:
                also = tuple(map(str, found_by))
                entries[name] = File(kind=kind, hash=hash_, size_bytes=size_bytes, oid=oid, found_by=also)
            case other:
                raise ValueError(f"line is {other!r}; must be an entry of a directory")
    return entries


def entry_at(read: Read, root: str, path: str) -> Entry:
    """Return the entry at a path; "" is the root.

    Raises:
        NoSuchPath: the path is not in the tree.
    """
    at: Entry = Directory(root)
    for part in path.split("/") if path else ():
        found = _listing(read, at.hash).get(part) if isinstance(at, Directory) else None
        if found is None:
            raise NoSuchPath(path)
        at = found
    return at


def walk(read: Read, root: str, under: str = "", *, recursive: bool = True) -> Iterator[tuple[str, Entry]]:
    """Yield everything under a directory with its path, by name; a directory comes before its contents.

    Raises:
        NoSuchPath: the path is not in the tree, or is a file.
    """
    top = entry_at(read, root, under)
    if not isinstance(top, Directory):
        raise NoSuchPath(under)
    yield from _walk(read, top.hash, f"{under}/" if under else "", recursive=recursive)


def change(
    read: Read,
    root: str,
    *,
    added: Mapping[str, File],
    deleted: Sequence[str],
    known_by: Callable[[str], str] = str,
) -> Changed:
    """Return the tree after deleting paths and then adding or replacing files.

    Args:
        read: The objects of the tree.
        root: The tree.
        added: Files by path.
        deleted: Paths of files; of whole directories with a slash at the end.
        known_by: Returns the name under which a listing is stored, by its SHA-256; default: the SHA-256.

    Raises:
        NoSuchPath: a path to delete is not in the tree.
        InTheWay: a path leads through a file, or a file would replace a directory.
    """
    changes = _Changes()
    for path in deleted:
        changes.at(path.rstrip("/").split("/"), path).gone = "directory" if path.endswith("/") else "file"
    for path, file in added.items():
        changes.at(path.split("/"), path).file = file
    done = Changed(root)
    done.root = _Changing(read, known_by, done).changed(root, changes, "")
    return done


@dataclass(slots=True)
class _Changes:
    """Changes to an entry and below it, with its path for messages."""

    path: str = ""
    gone: str = ""
    file: File | None = None
    below: dict[str, _Changes] = field(default_factory=dict[str, "_Changes"])

    def at(self, parts: Sequence[str], path: str) -> _Changes:
        """Return the changes of the entry at this path below."""
        here = self
        for part in parts:
            here = here.below.setdefault(part, _Changes(path))
        return here


class _Changing:
    """Rewrites directories.

    Args:
        read: Returns an object of the tree.
        known_by: Returns the name under which a listing is stored, by its SHA-256.
        done: Collects what was written.
    """

    def __init__(self, read: Read, known_by: Callable[[str], str], done: Changed) -> None:
        self._read = read
        self._known_by = known_by
        self._done = done

    def changed(self, hash_: str, changes: _Changes, prefix: str) -> str:
        """Return the hash of a directory after changes."""
        entries = dict(_listing(self._read, hash_))
        for name, wanted in changes.below.items():
            if wanted.gone:
                self._done.more_bytes -= _bytes_of(self._read, _delete(entries, name, wanted))
            if wanted.below:
                self._below(entries, name, wanted, f"{prefix}{name}/")
            if wanted.file is not None:
                self._put(entries, name, wanted, wanted.file)
        data = listing_bytes(entries)
        digest = hashlib.sha256(data).hexdigest()
        changed = EMPTY if digest == EMPTY else self._known_by(digest)
        if changed != hash_:
            self._done.directories[prefix.rstrip("/")] = entries
            if changed != EMPTY:
                self._done.written[changed] = data
        return changed

    def _below(self, entries: dict[str, Entry], name: str, wanted: _Changes, prefix: str) -> None:
        under = entries.get(name, Directory(EMPTY))
        if isinstance(under, File):
            raise (InTheWay if _adds(wanted) else NoSuchPath)(wanted.path)
        below = self.changed(under.hash, wanted, prefix)
        if below == EMPTY:
            entries.pop(name, None)
        else:
            entries[name] = Directory(below)

    def _put(self, entries: dict[str, Entry], name: str, wanted: _Changes, file: File) -> None:
        before = entries.get(name)
        if isinstance(before, Directory):
            raise InTheWay(wanted.path)
        self._done.more_bytes += file.size_bytes - (0 if before is None else before.size_bytes)
        entries[name] = file


def _delete(entries: dict[str, Entry], name: str, wanted: _Changes) -> Entry:
    kind = Directory if wanted.gone == "directory" else File
    if not isinstance(entries.get(name), kind):
        raise NoSuchPath(wanted.path)
    return entries.pop(name)


def _bytes_of(read: Read, entry: Entry) -> int:
    """Return the size of a file, or of all files in a directory."""
    if isinstance(entry, File):
        return entry.size_bytes
    files = (each for _, each in _walk(read, entry.hash, "", recursive=True))
    return sum(each.size_bytes for each in files if isinstance(each, File))


def _adds(changes: _Changes) -> bool:
    return changes.file is not None or any(_adds(below) for below in changes.below.values())


def _walk(read: Read, hash_: str, prefix: str, *, recursive: bool) -> Iterator[tuple[str, Entry]]:
    for name, entry in sorted(_listing(read, hash_).items()):
        yield prefix + name, entry
        if recursive and isinstance(entry, Directory):
            yield from _walk(read, entry.hash, f"{prefix}{name}/", recursive=True)


def _listing(read: Read, hash_: str) -> dict[str, Entry]:
    return {} if hash_ == EMPTY else read_listing(read(hash_))


def _line(name: str, entry: Entry) -> bytes:
    said: list[Any] = ["d", name, entry.hash]
    if isinstance(entry, File):
        said = ["f", name, entry.kind, entry.hash, entry.size_bytes, entry.oid, *entry.found_by]
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
