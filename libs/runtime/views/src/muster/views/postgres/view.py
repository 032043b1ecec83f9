"""Tables in PostgreSQL: rows and positions move in one transaction.

Source of the pattern: KafkaConsumer's javadoc, "Storing Offsets Outside Kafka". The positions are moved
first, by compare-and-set: when no row is updated, another projector has taken over.

A view is one schema. Its next generation is the schema `<name>_next`; a swap renames both in one transaction,
so queries that name the schema see one or the other. Every batch notifies the channel
`<name>_changes`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final, LiteralString, Self

import psycopg
from muster.journal.position import Position, TopicPartition
from muster.views.postgres.upserts import copied, grouped
from muster.views.rows import TableRow
from muster.views.view import Fingerprint, Outdated, Overtaken, Refused, Span, unavailable_on, wait_until
from psycopg import sql
from psycopg.pq import TransactionStatus

_SETTINGS: Final = "-c statement_timeout=120s -c lock_timeout=60s -c idle_in_transaction_session_timeout=120s"

_POSITIONS: Final = """
CREATE TABLE IF NOT EXISTS positions (
    topic text, "partition" int, next_offset bigint NOT NULL, PRIMARY KEY (topic, "partition")
)"""


class PostgresView:
    """A View of Upserts and appended rows.

    Args:
        dsn: Connection string of the database.
        schema: Name of the view's schema; lower-case letters, digits and underscores.
        tables: DDL of its tables, safe to repeat; names without a schema. A change needs a rebuild.

    Raises:
        ValueError: the schema's name is invalid.
    """

    def __init__(self, dsn: str, *, schema: str, tables: str) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,50}", schema):
            raise ValueError(f"schema is {schema!r}; must be 1-51 of a-z, 0-9 and _, a letter first")
        self._dsn = dsn
        self._schema = schema
        self._tables = tables
        self._connection: psycopg.Connection | None = None

    @property
    def name(self) -> str:
        """Name of the schema."""
        return self._schema

    @property
    def channel(self) -> str:
        """The channel to LISTEN to for changes."""
        return f"{self._schema}_changes"

    @unavailable_on(psycopg.OperationalError)
    def prepare(self) -> None:
        """Create the schema, its positions and its tables, if missing.

        Raises:
            Outdated: they were created from other DDL.
        """
        digest = hashlib.sha256(self._tables.encode()).hexdigest()
        with self._transaction(exclusive=True) as connection:
            connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(self._schema)))
            made_from = self._comment(connection)
            if made_from not in (None, digest):
                raise Outdated(f"schema {self._schema}: created from other DDL than this version has")
            connection.execute(_POSITIONS)
            connection.execute(self._tables.encode())
            if made_from is None:
                comment = sql.SQL("COMMENT ON SCHEMA {} IS {}")
                connection.execute(comment.format(sql.Identifier(self._schema), sql.Literal(digest)))

    @unavailable_on(psycopg.OperationalError)
    def positions(self) -> dict[TopicPartition, int]:
        """Next offset not applied yet, by partition."""
        try:
            with self._transaction() as connection:
                return _positions(connection)
        except psycopg.errors.UndefinedTable as error:
            raise Overtaken(f"schema {self._schema}: the view does not exist; prepare it") from error

    @unavailable_on(psycopg.OperationalError)
    def apply(self, rows: Sequence[TableRow], spans: Sequence[Span]) -> None:
        """Write rows and move the positions, all or nothing; see View.apply."""
        with self._transaction() as connection:
            self._move(connection, spans)
            for group in grouped(rows):
                with self._refusals(group.table):
                    connection.execute(group.statement(), (group.payload(),))
            for into in copied(rows):
                with self._refusals(into.table), connection.cursor().copy(into.statement()) as copy:
                    for line in into.lines:
                        copy.write_row(line)
            connection.execute("SELECT pg_notify(%s, '')", (self.channel,))

    def wait_for(self, position: Position, timeout_s: float) -> None:
        """Return once this position is applied; see View.wait_for."""
        partition = (position.topic, position.partition)
        wait_until(
            lambda: self.positions().get(partition, 0) > position.offset,
            timeout_s,
            what=f"{position} in Postgres schema {self._schema}",
        )

    @unavailable_on(psycopg.OperationalError)
    def fingerprint(self) -> Fingerprint:
        """Count and hash of every whole table, in one snapshot.

        A table with the comment 'not compared' is left out: a rebuild cannot restore all of it.
        """
        with self._transaction(mode="ISOLATION LEVEL REPEATABLE READ READ ONLY") as connection:
            tables = connection.execute(_COMPARED, (self._schema,)).fetchall()
            contents = {str(table): _contents(connection, str(table)) for (table,) in tables}
            return Fingerprint(
                positions=_positions(connection),
                counts={table: count for table, (count, _) in contents.items()},
                hashes={table: digest for table, (_, digest) in contents.items()},
            )

    @unavailable_on(psycopg.OperationalError)
    def next_generation(self) -> Self:
        """Create the schema `<name>_next`, empty; see View.next_generation."""
        successor = type(self)(self._dsn, schema=f"{self._schema}_next", tables=self._tables)
        successor.drop()
        successor.prepare()
        return successor

    @unavailable_on(psycopg.OperationalError)
    def swap(self, successor: Self) -> None:
        """Rename both schemas in one transaction, then drop the old one; see View.swap."""
        old = f"{self._schema}_old"
        with self._transaction(exclusive=True) as connection:
            _drop(connection, old)
            for name, renamed in ((self._schema, old), (successor.name, self._schema)):
                rename = sql.SQL("ALTER SCHEMA {} RENAME TO {}")
                connection.execute(rename.format(sql.Identifier(name), sql.Identifier(renamed)))
            connection.execute("SELECT pg_notify(%s, '')", (self.channel,))
        with self._transaction() as connection:
            _drop(connection, old)

    @unavailable_on(psycopg.OperationalError)
    def drop(self) -> None:
        """Drop the schema and everything in it."""
        with self._transaction(exclusive=True) as connection:
            _drop(connection, self._schema)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _refusals(self, table: str) -> Generator[None]:
        """A block whose rows Postgres may refuse for good."""
        try:
            yield
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            raise Refused(f"{self._schema}.{table}: {error}") from error

    def _move(self, connection: psycopg.Connection, spans: Sequence[Span]) -> None:
        """Compare-and-set every span's position; this also locks out other projectors until the commit."""
        for span in sorted(spans, key=lambda s: (s.topic, s.partition)):
            at = {"topic": span.topic, "partition": span.partition, "first": span.first, "next": span.end}
            moved = connection.execute(
                _BEGIN_PARTITION if span.first is None else _MOVE_PARTITION, at
            ).rowcount
            if moved != 1:
                raise Overtaken(f"{self._schema}: {span.topic}/{span.partition} is not at {span.first}")

    @contextmanager
    def _transaction(
        self, *, exclusive: bool = False, mode: LiteralString = "READ WRITE"
    ) -> Generator[psycopg.Connection]:
        """A transaction in which the schema's name means one generation: it excludes swaps, and they it.

        `synchronous_commit` is off: a crash loses rows and positions together, and the log restores both.
        """
        lock = "pg_advisory_xact_lock" if exclusive else "pg_advisory_xact_lock_shared"
        connection = self._connected()
        try:
            with connection.transaction():
                connection.execute(sql.SQL("SET TRANSACTION ") + sql.SQL(mode))
                connection.execute("SET LOCAL synchronous_commit = off")
                locking = sql.SQL("SELECT {}(hashtextextended(%s, 0))").format(sql.Identifier(lock))
                connection.execute(locking, (f"view {self._schema}",))
                yield connection
        finally:
            if connection.info.transaction_status is not TransactionStatus.IDLE:
                self.close()  # neither committed nor rolled back: the server rolls back on disconnection

    def _connected(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(
                self._dsn,
                autocommit=True,
                connect_timeout=5,
                application_name=f"view-{self._schema}",
                options=f"{_SETTINGS} -c search_path={self._schema}",
            )
        return self._connection

    def _comment(self, connection: psycopg.Connection) -> str | None:
        query = "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s"
        found: tuple[Any, ...] | None = connection.execute(query, (self._schema,)).fetchone()
        return found[0] if found else None


_COMPARED: Final = """
SELECT relname FROM pg_class
WHERE relnamespace = to_regnamespace(%s) AND relkind = 'r' AND relname <> 'positions'
  AND obj_description(oid, 'pg_class') IS DISTINCT FROM 'not compared'"""

_BEGIN_PARTITION: Final = """
INSERT INTO positions (topic, "partition", next_offset) VALUES (%(topic)s, %(partition)s, %(next)s)
ON CONFLICT DO NOTHING"""

_MOVE_PARTITION: Final = """
UPDATE positions SET next_offset = %(next)s
WHERE topic = %(topic)s AND "partition" = %(partition)s AND next_offset = %(first)s"""


def _positions(connection: psycopg.Connection) -> dict[TopicPartition, int]:
    found = connection.execute('SELECT topic, "partition", next_offset FROM positions').fetchall()
    return {(topic, partition): next_offset for topic, partition, next_offset in found}


def _contents(connection: psycopg.Connection, table: str) -> tuple[int, str]:
    """Number of rows, and the sum of their hashes, which does not depend on their order."""
    query = sql.SQL(
        "SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text FROM {} AS t"
    )
    found: tuple[Any, ...] | None = connection.execute(query.format(sql.Identifier(table))).fetchone()
    count, digest = found or (0, "0")
    return int(count), str(digest)


def _drop(connection: psycopg.Connection, schema: str) -> None:
    connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema)))
