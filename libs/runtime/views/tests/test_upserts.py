"""Statements for a batch of upserts."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from muster.views.postgres.upserts import copied, grouped
from muster.views.rows import Append, Upsert


def test_rows_about_the_same_line_become_one_line_with_the_later_values() -> None:
    rows = [Upsert("t", {"id": 1}, {"a": 1, "b": 1}), Upsert("t", {"id": 1}, {"b": 2, "c": 3})]
    (group,) = grouped(rows)
    assert group.lines == [{"id": 1, "a": 1, "b": 2, "c": 3}]


def test_one_statement_for_each_table_and_set_of_columns() -> None:
    rows = [Upsert("t", {"id": n}, {"a": n}) for n in range(100)]
    rows += [Upsert("t", {"id": 200}, {"b": 1}), Upsert("u", {"id": 1}, {"a": 1})]
    assert [(g.table, g.columns, len(g.lines)) for g in grouped(rows)] == [
        ("t", ("a",), 100),
        ("t", ("b",), 1),
        ("u", ("a",), 1),
    ]


def test_only_if_absent_goes_first_and_yields_to_rows_before_it() -> None:
    rejected = Upsert("t", {"id": 1}, {"state": "rejected"}, only_if_absent=True)
    changed = Upsert("t", {"id": 1}, {"note": "x"})
    first, second = grouped([rejected, changed])
    assert (first.only_if_absent, second.only_if_absent) == (True, False)
    (only,) = grouped([changed, rejected])
    assert only.lines == [{"id": 1, "note": "x"}]


def test_nul_which_postgres_cannot_keep_becomes_the_replacement_character() -> None:
    (group,) = grouped([Upsert("t", {"id": 1}, {"text": "a\0b", "data": {"k\0": ["\0", r"\u0000"]}})])
    assert json.loads(group.payload()) == [
        {"id": 1, "text": "a\ufffdb", "data": {"k\ufffd": ["\ufffd", r"\u0000"]}}
    ]


def test_appended_rows_are_copied_by_table_with_data_as_json_and_without_nul() -> None:
    rows = [Append("t", {"n": n}, {"text": "a\0b", "data": {"k": ["\0", None]}}) for n in range(2)]
    (into,) = copied([*rows, Upsert("t", {"id": 1}, {"a": 1})])
    assert (into.table, into.columns) == ("t", ("n", "text", "data"))
    assert into.lines == [[n, "a\ufffdb", '{"k":["\ufffd",null]}'] for n in range(2)]


ROWS = st.builds(
    Upsert,
    st.just("t"),
    st.fixed_dictionaries({"id": st.integers(0, 3)}),
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 9), max_size=3),
    st.booleans(),
)


@given(st.lists(ROWS, max_size=12), st.dictionaries(st.integers(0, 3), st.just({"a": -1}), max_size=2))
def test_a_batch_leaves_what_its_rows_one_by_one_would_leave(
    rows: list[Upsert], stored: dict[int, dict[str, int]]
) -> None:
    one_by_one = {key: dict(line) for key, line in stored.items()}
    for row in rows:
        execute(one_by_one, row.key["id"], dict(row.columns), only_if_absent=row.only_if_absent)
    batched = {key: dict(line) for key, line in stored.items()}
    for group in grouped(rows):
        assert len({line["id"] for line in group.lines}) == len(group.lines), "a statement meets a line twice"
        for line in group.lines:
            columns = {name: value for name, value in line.items() if name != "id"}
            execute(batched, line["id"], columns, only_if_absent=group.only_if_absent)
    assert batched == one_by_one


def execute(
    table: dict[int, dict[str, int]], key: int, columns: dict[str, int], *, only_if_absent: bool
) -> None:
    """Apply one line as Postgres does."""
    if key in table and only_if_absent:
        return
    table[key] = {**table.get(key, {}), **columns}
