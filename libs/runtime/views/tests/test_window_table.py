"""Windows in a real Postgres: as JSON, and forgotten once they are old."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from contextlib import closing

import psycopg
import pytest
from muster.journal.windows.rows import WindowRow
from muster.views.windows import WindowTable
from psycopg import sql

pytestmark = [pytest.mark.stack]


def test_windows_are_kept_as_json_until_others_are_newer(endpoints: Mapping[str, str]) -> None:
    dsn, schema = endpoints["MUSTER_POSTGRES_DSN"], f"windows_{uuid.uuid4().hex[:8]}"
    table = WindowTable(dsn, schema=schema, json_of=lambda row: {"sum": row.value}, keep_ms=2_000)
    with closing(table), psycopg.connect(dsn, autocommit=True) as connection:
        table.prepare()
        try:
            table.write([row(0), row(1_000)])
            table.write([row(3_000)])
            assert rows_of(connection, schema) == [(0, {"sum": 7}), (1_000, {"sum": 7}), (3_000, {"sum": 7})]
            table.write([row(4_000)])
            assert [start_ms for start_ms, _ in rows_of(connection, schema)] == [1_000, 3_000, 4_000]
        finally:
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(schema)))


def rows_of(connection: psycopg.Connection, schema: str) -> list[tuple[int, object]]:
    """Starts and values of the windows in the table."""
    text = sql.SQL("SELECT start_ms, value FROM {} ORDER BY start_ms").format(
        sql.Identifier(schema, "windows")
    )
    return connection.execute(text).fetchall()


def row(start_ms: int) -> WindowRow:
    """A window of a second."""
    return WindowRow(
        series="sums",
        key="k",
        partition=0,
        start_ms=start_ms,
        end_ms=start_ms + 1_000,
        value=7,
        events=1,
        version=1,
    )
