"""Groups a batch of rows into statements: one per table and set of columns. Pure.

Upserts of the same table row are merged first, later over earlier, so that a statement contains every row
once (Postgres refuses to update a row twice in one INSERT ... ON CONFLICT) and the order of the statements
does not matter. The exception is `only_if_absent`: those upserts come first, because later ones of the batch
may set more columns of the same row. Appended rows are copied in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from muster.views.json_text import text_without_nul
from muster.views.rows import Append, TableRow, Upsert
from psycopg import sql


@dataclass(slots=True)
class Group:
    """Upserts of one table that set the same columns.

    Attributes:
        table: Name of the table.
        key: Names of the key's columns.
        columns: Names of the other columns.
        only_if_absent: Do not change existing rows.
        lines: Values by column name.
    """

    table: str
    key: tuple[str, ...]
    columns: tuple[str, ...]
    only_if_absent: bool
    lines: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def statement(self) -> bytes:
        """The INSERT; its only parameter is `payload`."""
        return _insert(self.table, self.key, self.columns, only_if_absent=self.only_if_absent)

    def payload(self) -> str:
        """The lines as JSON; NUL, which Postgres cannot store in text, becomes U+FFFD."""
        return text_without_nul(self.lines)


@lru_cache(maxsize=1_024)
def _insert(table: str, key: tuple[str, ...], columns: tuple[str, ...], *, only_if_absent: bool) -> bytes:
    """The statement of all groups of this kind.

    The lines are sent as one JSON array, which Postgres reads as records of the table; so only the table's
    definition names the column types.
    """
    action: sql.Composable = sql.SQL("DO NOTHING")
    if columns and not only_if_absent:
        sets = (sql.SQL("{0} = EXCLUDED.{0}").format(sql.Identifier(c)) for c in columns)
        action = sql.SQL("DO UPDATE SET ") + sql.SQL(", ").join(sets)
    names = sql.SQL(", ").join(map(sql.Identifier, (*key, *columns)))
    statement = sql.SQL(
        "INSERT INTO {table} ({names}) "
        "SELECT {names} FROM json_populate_recordset(NULL::{table}, %s::json) "
        "ON CONFLICT ({key}) {action}"
    ).format(
        table=sql.Identifier(table),
        names=names,
        key=sql.SQL(", ").join(map(sql.Identifier, key)),
        action=action,
    )
    return statement.as_bytes()


@dataclass(slots=True)
class Copied:
    """Appended rows of one table.

    Attributes:
        table: Name of the table.
        columns: Names of the columns.
        lines: Values in their order, as COPY takes them.
    """

    table: str
    columns: tuple[str, ...]
    lines: list[list[Any]] = field(default_factory=list[list[Any]])

    def statement(self) -> bytes:
        """The COPY."""
        return _copy(self.table, self.columns)


@lru_cache(maxsize=1_024)
def _copy(table: str, columns: tuple[str, ...]) -> bytes:
    statement = sql.SQL("COPY {table} ({names}) FROM STDIN").format(
        table=sql.Identifier(table), names=sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    return statement.as_bytes()


def copied(rows: Iterable[TableRow]) -> list[Copied]:
    """The appended rows of a batch, by table."""
    tables: dict[tuple[str, tuple[str, ...]], Copied] = {}
    for row in rows:
        if isinstance(row, Append):
            kind = row.table, (*row.key, *row.columns)
            into = tables.get(kind)
            if into is None:
                into = tables[kind] = Copied(*kind)
            into.lines.append([*row.key.values(), *map(_copied, row.columns.values())])
    return list(tables.values())


def _copied(value: Any) -> Any:
    """A value as COPY takes it: plain data as JSON, text without NUL."""
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    return text_without_nul(value) if isinstance(value, Mapping | list | tuple) else value


def grouped(rows: Iterable[TableRow]) -> list[Group]:
    """The groups of a batch's upserts, in the order in which their statements must run."""
    absent, present = _merged(row for row in rows if isinstance(row, Upsert))
    groups: dict[tuple[Any, ...], Group] = {}
    for row in (*absent, *present):
        columns = _ordered(tuple(row.columns))
        kind = (row.only_if_absent, row.table, columns)
        group = groups.get(kind)
        if group is None:
            group = groups[kind] = Group(row.table, tuple(row.key), columns, row.only_if_absent)
        group.lines.append({**row.key, **row.columns})
    return list(groups.values())


@lru_cache(maxsize=1_024)
def _ordered(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Columns in one order, whatever the order in which rows name them."""
    return tuple(sorted(columns))


def _merged(rows: Iterable[Upsert]) -> tuple[Sequence[Upsert], Sequence[Upsert]]:
    """The only-if-absent upserts that may take effect, and one merged upsert for each other row."""
    absent: dict[tuple[Any, ...], Upsert] = {}
    present: dict[tuple[Any, ...], Upsert] = {}
    for row in rows:
        line = row.identity()
        if row.only_if_absent:
            if line not in present:
                absent.setdefault(line, row)
        elif line in present:
            present[line] = Upsert(row.table, row.key, {**present[line].columns, **row.columns})
        else:
            present[line] = row
    return list(absent.values()), list(present.values())
