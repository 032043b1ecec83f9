"""Windows in PostgreSQL: each row has a key and a final value, and is stored unless there is a newer one.

A starting worker reads its topic from the beginning and writes every older value of a window once more;
`version` tells which is newer, as in Elasticsearch's external versioning.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

import psycopg
from muster.journal.windows.rows import WindowRow
from muster.views.view import unavailable_on
from psycopg import sql

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS {} (
    series text, key text, "partition" int, start_ms bigint,
    end_ms bigint NOT NULL, value jsonb NOT NULL, events int NOT NULL, version bigint NOT NULL,
    PRIMARY KEY (series, key, "partition", start_ms)
)"""

_KEEP: Final = """
INSERT INTO {} AS kept (series, key, "partition", start_ms, end_ms, value, events, version)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (series, key, "partition", start_ms) DO UPDATE
SET value = excluded.value, events = excluded.events, version = excluded.version
WHERE excluded.version > kept.version"""


_FORGET: Final = "DELETE FROM {} WHERE series = %s AND end_ms < %s"


def value_of(row: WindowRow) -> Any:
    """Return the value of a window that is JSON already."""
    return row.value


class WindowTable:
    """A WindowSink in one table. One thread at a time.

    Args:
        dsn: Connection string of the database.
        schema: Schema of the table; created if missing.
        json_of: Returns the value of a window as JSON; pure.
        keep_ms: How long before the newest row's start a window may have ended and is still kept,
            milliseconds; None: for ever.
    """

    def __init__(
        self,
        dsn: str,
        *,
        schema: str,
        json_of: Callable[[WindowRow], Any] = value_of,
        keep_ms: int | None = None,
    ) -> None:
        self._dsn = dsn
        self._json_of = json_of
        self._keep_ms = keep_ms
        self._schema = sql.Identifier(schema)
        self._table = sql.Identifier(schema, "windows")
        self._connection: psycopg.Connection | None = None

    @unavailable_on(psycopg.OperationalError)
    def prepare(self) -> None:
        """Create what is missing; safe to repeat.

        Raises:
            Unavailable: Postgres does not answer.
        """
        with self._opened().transaction():
            self._opened().execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(self._schema))
            self._opened().execute(sql.SQL(_TABLE).format(self._table))

    @unavailable_on(psycopg.OperationalError)
    def write(self, rows: Sequence[WindowRow]) -> None:
        """Store each row unless its window has a row of the same or a higher version.

        Raises:
            Unavailable: Postgres does not answer; the same rows may be written again.
        """
        values = [
            (
                r.series,
                r.key,
                r.partition,
                r.start_ms,
                r.end_ms,
                json.dumps(self._json_of(r)),
                r.events,
                r.version,
            )
            for r in rows
        ]
        connection = self._opened()
        with connection.transaction(), connection.cursor() as cursor:
            cursor.executemany(sql.SQL(_KEEP).format(self._table), values)
            if self._keep_ms is not None and rows:
                newest = max(rows, key=lambda row: row.start_ms)
                until_ms = newest.start_ms - self._keep_ms
                cursor.execute(sql.SQL(_FORGET).format(self._table), (newest.series, until_ms))

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _opened(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._dsn, autocommit=True, connect_timeout=5)
        return self._connection
