"""The ledger: which effects are due, delivered, failed or parked, and how far the log was followed.

The entries of a batch of facts and the positions behind it are written in one transaction, so no fact is
passed without its effects, and a fact that comes again finds its key and changes nothing.

An attempt is counted before it begins, and the entry is then kept from others until its lease is over: a
process that dies in the middle of an effect has it tried again, with the same key, and an effect that kills
its process every time is parked in the end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

from muster.events.wire.datum import Record
from muster.journal.journal import Delivery
from muster.journal.position import TopicPartition
from muster.reactors.entry import Entry, State
from muster.reactors.reactor import Effect, Item, idempotency_key
from psycopg import Connection
from psycopg.rows import class_row, tuple_row
from psycopg_pool import ConnectionPool

_SCHEMA: Final = """
SELECT pg_advisory_xact_lock(hashtext('muster reactors'));
CREATE SCHEMA IF NOT EXISTS reactors;
CREATE TABLE IF NOT EXISTS reactors.positions (
    reactor text, topic text, "partition" int, next_offset bigint NOT NULL,
    PRIMARY KEY (reactor, topic, "partition")
);
CREATE TABLE IF NOT EXISTS reactors.entries (
    reactor text, key text, event_id text NOT NULL, position text NOT NULL,
    label text NOT NULL, payload jsonb NOT NULL,
    state text NOT NULL CHECK (state IN ('due', 'delivered', 'failed', 'parked')),
    attempts int NOT NULL, due_at_ms bigint NOT NULL, reason text NOT NULL,
    recorded_at_ms bigint NOT NULL, settled_at_ms bigint,
    PRIMARY KEY (reactor, key)
);
CREATE INDEX IF NOT EXISTS entries_to_do ON reactors.entries (reactor, due_at_ms)
    WHERE state IN ('due', 'failed');
"""

_RECORD: Final = """
INSERT INTO reactors.entries
    (reactor, key, event_id, position, label, payload, state, attempts, due_at_ms, reason, recorded_at_ms)
VALUES (%s, %s, %s, %s, %s, %s, 'due', 0, %s, '', %s)
ON CONFLICT (reactor, key) DO NOTHING"""

_MOVE: Final = """
INSERT INTO reactors.positions (reactor, topic, "partition", next_offset) VALUES (%s, %s, %s, %s)
ON CONFLICT (reactor, topic, "partition")
DO UPDATE SET next_offset = greatest(positions.next_offset, excluded.next_offset)"""

_CLAIM: Final = """
WITH ready AS MATERIALIZED (  -- a subquery might be run more than once, each time with other rows
    SELECT key FROM reactors.entries
    WHERE reactor = %(reactor)s AND state IN ('due', 'failed') AND due_at_ms <= %(now_ms)s
    ORDER BY due_at_ms, recorded_at_ms, key LIMIT %(limit)s FOR UPDATE SKIP LOCKED
)
UPDATE reactors.entries AS entry SET attempts = entry.attempts + 1, due_at_ms = %(until_ms)s
FROM ready WHERE entry.reactor = %(reactor)s AND entry.key = ready.key
RETURNING entry.key, entry.label, entry.payload, entry.attempts"""

_ENTRIES: Final = """
SELECT reactor, key, event_id, position, label, state, attempts, due_at_ms, reason, recorded_at_ms
FROM reactors.entries
WHERE (%(reactor)s::text IS NULL OR reactor = %(reactor)s) AND state = ANY(%(states)s)
ORDER BY recorded_at_ms DESC, key LIMIT %(limit)s"""

_RETRY: Final = """
UPDATE reactors.entries SET state = 'due', attempts = 0, due_at_ms = %(now_ms)s, settled_at_ms = NULL
WHERE reactor = %(reactor)s AND state = ANY(%(states)s) AND (%(keys)s::text[] IS NULL OR key = ANY(%(keys)s))
RETURNING key"""


class Ledger:
    """The ledger of all reactors of one database. Safe to share between threads.

    Every method raises psycopg.OperationalError when Postgres does not answer.

    Args:
        dsn: Server and database.
        connections_max: Maximum connections at once.
        answer_s: Longest wait for a connection.
    """

    def __init__(self, dsn: str, *, connections_max: int = 4, answer_s: float = 10.0) -> None:
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            dsn, min_size=1, max_size=connections_max, open=False, timeout=answer_s, name="reactors"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(self) -> None:
        """Create the tables where they are missing; safe to repeat. First call."""
        self._pool.open()
        with self._pool.connection() as connection:
            connection.execute(_SCHEMA)

    def positions(self, reactor: str) -> dict[TopicPartition, int]:
        """Next offset to follow, by partition; empty for a reactor that never ran."""
        with self._pool.connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            query = 'SELECT topic, "partition", next_offset FROM reactors.positions WHERE reactor = %s'
            rows = cursor.execute(query, (reactor,)).fetchall()
        return {(topic, partition): next_offset for topic, partition, next_offset in rows}

    def record(
        self,
        reactor: str,
        asked: Sequence[tuple[Delivery[Record], Effect]],
        positions: Mapping[TopicPartition, int],
        now_ms: int,
    ) -> int:
        """Record the effects of facts and the positions behind them, atomically.

        Returns:
            How many entries are new.
        """
        rows = [
            (
                reactor,
                idempotency_key(reactor, delivery.envelope.event_id, effect.label),
                delivery.envelope.event_id,
                str(delivery.position),
                effect.label,
                json.dumps(effect.payload),
                max(now_ms, effect.not_before_ms),
                now_ms,
            )
            for delivery, effect in asked
        ]
        moves = [(reactor, *place, next_offset) for place, next_offset in sorted(positions.items())]
        with self._pool.connection() as connection, connection.cursor() as cursor:
            new = 0
            if rows:
                cursor.executemany(_RECORD, rows)
                new = cursor.rowcount
            cursor.executemany(_MOVE, moves)
        return new

    def claim(self, reactor: str, *, now_ms: int, lease_ms: int, limit: int) -> list[Item]:
        """Claim effects that are due, oldest first; other workers get them only after the lease."""
        values = {"reactor": reactor, "now_ms": now_ms, "until_ms": now_ms + lease_ms, "limit": limit}
        with self._pool.connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            rows = cursor.execute(_CLAIM, values).fetchall()
        return [Item(key=key, label=label, payload=body, attempt=n) for key, label, body, n in rows]

    def delivered(self, reactor: str, key: str, now_ms: int) -> None:
        """Record that an effect was carried out."""
        self._execute(
            "UPDATE reactors.entries SET state = 'delivered', reason = '', settled_at_ms = %s "
            "WHERE reactor = %s AND key = %s",
            (now_ms, reactor, key),
        )

    def failed(self, reactor: str, item: Item, *, due_at_ms: int, reason: str) -> None:
        """Record a failed attempt; the outcome of a newer attempt takes precedence."""
        self._execute(
            "UPDATE reactors.entries SET state = 'failed', reason = %s, due_at_ms = %s "
            "WHERE reactor = %s AND key = %s AND attempts = %s AND state IN ('due', 'failed')",
            (reason, due_at_ms, reactor, item.key, item.attempt),
        )

    def parked(self, reactor: str, item: Item, *, reason: str, now_ms: int) -> None:
        """Record that an effect was given up; the outcome of a newer attempt takes precedence."""
        self._execute(
            "UPDATE reactors.entries SET state = 'parked', reason = %s, settled_at_ms = %s "
            "WHERE reactor = %s AND key = %s AND attempts = %s AND state IN ('due', 'failed')",
            (reason, now_ms, reactor, item.key, item.attempt),
        )

    def entries(
        self, *, reactor: str | None = None, states: Sequence[State] = tuple(State), limit: int = 100
    ) -> list[Entry]:
        """Lines of the ledger, newest first."""
        values = {"reactor": reactor, "states": [s.value for s in states], "limit": limit}
        with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Entry)) as cursor:
            return cursor.execute(_ENTRIES, values).fetchall()

    def retry(self, reactor: str, keys: Sequence[str] | None, *, now_ms: int) -> list[str]:
        """Have parked and failed effects tried again from now on, as if for the first time.

        Args:
            reactor: Name of the reactor.
            keys: Keys of the effects; None: all parked ones. Delivered effects are left alone.
            now_ms: The time now.

        Returns:
            The keys of those that are tried again.
        """
        states = [State.PARKED] if keys is None else [State.PARKED, State.FAILED]
        values = {
            "reactor": reactor,
            "keys": None if keys is None else list(keys),
            "states": [s.value for s in states],
            "now_ms": now_ms,
        }
        with self._pool.connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            return sorted(key for (key,) in cursor.execute(_RETRY, values).fetchall())

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()

    def _execute(self, statement: str, values: Sequence[Any]) -> None:
        with self._pool.connection() as connection:
            connection.execute(statement.encode(), values)
