"""Trees of files; a directory is an object named by the SHA-256 of its listing. PURE: callers read objects.

A caller that stores objects under another name than their SHA-256 says what a listing is stored under.

A change rewrites only the directories on the path to it. A listing has one line for each entry, by name: the
JSON list ["d", name, hash] for a directory, ["f", name, kind, sha256, size_bytes, oid, ...] for a file. A
directory without entries has an empty listing and is left out of its parent.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
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


Step: TypeAlias = tuple[str, File | None]
"""A path and the file to put there; None deletes the path, a whole directory if it ends with a slash."""


@dataclass(slots=True)
class Changed:
    """A tree after changes.

    Attributes:
        root: Its root directory.
        added: Files that the steps put and left in the tree, by path.
        written: Listings that were not in the tree before, by hash.
        directories: Entries of every rewritten directory, by path; "" is the root.
        more_bytes: Growth of the sum of its files' sizes, each as a whole copy; negative if it shrank.
    """

    root: str
    added: dict[str, File] = field(default_factory=dict[str, File])
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
    found = entries_at(read, root, [path])
    if path not in found:
        raise NoSuchPath(path)
    return found[path]


def entries_at(read: Read, root: str, paths: Iterable[str]) -> dict[str, Entry]:
    """Return what is at these paths, without those that lead nowhere; each directory is read once."""
    listings: dict[str, Listing] = {}
    found: dict[str, Entry] = {}
    for path in paths:
        at: Entry | None = Directory(root)
        for part in path.split("/") if path else ():
            if not isinstance(at, Directory):
                at = None
                break
            if at.hash not in listings:
                listings[at.hash] = _listing(read, at.hash)
            at = listings[at.hash].get(part)
        if at is not None:
            found[path] = at
    return found


def last_changes(read: Read, roots: Sequence[str], entries: Mapping[str, Entry]) -> dict[str, int]:
    """Return how far back entries are what they are now, without those that have not changed in these trees.

    Args:
        read: The objects of the trees.
        roots: A tree, and those before it, the newest first.
        entries: Entries of the first tree by their paths.

    Returns:
        By path the last index at which the entry is still what it is in the first tree.
    """
    left, found = dict(entries), dict[str, int]()
    for index, (newer, older) in enumerate(pairwise(roots)):
        if not left:
            break
        before = left if newer == older else entries_at(read, older, left)
        for path in [path for path, entry in left.items() if before.get(path) != entry]:
            found[path] = index
            del left[path]
    return found


def walk(read: Read, root: str, under: str = "", *, recursive: bool = True) -> Iterator[tuple[str, Entry]]:
    """Yield everything under a directory with its path, by name; a directory comes before its contents.

    Raises:
        NoSuchPath: the path is not in the tree, or is a file.
    """
    top = entry_at(read, root, under)
    if not isinstance(top, Directory):
        raise NoSuchPath(under)
    yield from _walk(read, top.hash, f"{under}/" if under else "", recursive=recursive)


def change(read: Read, root: str, steps: Iterable[Step], *, known_by: Callable[[str], str] = str) -> Changed:
    """Return a tree after steps, which are taken in their order.

    Args:
        read: The objects of the tree.
        root: The tree.
        steps: Files to put at paths, and paths to delete.
        known_by: Returns the name under which a listing is stored, by its SHA-256; default: the SHA-256.

    Raises:
        NoSuchPath: a path to delete is not in the tree.
        InTheWay: a path leads through a file, or a file would replace a directory.
    """
    tree = _Tree(read, known_by, root)
    put: dict[str, File] = {}
    for path, file in steps:
        if file is None:
            tree.delete(path)
        else:
            tree.put(path, file)
            put[path] = file
    tree.done.added = {path: file for path, file in put.items() if tree.has(path, file)}
    tree.done.root = tree.written(tree.top, "")
    return tree.done


@dataclass(slots=True)
class _Open:
    """A directory whose entries may change.

    Attributes:
        hash: Its hash before the changes.
        entries: Those that it has now; a directory that was opened is one itself.
    """

    hash: str
    entries: dict[str, Entry | _Open]


class _Tree:
    """A tree that changes; only directories on the way to changes are opened.

    Args:
        read: The objects of the tree.
        known_by: Key under which a listing with a SHA-256 is stored.
        root: The tree.
    """

    def __init__(self, read: Read, known_by: Callable[[str], str], root: str) -> None:
        self._read = read
        self._known_by = known_by
        self.done = Changed(root)
        self.top = self._open(root)

    def put(self, path: str, file: File) -> None:
        """Put a file at a path; a file already at that path is replaced."""
        *above, name = path.split("/")
        at = self.top
        for part in above:
            below = self._below(at, part)
            if below is None:
                if part in at.entries:
                    raise InTheWay(path)
                below = at.entries[part] = _Open(EMPTY, {})
            at = below
        before = at.entries.get(name)
        if isinstance(before, Directory | _Open):
            raise InTheWay(path)
        self.done.more_bytes += file.size_bytes - (0 if before is None else before.size_bytes)
        at.entries[name] = file

    def delete(self, path: str) -> None:
        """Delete a file, or with a slash at the end a directory; directories do not stay empty."""
        *above, name = path.rstrip("/").split("/")
        way = [self.top]
        for part in above:
            below = self._below(way[-1], part)
            if below is None:
                raise NoSuchPath(path)
            way.append(below)
        gone = way[-1].entries.get(name)
        if gone is None or isinstance(gone, File) is path.endswith("/"):
            raise NoSuchPath(path)
        self.done.more_bytes -= self._bytes_of(gone)
        del way[-1].entries[name]
        while above and not way.pop().entries:
            del way[-1].entries[above.pop()]

    def has(self, path: str, file: File) -> bool:
        """Whether a path that was opened before leads to this file."""
        at: Entry | _Open | None = self.top
        for part in path.split("/"):
            at = at.entries.get(part) if isinstance(at, _Open) else None
        return at is file

    def written(self, directory: _Open, path: str) -> str:
        """Return the hash of a directory after the changes; its listing is noted if it is another."""
        entries: dict[str, Entry] = {}
        for name, entry in directory.entries.items():
            below = f"{path}/{name}" if path else name
            entries[name] = Directory(self.written(entry, below)) if isinstance(entry, _Open) else entry
        data = listing_bytes(entries)
        digest = hashlib.sha256(data).hexdigest()
        changed = EMPTY if digest == EMPTY else self._known_by(digest)
        if changed != directory.hash:
            self.done.directories[path] = entries
            if changed != EMPTY:
                self.done.written[changed] = data
        return changed

    def _open(self, hash_: str) -> _Open:
        return _Open(hash_, {**_listing(self._read, hash_)})

    def _below(self, directory: _Open, name: str) -> _Open | None:
        """Open a directory in one; None: there is none."""
        found = directory.entries.get(name)
        if isinstance(found, Directory):
            found = directory.entries[name] = self._open(found.hash)
        return found if isinstance(found, _Open) else None

    def _bytes_of(self, entry: Entry | _Open) -> int:
        if isinstance(entry, _Open):
            return sum(map(self._bytes_of, entry.entries.values()))
        return _bytes_of(self._read, entry)


def _bytes_of(read: Read, entry: Entry) -> int:
    """Return the size of a file, or of all files in a directory."""
    if isinstance(entry, File):
        return entry.size_bytes
    files = (each for _, each in _walk(read, entry.hash, "", recursive=True))
    return sum(each.size_bytes for each in files if isinstance(each, File))


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
