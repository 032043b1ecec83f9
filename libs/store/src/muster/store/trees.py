"""Trees of files, each directory an object by the SHA-256 of its listing. PURE: how one is read is given.

Who stores objects under more than their SHA-256 says what a listing is stored under.

A change writes anew only the directories on the way to what it changes. A listing has a line for each entry,
by name: a JSON list, ["d", name, hash] of a directory, ["f", name, kind, sha256, size_bytes, oid, ...] of a
file. A directory without entries has no bytes and is in none.
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
        kind: How its bytes lie, as who stored it says: "inline", "lfs".
        hash: Of its content: what it is stored under.
        size_bytes: Its size.
        oid: SHA-1 that git would know it by.
        found_by: What else its bytes are found by, as who stored it says.
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
"""The bytes of an object by its SHA-256."""

EMPTY: Final = hashlib.sha256(b"").hexdigest()
"""The directory without entries; nobody has to store it."""


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
        directories: Entries of every directory that was written anew, by path; "" is the root.
        more_bytes: What its files have more than those before, each as a whole copy; negative: less.
    """

    root: str
    written: dict[str, bytes] = field(default_factory=dict[str, bytes])
    directories: dict[str, Listing] = field(default_factory=dict[str, Listing])
    more_bytes: int = 0


def listing_bytes(entries: Listing) -> bytes:
    """A listing as it is stored."""
    return b"".join(_line(name, entries[name]) for name in sorted(entries))


def read_listing(data: bytes) -> dict[str, Entry]:
    """The inverse.

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
                raise ValueError(f"{other!r}: allowed is an entry of a directory")
    return entries


def entry_at(read: Read, root: str, path: str) -> Entry:
    """What is at a path; "" is the root.

    Raises:
        NoSuchPath: nothing is.
    """
    at: Entry = Directory(root)
    for part in path.split("/") if path else ():
        found = _listing(read, at.hash).get(part) if isinstance(at, Directory) else None
        if found is None:
            raise NoSuchPath(path)
        at = found
    return at


def walk(read: Read, root: str, under: str = "", *, recursive: bool = True) -> Iterator[tuple[str, Entry]]:
    """Everything under a directory, with its path, by name; a directory comes before what is in it.

    Raises:
        NoSuchPath: nothing is there, or a file.
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
    """A tree with files added or replaced, after paths were deleted.

    Args:
        read: The objects of the tree.
        root: The tree.
        added: Files by path.
        deleted: Paths of files; of whole directories with a slash at the end.
        known_by: What a listing is stored under, by its SHA-256: that itself, unless told otherwise.

    Raises:
        NoSuchPath: what is to be deleted is not there.
        InTheWay: a path leads through a file, or a directory is where a file is to be.
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
    """What is to become of an entry: its path, for messages, and changes below it."""

    path: str = ""
    gone: str = ""
    file: File | None = None
    below: dict[str, _Changes] = field(default_factory=dict[str, "_Changes"])

    def at(self, parts: Sequence[str], path: str) -> _Changes:
        """The changes of what is at a path below."""
        here = self
        for part in parts:
            here = here.below.setdefault(part, _Changes(path))
        return here


class _Changing:
    """Writes directories anew.

    Args:
        read: The objects of the tree.
        known_by: What a listing is stored under, by its SHA-256.
        done: Told of what was written.
    """

    def __init__(self, read: Read, known_by: Callable[[str], str], done: Changed) -> None:
        self._read = read
        self._known_by = known_by
        self._done = done

    def changed(self, hash_: str, changes: _Changes, prefix: str) -> str:
        """What a directory is after changes."""
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
    """What a file has, or all files of a directory."""
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
