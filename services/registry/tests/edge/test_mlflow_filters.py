"""Filters of MLflow's clients as SQL: values are parameters, never text of the statement."""

from __future__ import annotations

import pytest
from muster.api.problems import Problem
from muster.registry.edge.mlflow.filters import REPOSITORIES, RUNS, Clauses


def read(text: str) -> tuple[list[str], list[object]]:
    clauses = Clauses(RUNS)
    return [each.as_string() for each in clauses.filter(text)], list(clauses.parameters.values())


_METRIC = (
    "(SELECT m.value FROM metrics m WHERE m.run = r.run AND m.name = %(value_0)s "
    "ORDER BY m.step DESC, m.at_ms DESC, m.value DESC LIMIT 1)"
)


@pytest.mark.parametrize(
    ("text", "clause", "values"),
    [
        ("attributes.status = 'FAILED'", "r.status = %(value_0)s", ["FAILED"]),
        ('run_name LIKE "a%"', "r.name LIKE %(value_0)s ESCAPE ''", ["a%"]),
        ("start_time >= 5", "r.started_at_ms >= %(value_0)s", [5.0]),
        ("status IN ('A', 'B')", "r.status = ANY(%(value_0)s::text[])", [["A", "B"]]),
        ("metrics.a < 1", f"nullif({_METRIC}, 'NaN') < %(value_1)s", ["a", 1.0]),
        ("metrics.a != 1", f"{_METRIC} <> %(value_1)s", ["a", 1.0]),
        ("end_time IS NULL", "r.ended_at_ms IS NULL", []),
        ("run_id = 'it''s'", None, None),
        ("run_name = 'it\\'s; --'", "r.name = %(value_0)s", ["it's; --"]),
    ],
)
def test_a_condition_becomes_sql_with_parameters(
    text: str, clause: str | None, values: list[object] | None
) -> None:
    if clause is None:
        with pytest.raises(Problem):
            read(text)
        return
    assert read(text) == ([clause], values)


def test_conditions_are_joined_and_names_become_parameters() -> None:
    found, values = read("metrics.`a b` > 1e-3 AND params.\"lr\" != '2' and tag.mlflow.user ILIKE 'A%'")
    assert len(found) == 3
    assert values == ["a b", 0.001, "lr", "2", "mlflow.user", "A%"]


@pytest.mark.parametrize(
    "text",
    [
        "metrics.a >",
        "metrics.a = 'x'",
        "metrics.a = 'nan'",
        "metrics.acc IN (0.7)",
        "metrics.acc LIKE '0.7'",
        "attributes.start_time IN (1)",
        "start_time = '1'",
        "status > 'a'",
        "run_name = 'a\0'",
        "tags.`\0` = 'a'",
        "status IN ()",
        "status IN ('a' 'b')",
        "status IN (a)",
        "status = FAILED",
        "status = 'a' OR status = 'b'",
        "; DROP TABLE runs",
        "attributes.password = 'x'",
        "status",
        "status IN (",
        "AND",
        "x" * 8_001,
        " AND ".join(["status = 'a'"] * 61),
    ],
)
def test_malformed_filters_are_refused_with_a_message(text: str) -> None:
    with pytest.raises(Problem) as refused:
        read(text)
    assert refused.value.members["error_code"] == "INVALID_PARAMETER_VALUE"


def test_orders_become_sql_with_absent_values_last() -> None:
    clauses = Clauses(REPOSITORIES)
    said = [each.as_string() for each in clauses.order(["name", "creation_time DESC"])]
    assert said == ["r.name ASC NULLS LAST", "r.created_at_ms DESC NULLS LAST"]
    for wrong in ("name UP", "name ASC DESC", "metrics.a"):
        with pytest.raises(Problem):
            clauses.order([wrong])
