"""How rows become whole documents."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from muster.views.elastic.documents import Document, merged
from muster.views.rows import Merge


def test_rows_are_merged_into_what_is_stored() -> None:
    stored = {"a": Document("a", 5, {"state": "new", "name": "x"})}
    assert merged(stored, [Merge("jobs", "a", {"state": "done"}, 6)]) == [
        Document("a", 6, {"state": "done", "name": "x"})
    ]


def test_rows_the_document_holds_already_are_left_out() -> None:
    stored = {"a": Document("a", 5, {"state": "done"})}
    assert merged(stored, [Merge("jobs", "a", {"state": "new"}, 5)]) == []


def test_only_if_absent_leaves_a_document_alone() -> None:
    stored = {"a": Document("a", 5, {"state": "running"})}
    rows = [Merge("jobs", key, {"state": "rejected"}, 9, only_if_absent=True) for key in ("a", "b")]
    assert merged(stored, rows) == [Document("b", 9, {"state": "rejected"})]


def test_a_whole_row_leaves_nothing_of_what_was_before() -> None:
    stored = {"a": Document("a", 5, {"state": "rejected", "message": "x"})}
    rows = [Merge("jobs", "a", {"state": "queued"}, 6, whole=True), Merge("jobs", "a", {"node": "n"}, 7)]
    assert merged(stored, rows) == [Document("a", 7, {"state": "queued", "node": "n"})]


CHANGES = st.lists(st.dictionaries(st.sampled_from("abc"), st.integers(0, 9), max_size=2), max_size=8)


@given(CHANGES, st.integers(0, 8), st.integers(0, 8))
def test_wherever_it_broke_off_and_began_again_the_document_is_the_same(
    changes: list[dict[str, int]], held: int, again_from: int
) -> None:
    rows = [Merge("jobs", "a", change, version) for version, change in enumerate(changes, start=1)]
    expected: dict[str, int] = {}
    for change in changes:
        expected |= change
    before = {d.key: d for d in merged({}, rows[:held])}
    after = before | {d.key: d for d in merged(before, rows[min(held, again_from) :])}
    assert {key: dict(d.body) for key, d in after.items()} == ({"a": expected} if changes else {})
