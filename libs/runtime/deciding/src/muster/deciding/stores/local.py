"""Entities in a file of this machine: SQLite, as a cache that can be thrown away.

The write-ahead log lets a snapshot read what was, while the leader goes on. Nothing is forced to the disk: a
process that is killed loses nothing, as the kernel has its pages; a machine that dies may tear the file, so
one that was written under another boot is thrown away, and so is one that SQLite cannot read.

A file is one process's at a time: a lock beside it says whose, and the kernel gives it back when that process
dies. `in_folder` takes the first file that is free, so leader and standby on one machine have one each, and a
process that comes back finds one that is nearly up to date.
"""

from __future__ import annotations

import fcntl
import logging
import os
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

from muster.deciding.stores.store import Change, Entry
from muster.journal.clock import machine_boot_id

_log = logging.getLogger(__name__)

FORMAT: Final = 1
"""Version of the file's format; a file of another version is deleted."""

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS entities (kind TEXT, key TEXT, entity BLOB NOT NULL, PRIMARY KEY (kind, key))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts_about_this_file (name TEXT PRIMARY KEY, value BLOB NOT NULL);
"""


class InUse(OSError):
    """Another process, or another store of this one, has the file."""


class LocalStore:
    """Millions of entities in a few bytes of memory each.

    Args:
        path: The file; it and its folder are created if missing.

    Raises:
        InUse: another process has it open.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(path)
        try:
            self._db = self._opened_or_remade()
        except BaseException:
            os.close(self._lock)
            raise

    @classmethod
    def in_folder(cls, folder: Path) -> Self:
        """Open the first free file of a folder: 0.db, 1.db, ..."""
        number = 0
        while True:
            try:
                return cls(folder / f"{number}.db")
            except InUse:
                number += 1

    def get(self, kind: str, key: str) -> bytes | None:
        """One entity; None when there is none."""
        found = self._db.execute("SELECT entity FROM entities WHERE kind = ? AND key = ?", (kind, key))
        row = found.fetchone()
        return None if row is None else row[0]

    def scan(self, kind: str, first: str, until: str | None) -> Iterator[tuple[str, bytes]]:
        """Entities of a kind from `first` on, before `until`, in key order."""
        text = "SELECT key, entity FROM entities WHERE kind = ? AND key >= ?"
        if until is None:
            return self._db.execute(f"{text} ORDER BY key", (kind, first))
        return self._db.execute(f"{text} AND key < ? ORDER BY key", (kind, first, until))

    def reached(self) -> bytes | None:
        """Return the log's progress in this store; None: it is empty."""
        return self._about("reached")

    def merge(self, changes: Iterable[Change], reached: bytes) -> None:
        """Take over changes and how far the log is with them: one transaction of the file."""
        with self._db:
            self._db.execute("BEGIN")
            self._merge(changes, reached)

    def load(self, entries: Iterable[Entry], reached: bytes) -> None:
        """Forget everything, then take these: one transaction of the file."""
        with self._db:
            self._db.execute("BEGIN")
            self._forget()
            self._db.executemany("INSERT INTO entities VALUES (?, ?, ?)", entries)
            self._say("reached", reached)

    def clear(self) -> None:
        """Forget everything."""
        with self._db:
            self._db.execute("BEGIN")
            self._forget()

    @contextmanager
    def dump(self) -> Generator[Generator[Entry]]:
        """Return every entity as of now; a connection of its own pins that state of the file."""
        db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        try:
            db.execute("BEGIN")
            db.execute("SELECT 1 FROM entities LIMIT 1").fetchone()  # from here on this is what it sees
            rows = db.execute("SELECT kind, key, entity FROM entities ORDER BY kind, key")
            yield ((kind, key, entity) for kind, key, entity in rows)
        finally:
            db.close()

    def close(self) -> None:
        """Close the file and keep its contents."""
        self._db.close()
        os.close(self._lock)

    def _opened_or_remade(self) -> sqlite3.Connection:
        try:
            return self._opened()
        except sqlite3.DatabaseError as error:
            _log.warning("%s is thrown away: %s", self._path, error)
            self._remove()
            return self._opened()

    def _opened(self) -> sqlite3.Connection:
        # The thread that makes a store need not be the one that leads with it; only one uses it at a time.
        db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = OFF")
            db.execute("PRAGMA cache_size = -65536")
            db.executescript(_TABLES)
        except sqlite3.DatabaseError:
            db.close()
            raise
        self._db = db
        if self._about("written under") != _written_under():
            with db:
                db.execute("BEGIN")
                self._forget()
                self._say("written under", _written_under())
        return db

    def _merge(self, changes: Iterable[Change], reached: bytes) -> None:
        for kind, key, entity in changes:
            if entity is None:
                self._db.execute("DELETE FROM entities WHERE kind = ? AND key = ?", (kind, key))
            else:
                self._db.execute("REPLACE INTO entities VALUES (?, ?, ?)", (kind, key, entity))
        self._say("reached", reached)

    def _forget(self) -> None:
        self._db.execute("DELETE FROM entities")
        self._db.execute("DELETE FROM facts_about_this_file WHERE name = 'reached'")

    def _about(self, name: str) -> bytes | None:
        found = self._db.execute("SELECT value FROM facts_about_this_file WHERE name = ?", (name,))
        row = found.fetchone()
        return None if row is None else row[0]

    def _say(self, name: str, value: bytes) -> None:
        self._db.execute("REPLACE INTO facts_about_this_file VALUES (?, ?)", (name, value))

    def _remove(self) -> None:
        for end in ("", "-wal", "-shm"):
            self._path.with_name(self._path.name + end).unlink(missing_ok=True)


def _locked(path: Path) -> int:
    """Lock the file and return the lock's descriptor, which the caller has to close.

    Raises:
        InUse: another process has it open.
    """
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(lock)
        raise InUse(f"{path} is in use; only one process at a time can open it") from error
    return lock


def _written_under() -> bytes:
    """This format and this boot of the machine."""
    return f"format {FORMAT}, boot {machine_boot_id()}".encode()
