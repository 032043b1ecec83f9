"""Lists in pages by keyset: a page begins after a key, so rows that arrive meanwhile do not shift it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, LiteralString, TypeAlias, TypeVar

from psycopg import sql

T = TypeVar("T")

Key: TypeAlias = tuple[int | str, ...]
"""Values of a keyset's columns: where a page begins or ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """Part of a list.

    Attributes:
        rows: Rows in the list's order.
        next_key: The key after which the next page begins; None: there is no next page.
    """

    rows: Sequence[T]
    next_key: Key | None


@dataclass(frozen=True, slots=True)
class Condition:
    """A filter of a list.

    Attributes:
        parameter: Name of the parameter in `clause`.
        clause: SQL that names the parameter: "j.team = %(team)s".
        value: The parameter's value; None: the filter is not applied.
    """

    parameter: str
    clause: LiteralString
    value: Any


@dataclass(frozen=True, slots=True)
class Keyset:
    """The columns that order a list; together they are unique.

    Attributes:
        columns: Columns as the statement names them: ("j.submitted_at_ms", "j.job_id").
        descending: Whether the largest comes first.
    """

    columns: tuple[LiteralString, ...]
    descending: bool = False

    def statement(
        self, select: LiteralString, conditions: Iterable[Condition], size: int, behind: Key | None
    ) -> tuple[sql.Composed, dict[str, Any]]:
        """The statement of one page, and its parameters.

        Args:
            select: SELECT ... FROM ..., without WHERE.
            conditions: All must hold.
            size: Rows of the page; one more is fetched, to know whether there is another page.
            behind: The key after which the page begins; None: the first page.
        """
        given = [condition for condition in conditions if condition.value is not None]
        clauses = [sql.SQL(condition.clause) for condition in given]
        tail, parameters = self._tail(clauses, size, behind)
        return sql.SQL(select) + tail, {c.parameter: c.value for c in given} | parameters

    def over(
        self, statement: LiteralString | sql.Composed, size: int, behind: Key | None
    ) -> tuple[sql.Composed, dict[str, Any]]:
        """The statement of one page of another statement's rows, and the parameters of the page.

        Args:
            statement: SELECT without ORDER BY and LIMIT, whose columns include the keyset's.
            size: Rows of the page; one more is fetched, to know whether there is another page.
            behind: The key after which the page begins; None: the first page.
        """
        whole = statement if isinstance(statement, sql.Composed) else sql.SQL(statement)
        tail, parameters = self._tail([], size, behind)
        return sql.SQL("SELECT * FROM (") + whole + sql.SQL(") AS found") + tail, parameters

    def _tail(
        self, conditions: Iterable[sql.Composable], size: int, behind: Key | None
    ) -> tuple[sql.Composed, dict[str, Any]]:
        """WHERE, ORDER BY and LIMIT of one page, and their parameters."""
        clauses, parameters = list(conditions), dict[str, Any]()
        columns = sql.SQL(", ").join(sql.SQL(column) for column in self.columns)
        if behind is not None:
            names = [f"behind_{n}" for n in range(len(behind))]
            parameters |= dict(zip(names, behind, strict=True))
            key = sql.SQL(", ").join(sql.Placeholder(name) for name in names)
            compared = sql.SQL("({}) < ({})") if self.descending else sql.SQL("({}) > ({})")
            clauses.append(compared.format(columns, key))
        where = sql.SQL(" WHERE ") + sql.SQL(" AND ").join(clauses) if clauses else sql.SQL("")
        direction = sql.SQL(" DESC") if self.descending else sql.SQL("")
        order = sql.SQL(", ").join(sql.SQL(column) + direction for column in self.columns)
        parameters["page_rows"] = size + 1
        return where + sql.SQL(" ORDER BY ") + order + sql.SQL(" LIMIT %(page_rows)s"), parameters


def page(rows: Sequence[T], keys: Sequence[Key], size: int) -> Page[T]:
    """Return a page of at most `size` rows.

    Args:
        rows: Rows found, in order; the row after the page may be among them.
        keys: Keys found: one more than `size` when there is another page.
        size: Rows of the page.
    """
    more = len(keys) > size
    return Page(rows=rows[:size] if more else rows, next_key=keys[size - 1] if more else None)
