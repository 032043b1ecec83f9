"""Lists in pages by keyset: a page begins behind a key, so rows that arrive meanwhile shift nothing."""

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
        rows: In the list's order.
        next_key: The key that the next part begins behind; None: there is none.
    """

    rows: Sequence[T]
    next_key: Key | None


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a list.

    Attributes:
        parameter: Name of its value in `clause`.
        clause: SQL that names the parameter: "j.team = %(team)s".
        value: None: the condition is absent.
    """

    parameter: str
    clause: LiteralString
    value: Any


@dataclass(frozen=True, slots=True)
class Keyset:
    """What a list is ordered by; together the columns are unique.

    Attributes:
        columns: As the statement names them: ("j.submitted_at_ms", "j.job_id").
        descending: Largest first.
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
            size: Of the page; one row more is asked for, which says whether there is another page.
            behind: Where the page begins; None: at the beginning.
        """
        given = [condition for condition in conditions if condition.value is not None]
        parameters: dict[str, Any] = {condition.parameter: condition.value for condition in given}
        clauses: list[sql.Composable] = [sql.SQL(condition.clause) for condition in given]
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
        limited = sql.SQL(" ORDER BY ") + order + sql.SQL(" LIMIT %(page_rows)s")
        return sql.SQL(select) + where + limited, parameters


def page(rows: Sequence[T], keys: Sequence[Key], size: int) -> Page[T]:
    """A page of at most `size` rows.

    Args:
        rows: What was found, in order; the row behind the page may be among them.
        keys: Keys found: one more than `size` when there is another page.
        size: Of the page.
    """
    more = len(keys) > size
    return Page(rows=rows[:size] if more else rows, next_key=keys[size - 1] if more else None)
