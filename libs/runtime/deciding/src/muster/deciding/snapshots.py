"""Snapshots of the state in S3: recovery folds only later batches. Several are kept, named by their hashes.

    snapshots/SERVICE/CELL/OFFSET-HASH.jsonl.gz    the newest few
    handovers/SERVICE/CELL/OFFSET-HASH.jsonl.gz    where another version of the rules took over; all are kept

A snapshot is a gzipped file of lines: the first says how far it is, the others are entities as JSON lists
[kind, key, entity]. A thread of its own writes it, from the store as it was; the log is enough without one.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import re
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, Protocol, TypeVar

from muster.deciding.reached import Reached
from muster.deciding.stores import EntityStore, Entry
from muster.journal import Failpoints
from muster.store import NoSuchObject, StoreUnavailable
from muster.store.saving import BackgroundSaver, Save, Start, prune

_T = TypeVar("_T")

_log = logging.getLogger(__name__)

_NAME: Final = re.compile(r"/(\d{20})-([0-9a-f]{64})\.jsonl\.gz$")
_PIECE: Final = 1 << 20


class BadSnapshot(ValueError):
    """The bytes do not match the name."""


class Objects(Protocol):
    """A store of bytes by key; `muster.store.ObjectStore` is the one on S3.

    Every method may raise StoreUnavailable.
    """

    def put_stream(self, key: str, stream: BinaryIO) -> str:
        """Store."""
        ...

    def fetch(self, key: str, sha256: str, into: Path) -> None:
        """Bring it here. Raises NoSuchObject also when its hash is another."""
        ...

    def keys(self, prefix: str) -> list[str]:
        """Return all keys with this prefix, in order."""
        ...

    def delete(self, key: str) -> None:
        """Remove."""
        ...


class Snapshots:
    """The snapshots of one service and cell.

    Args:
        objects: The store that holds them.
        service: The service.
        cell: The cell.
        start: Runs the work of saving; a thread of its own unless given.
        failpoints: Points at which a test kills the process: before_stored, after_stored.
    """

    def __init__(
        self,
        objects: Objects,
        service: str,
        cell: str,
        start: Start | None = None,
        failpoints: Failpoints | None = None,
    ) -> None:
        self._objects = objects
        self._origin = f"{service}:{cell}"
        self._prefix = f"snapshots/{service}/{cell}/"
        self._handover_prefix = f"handovers/{service}/{cell}/"
        self._saver = BackgroundSaver(f"snapshots-{service}", start)
        self._handovers = BackgroundSaver(f"handovers-{service}", start)
        self._failpoints = failpoints or Failpoints()

    def open_into(self, store: EntityStore) -> Reached:
        """Bring a store to where the log can be folded on from.

        What the store holds is used when the log certainly reaches back to it: when it is not older than the
        oldest snapshot. Else the newest snapshot that is sound is loaded; without one, nothing.
        """
        keys = self._keys()
        here = Reached.load(store.reached())
        if here is not None and here.origin == self._origin:
            if not keys or here.log_offset >= _offset(keys[0]):
                return here
            _log.info("the local state of %s is older than every snapshot: loading one", self._origin)
        loaded = next(self._read(reversed(keys), partial(self._load, store)), None)
        if loaded is None:
            store.clear()
        return loaded or Reached(origin=self._origin)

    def hashes(self) -> dict[int, str]:
        """The hash of the state in each snapshot that is sound, by the number of batches in it."""
        return self._hashes(self._keys())

    def handover_hashes(self) -> dict[int, str]:
        """Likewise, of each handover."""
        return self._hashes(self._keys(self._handover_prefix))

    def open_handover_into(self, store: EntityStore, batches: int) -> None:
        """Load the handover after this number of batches into a store, if it is sound."""

        def load(at: Reached, entries: Iterator[Entry]) -> bool:
            if at.batches == batches:
                self._load(store, at, entries)
            return at.batches == batches

        any(self._read(self._keys(self._handover_prefix), load))

    def oldest(self) -> Reached | None:
        """Return the progress of the oldest snapshot; None: there is none, or none is readable."""
        return next(self._read(self._keys(), lambda at, _: at), None)

    def save(self, store: EntityStore, reached: Reached) -> None:
        """Store the state as it is now, in the background; skipped while an earlier one is under way."""
        self._saver.save(lambda: self._begin(store, reached))

    def keep_handover(self, store: EntityStore, reached: Reached) -> None:
        """Store the present state in the background and keep it for ever."""
        self._handovers.save(lambda: self._begin(store, reached, self._handover_prefix))

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait until the last `save` is done.

        Raises:
            TimeoutError: it takes longer.
        """
        self._saver.wait(timeout_s)
        self._handovers.wait(timeout_s)

    def _hashes(self, keys: Iterable[str]) -> dict[int, str]:
        return dict(self._read(keys, lambda at, entries: (at.batches, state_hash(entries))))

    def _keys(self, prefix: str = "") -> list[str]:
        try:
            return [key for key in self._objects.keys(prefix or self._prefix) if _NAME.search(key)]
        except StoreUnavailable as error:
            _log.warning("snapshots of %s cannot be listed: %s", self._origin, error)
            return []

    def _read(self, keys: Iterable[str], use: Callable[[Reached, Iterator[Entry]], _T]) -> Generator[_T]:
        """Yield the result of `use` for each of these snapshots; damaged ones are skipped."""
        for key in keys:
            with tempfile.NamedTemporaryFile(prefix="snapshot-") as file:
                path = Path(file.name)
                try:
                    self._objects.fetch(key, _sha256(key), path)
                    made = use(_header(key, path), _entries(path))
                except (StoreUnavailable, NoSuchObject, ValueError, OSError, EOFError) as error:
                    _log.warning("snapshot %s passed over: %s", key, error)
                    continue
            yield made

    def _load(self, store: EntityStore, reached: Reached, entries: Iterator[Entry]) -> Reached:
        if reached.origin != self._origin:
            raise BadSnapshot(f"origin is {reached.origin}; must be {self._origin}")
        store.load(entries, reached.dump())
        return reached

    def _begin(self, store: EntityStore, reached: Reached, prefix: str = "") -> Save:
        stack = ExitStack()
        entries = stack.enter_context(store.dump())
        return lambda: self._save(entries, reached, stack, prefix or self._prefix)

    def _save(self, entries: Iterator[Entry], reached: Reached, stack: ExitStack, prefix: str) -> str:
        with stack, tempfile.NamedTemporaryFile(prefix="snapshot-") as file:
            path = Path(file.name)
            _write(path, reached, entries)
            key = f"{prefix}{reached.log_offset:020d}-{_hash_of(path)}.jsonl.gz"
            self._failpoints.hit("before_stored")
            with path.open("rb") as stream:
                self._objects.put_stream(key, stream)
            self._failpoints.hit("after_stored")
            prune(self._objects, self._keys())
        return key


def state_hash(entries: Iterable[Entry]) -> str:
    """The hash of a whole state, entities in the order of a dump."""
    digest = hashlib.sha256()
    for entry in entries:
        digest.update(_line(entry))
    return digest.hexdigest()


def _line(entry: Entry) -> bytes:
    kind, key, entity = entry
    return json.dumps([kind, key, entity.decode()], separators=(",", ":")).encode() + b"\n"


def _write(path: Path, reached: Reached, entries: Iterator[Entry]) -> None:
    # Neither a time nor the file's name in it: a state saved twice is one snapshot, by its hash.
    with path.open("wb") as raw, gzip.GzipFile("", "wb", compresslevel=3, fileobj=raw, mtime=0) as file:
        file.write(reached.dump() + b"\n")
        for entry in entries:
            file.write(_line(entry))


def _header(key: str, path: Path) -> Reached:
    with gzip.open(path, "rb") as file:
        reached = Reached.load(file.readline())
    if reached is None or reached.log_offset != _offset(key):
        raise BadSnapshot("its first line does not say how far it is")
    return reached


def _entries(path: Path) -> Generator[Entry]:
    with gzip.open(path, "rb") as file:
        file.readline()
        for line in file:
            kind, key, entity = json.loads(line)
            yield kind, key, entity.encode()


def _hash_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _offset(key: str) -> int:
    return int(_parts(key)[1])


def _sha256(key: str) -> str:
    return _parts(key)[2]


def _parts(key: str) -> re.Match[str]:
    found = _NAME.search(key)
    if found is None:
        raise BadSnapshot(f"key is {key}; must end with OFFSET-SHA256.jsonl.gz")
    return found
