"""The statement of one row: names are quoted, values are parameters."""

from __future__ import annotations

from muster.views.reading.tables import select_by_key


def test_a_row_is_selected_by_all_columns_of_its_key() -> None:
    statement = select_by_key("zebras", ["name", "digest"], ["tenant", "name"])
    assert statement.as_string() == (
        'SELECT "name", "digest" FROM "zebras" WHERE "tenant" = %(tenant)s AND "name" = %(name)s'
    )


def test_a_name_cannot_leave_its_quotes() -> None:
    statement = select_by_key('t"; DROP TABLE t; --', ['a" FROM secrets'], ["b"])
    assert statement.as_string() == (
        'SELECT "a"" FROM secrets" FROM "t""; DROP TABLE t; --" WHERE "b" = %(b)s'
    )
