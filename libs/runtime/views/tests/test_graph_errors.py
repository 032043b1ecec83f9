"""Errors of Neo4j: which are temporary, and how they are reported."""

from __future__ import annotations

import pytest
from muster.views.reading.graph import unavailable
from muster.views.view import TooSlow
from neo4j.exceptions import Neo4jError


def error(code: str) -> Neo4jError:
    return Neo4jError._hydrate_neo4j(code=code, message="text")  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("Neo.ClientError.Security.Unauthorized", "Neo4j rejects the service's user or password"),
        (
            "Neo.TransientError.General.MemoryPoolOutOfMemoryError",
            "Neo4j has too little memory for this query",
        ),
        (
            "Neo.DatabaseError.General.UnknownError",
            "Neo4j cannot answer now: Neo.DatabaseError.General.UnknownError",
        ),
    ],
)
def test_errors_of_the_server_are_named(code: str, text: str) -> None:
    assert str(unavailable(error(code))) == text


def test_a_query_ended_at_its_time_limit_is_too_slow() -> None:
    code = "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration"
    assert isinstance(unavailable(error(code)), TooSlow)


def test_a_wrong_statement_is_an_error_of_the_service() -> None:
    assert unavailable(error("Neo.ClientError.Statement.SyntaxError")) is None
