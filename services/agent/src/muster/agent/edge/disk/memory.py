"""Memory: the state that a restarted agent needs, in one SQLite file; written before the agent acts.

The position of an order, the decision and its report are stored in one transaction. `synchronous=FULL`: a
transaction that returned survives a power cut. Room is reserved in the file and in its write-ahead log, so
that orders and ends are still stored when jobs have filled the disk.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from muster.agent.core.ledger import Ledger, Record, TaskKey, fold
from muster.agent.core.reports import Origin
from muster.events import node_commands, task_events
from muster.events.log_events import LogStream
from muster.events.node_commands import StartTask
from muster.events.topics import TOPICS
from muster.events.wire.datum import Table, read_branch, table_of
from muster.events.wire.envelope import Envelope, Topic, envelope_from_datum
from muster.journal import Outgoing, Position, TopicPartition

P = TypeVar("P")

_ROOM: Final = 8 * 1024 * 1024
"""Bytes reserved: thousands of reports."""

_RECORDS: Table = table_of(
    node_commands.StartTask, node_commands.StopTask, task_events.TaskRefused, task_events.TaskExited
)
_TOPICS = {topic.name: topic for topic in TOPICS}
_SCHEMA = """
CREATE TABLE IF NOT EXISTS positions (
    topic TEXT, partition INTEGER, next INTEGER NOT NULL, PRIMARY KEY (topic, partition));
CREATE TABLE IF NOT EXISTS records (
    id INTEGER PRIMARY KEY, job_id TEXT NOT NULL, name TEXT NOT NULL, datum TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tasks (
    job_id TEXT, attempt INTEGER, start TEXT NOT NULL, correlation_id TEXT NOT NULL,
    causation_id TEXT NOT NULL, trace TEXT NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (job_id, attempt));
CREATE TABLE IF NOT EXISTS streams (
    job_id TEXT, attempt INTEGER, rank INTEGER, stream TEXT, next_chunk INTEGER NOT NULL,
    next_byte INTEGER NOT NULL, PRIMARY KEY (job_id, attempt, rank, stream));
CREATE TABLE IF NOT EXISTS checkpoints (
    job_id TEXT, attempt INTEGER, rank INTEGER, file TEXT, stamp TEXT NOT NULL,
    PRIMARY KEY (job_id, attempt, rank, file));
CREATE TABLE IF NOT EXISTS told (
    what TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, envelope TEXT NOT NULL, trace TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskNote:
    """A task whose folder is not deleted yet, with the data for its reports.

    Attributes:
        start: The order.
        origin: Origin of its reports.
        trace: W3C trace context of the order.
        mark: The mark in the environment of its processes.
    """

    start: StartTask
    origin: Origin
    trace: Mapping[str, str] = field(default_factory=dict[str, str])
    mark: str

    @property
    def key(self) -> TaskKey:
        """Key of the task."""
        return TaskKey.of(self.start)


class StreamPosition(NamedTuple):
    """Position up to which a stream of a rank is in S3."""

    next_chunk: int = 0
    next_byte: int = 0


class OutboxRow(NamedTuple):
    """A report to send, and its number."""

    number: int
    outgoing: Outgoing


class Transaction:
    """One transaction: stored completely, or not at all."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._run = database.execute

    def record(self, record: Record) -> None:
        """Store an order or its outcome."""
        datum = json.dumps(record.to_datum())
        row = (record.job_id, type(record).__name__, datum)
        self._run("INSERT INTO records (job_id, name, datum) VALUES (?, ?, ?)", row)

    def reached(self, positions: Mapping[TopicPartition, int]) -> None:
        """Store from where to continue reading orders after a restart: the next offset by partition."""
        for (topic, partition), offset in positions.items():
            self._run("REPLACE INTO positions VALUES (?, ?, ?)", (topic, partition, offset))

    def read(self, position: Position) -> None:
        """Mark the order at this position as handled."""
        self.reached({position.topic_partition: position.offset + 1})

    def task(self, note: TaskNote) -> None:
        """Store an accepted task."""
        start, trace = json.dumps(note.start.to_datum()), json.dumps(dict(note.trace))
        origin = (note.origin.correlation_id, note.origin.causation_id)
        row = (*note.key, start, *origin, trace, note.mark)
        self._run("INSERT OR IGNORE INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def task_done(self, key: TaskKey) -> None:
        """Forget a task: everything of it is in S3 and reported, so its folder may be deleted."""
        for table in ("tasks", "streams", "checkpoints"):
            self._run(f"DELETE FROM {table} WHERE job_id = ? AND attempt = ?", key)  # noqa: S608

    def forget(self) -> None:
        """Delete everything except the outbox and the last reports about the node itself."""
        for table in ("positions", "records", "tasks", "streams", "checkpoints"):
            self._run(f"DELETE FROM {table}")  # noqa: S608

    def stored(self, key: TaskKey, rank: int, stream: LogStream, position: StreamPosition) -> None:
        """Store the position up to which a stream is in S3."""
        self._run("REPLACE INTO streams VALUES (?, ?, ?, ?, ?, ?)", (*key, rank, stream.value, *position))

    def checkpoint(self, key: TaskKey, rank: int, file: str, stamp: str) -> None:
        """Store that this version of a checkpoint is in S3."""
        self._run("REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?)", (*key, rank, file, stamp))

    def tell(self, what: str, text: str) -> None:
        """Store the last report about the node itself; an empty text: none is in effect."""
        self._run("REPLACE INTO told VALUES (?, ?)", (what, text))

    def report(self, topic: Topic, envelope: Envelope[Any], trace: Mapping[str, str]) -> None:
        """Put a report into the outbox."""
        row = (topic.name, json.dumps(envelope.to_json()), json.dumps(dict(trace)))
        self._run("INSERT INTO outbox (topic, envelope, trace) VALUES (?, ?, ?)", row)

    def reported(self, number: int) -> None:
        """Delete the reports up to this number, since the log has them."""
        self._run("DELETE FROM outbox WHERE id <= ?", (number,))


def _reader_of(file: Path) -> sqlite3.Connection:
    """Return a connection to close last: SQLite deletes the write-ahead log unless that one only reads."""
    reader = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
    reader.execute("SELECT 1 FROM sqlite_master").fetchall()  # opens the file
    return reader


class Memory:
    """The agent's memory in one file; safe to share between threads.

    Attributes:
        outbox_filled: Set after a transaction that may have put a report into the outbox.

    Raises:
        sqlite3.DatabaseError: The file is not an agent's memory.
    """

    def __init__(self, file: Path) -> None:
        self.outbox_filled = threading.Event()
        self._lock = threading.Lock()
        self._database = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        [journal] = self._database.execute("PRAGMA journal_mode = WAL").fetchone()
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.executescript(_SCHEMA)
        self._opened = [self._database]
        if journal == "wal":  # otherwise it is in memory, and no disk gets full
            self._reserve()
            self._opened.append(_reader_of(file))

    @contextmanager
    def transaction(self) -> Generator[Transaction]:
        """A transaction; an exception in the block rolls it back."""
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield Transaction(self._database)
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:  # SQLite ends it by itself after some errors
                    self._database.execute("ROLLBACK")
                raise
        self.outbox_filled.set()

    def forget(self) -> None:
        """Delete everything about tasks; unsent reports stay, since they remain true."""
        with self.transaction() as transaction:
            transaction.forget()

    def ledger(self) -> Ledger:
        """Rebuild the ledger from all records. Deletes records of jobs that the ledger has forgotten."""
        rows = self._rows("SELECT name, datum FROM records ORDER BY id")
        ledger = fold(read_branch(_RECORDS, {"type": name, **json.loads(datum)}) for name, datum in rows)
        known = json.dumps(sorted(ledger.seen))
        self._rows("DELETE FROM records WHERE job_id NOT IN (SELECT value FROM json_each(?))", known)
        return ledger

    def positions(self) -> dict[TopicPartition, int]:
        """Positions from which to continue reading orders; empty: nothing is remembered."""
        rows = self._rows("SELECT topic, partition, next FROM positions")
        return {(topic, partition): offset for topic, partition, offset in rows}

    def tasks(self) -> list[TaskNote]:
        """Every task whose folder is not deleted yet, oldest first."""
        rows = self._rows("SELECT start, correlation_id, causation_id, trace, mark FROM tasks ORDER BY rowid")
        return [
            TaskNote(
                start=StartTask.from_datum(json.loads(start)),
                origin=Origin(correlation, causation),
                trace=json.loads(trace),
                mark=mark,
            )
            for start, correlation, causation, trace, mark in rows
        ]

    def stream_positions(self, key: TaskKey) -> dict[tuple[int, LogStream], StreamPosition]:
        """Position up to which each stream of a task is in S3."""
        rows = self._rows(
            "SELECT rank, stream, next_chunk, next_byte FROM streams WHERE job_id = ? AND attempt = ?", *key
        )
        return {(rank, LogStream(stream)): StreamPosition(chunk, byte) for rank, stream, chunk, byte in rows}

    def checkpoints(self, key: TaskKey) -> dict[tuple[int, str], str]:
        """Versions of a task's checkpoints that are in S3: stamp by (rank, file)."""
        rows = self._rows("SELECT rank, file, stamp FROM checkpoints WHERE job_id = ? AND attempt = ?", *key)
        return {(rank, file): stamp for rank, file, stamp in rows}

    def waiting(self) -> int:
        """Number of reports in the outbox."""
        return self._rows("SELECT count(*) FROM outbox")[0][0]

    def last_report(self, what: str) -> str:
        """Last report about the node itself; empty: none, or none is in effect any more."""
        rows = self._rows("SELECT text FROM told WHERE what = ?", what)
        return str(rows[0][0]) if rows else ""

    def outbox(self, limit: int) -> list[OutboxRow]:
        """The reports to send next, oldest first."""
        rows = self._rows("SELECT id, topic, envelope, trace FROM outbox ORDER BY id LIMIT ?", limit)
        return [
            OutboxRow(number, Outgoing(_TOPICS[name], _envelope(_TOPICS[name], text), json.loads(trace)))
            for number, name, text, trace in rows
        ]

    def close(self) -> None:
        """Close the file; its write-ahead log keeps its room."""
        with self._lock:
            for each in self._opened:
                each.close()

    def _reserve(self) -> None:
        """Make both files as large as this and free their pages: SQLite returns none to the file system."""
        self._database.execute("PRAGMA wal_checkpoint(FULL)")  # of an agent before: its log is written over
        with suppress(sqlite3.OperationalError):  # the disk is full already
            self._database.execute("CREATE TABLE IF NOT EXISTS room (bytes BLOB)")
            self._database.execute("INSERT INTO room VALUES (zeroblob(?))", (_ROOM,))
            self._database.execute("PRAGMA wal_checkpoint(FULL)")
        self._database.execute("DROP TABLE IF EXISTS room")

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._database.execute(query, values).fetchall()


def _envelope(topic: Topic, text: str) -> Envelope[Any]:
    return envelope_from_datum(topic, json.loads(text))
