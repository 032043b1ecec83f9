"""Searches of MLflow's clients on Postgres: every expressible filter is answered or refused."""

from __future__ import annotations

import uuid
from collections.abc import Generator, Mapping
from typing import Any, Final, LiteralString

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.api.problems import Problem
from muster.registry.edge.mlflow import experiments, logged_models, registered_models, runs, versions
from muster.registry.edge.mlflow.searches import Search, statement_of
from muster.registry.edge.projections import DDL
from muster.testkit.laws import examples
from muster.views.reading.pages import Condition
from psycopg import sql
from psycopg.rows import dict_row

pytestmark = [pytest.mark.stack]

Tables = psycopg.Connection[tuple[Any, ...]]
SEARCHES: Final = [each.SEARCH for each in (runs, logged_models, experiments, registered_models, versions)]
MEASURED: Final = {"low": 0.1, "nan": float("nan"), "high": 0.7, "inf": float("inf"), "absent": None}
_ROWS: Final[tuple[LiteralString, ...]] = (
    "INSERT INTO runs VALUES (%(run)s, '', 'RUN', %(run)s, 'a\\', '', 'FINISHED', 1, NULL, 'a/b', 1, false)",
    "INSERT INTO repositories (repository, type, name, deleted) VALUES (%(run)s, 'MODEL', %(run)s, false)",
    "INSERT INTO model_versions (repository, version, removed) VALUES (%(run)s, 1, false)",
    "INSERT INTO labels VALUES (%(run)s, 'a', 'a\\')",
)
_METRIC: Final = "INSERT INTO metrics VALUES (%(run)s, 'acc', 0, 1, %(value)s, %(run)s, '', '')"


@pytest.fixture(scope="module")
def tables(endpoints: Mapping[str, str]) -> Generator[Tables]:
    """Create the tables in a separate schema, with a row of each kind."""
    schema = sql.Identifier(f"searches_{uuid.uuid4().hex[:12]}")
    with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"], autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(schema))
        connection.execute(sql.SQL("SET search_path TO {}").format(schema))
        connection.execute(DDL)
        for run, value in MEASURED.items():
            for statement in _ROWS if value is None else (*_ROWS, _METRIC):
                connection.execute(statement, {"run": run, "value": value})
        yield connection
        connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(schema))


def names(tables: Tables, search: Search, **body: Any) -> list[str]:
    """Return the names that a search finds, in order."""
    conditions = [Condition("always", "%(always)s", True)]
    statement, parameters = statement_of(search, body, conditions, 1_000, 0)
    with tables.cursor(row_factory=dict_row) as cursor:
        return [row.get("name", "") for row in cursor.execute(statement, parameters)]


attributes = sorted({name for search in SEARCHES for name in search.searched.attributes})
kinds = st.sampled_from(["", "attributes.", "metrics.", "params.", "tags.", "tag.", "parameter.", "attr."])
keys = st.sampled_from([*attributes, "acc", "`a b`", '"a"', "mlflow.prompt.is_prompt", "`\0`"])
signs = st.sampled_from(
    ["=", "!=", ">", "<=", "LIKE", "ilike", "IN", "not in", "IS NULL", "IS NOT NULL", "IS"]
)
texts = st.text(alphabet="a%_\\'\0é\U0001f600 ", max_size=4).map(
    lambda each: repr(each).replace("\\x00", "\0")
)
numbers = st.sampled_from(
    ["0.7", "-1", "1e400", "-1e-400", "9" * 400, "2147483648", "9223372036854775808", "nan"]
)
single = texts | numbers | st.sampled_from(["'nan'", "'inf'", "", "acc", ")"])
values = single | st.lists(single, max_size=3).map(lambda each: f"({', '.join(each)})")
clauses = st.tuples(kinds, keys, signs, values).map(lambda each: f"{each[0]}{each[1]} {each[2]} {each[3]}")
filters = st.lists(clauses, min_size=1, max_size=3).map(" AND ".join)
orders = st.tuples(kinds, keys, st.sampled_from(["", " ASC", " desc", " x"])).map("".join)


@examples(800)
@given(st.sampled_from(SEARCHES), filters, st.lists(orders, max_size=2))
def test_every_filter_is_answered_or_refused(
    tables: Tables, search: Search, filter: str, order_by: list[str]
) -> None:
    try:
        names(tables, search, filter=filter, order_by=order_by)
    except Problem as problem:
        assert (problem.status, problem.members["error_code"]) == (400, "INVALID_PARAMETER_VALUE")


@pytest.mark.parametrize(
    ("filter", "expected"),
    [
        ("metrics.acc > 0.5", {"high", "inf"}),
        ("metrics.acc >= 0.7", {"high", "inf"}),
        ("metrics.acc < 1", {"low", "high"}),
        ("metrics.acc = 0.7", {"high"}),
        ("metrics.acc != 0.7", {"low", "nan", "inf"}),
        ("metrics.acc <= 0.1 AND attributes.model_type LIKE 'a\\\\'", {"low"}),
    ],
)
def test_a_metric_that_is_nan_matches_only_inequality(
    tables: Tables, filter: str, expected: set[str]
) -> None:
    search = logged_models.SEARCH
    assert set(names(tables, search, filter=filter)) == expected


@pytest.mark.parametrize(
    ("direction", "expected"),
    [("ASC", ["low", "high", "inf", "nan", "absent"]), ("DESC", ["inf", "high", "low", "nan", "absent"])],
)
@pytest.mark.parametrize("search", [runs.SEARCH, logged_models.SEARCH], ids=["runs", "logged models"])
def test_a_metric_that_is_nan_sorts_after_all_numbers_in_both_directions(
    tables: Tables, search: Search, direction: str, expected: list[str]
) -> None:
    assert names(tables, search, order_by=[f"metrics.acc {direction}"]) == expected
