"""Statements of pages, as text; tests on a real server show that they answer."""

from __future__ import annotations

from muster.views.reading.pages import Condition, Keyset, page

NEWEST = Keyset(("at", "job"), descending=True)


def test_a_page_of_a_whole_statement_wraps_it() -> None:
    statement, parameters = NEWEST.over(
        "SELECT a.at_ms AS at, a.job FROM a WHERE a.team = %(team)s", 20, None
    )
    assert statement.as_string(None) == (
        "SELECT * FROM (SELECT a.at_ms AS at, a.job FROM a WHERE a.team = %(team)s) AS found"
        " ORDER BY at DESC, job DESC LIMIT %(page_rows)s"
    )
    assert parameters == {"page_rows": 21}, "one more, to know whether there is another page"


def test_a_further_page_begins_behind_a_key() -> None:
    statement, parameters = NEWEST.over("SELECT at, job FROM a", 20, (7, "job-1"))
    assert statement.as_string(None) == (
        "SELECT * FROM (SELECT at, job FROM a) AS found WHERE (at, job) < (%(behind_0)s, %(behind_1)s)"
        " ORDER BY at DESC, job DESC LIMIT %(page_rows)s"
    )
    assert parameters == {"behind_0": 7, "behind_1": "job-1", "page_rows": 21}


def test_a_page_of_a_table_has_conditions_beside_the_key() -> None:
    conditions = (Condition("team", "a.team = %(team)s", "vision"), Condition("user", "a.u = %(user)s", None))
    by_job = Keyset(("a.job",))
    statement, parameters = by_job.statement("SELECT job FROM a", conditions, 5, ("job-1",))
    assert statement.as_string(None) == (
        "SELECT job FROM a WHERE a.team = %(team)s AND (a.job) > (%(behind_0)s)"
        " ORDER BY a.job LIMIT %(page_rows)s"
    )
    assert parameters == {"team": "vision", "behind_0": "job-1", "page_rows": 6}


def test_the_last_page_has_no_next_key() -> None:
    rows, keys = ["a", "b", "c"], [("a",), ("b",), ("c",)]
    assert (page(rows, keys, 2).rows, page(rows, keys, 2).next_key) == (["a", "b"], ("b",))
    assert page(rows, keys, 3).next_key is None
