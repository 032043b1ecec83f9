"""Queries of one Neo4j view, each with a time limit that the server enforces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from muster.views.view import TooSlow, Unavailable
from neo4j import READ_ACCESS, AsyncDriver, AsyncGraphDatabase, Query
from neo4j.exceptions import DriverError, Neo4jError

_TIMED_OUT: Final = "Neo.ClientError.Transaction.TransactionTimedOut"
"""Beginning of the codes of statements that the server ended at their time limit."""
_MISTAKEN: Final = "Neo.ClientError.Statement."
"""Beginning of the codes of statements that are wrong, whenever they are sent."""
_REASONS: Final = {
    "Neo.ClientError.Security.": "Neo4j rejects the service's user or password",
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError": "Neo4j has too little memory for this query",
    "Neo.TransientError.General.OutOfMemoryError": "Neo4j has too little memory for this query",
}
"""Reasons by the beginning of an error's code."""
_VIEW: Final = "MATCH (v:View {key: $view}) RETURN v.generation"
_CONNECTIONS_MAX: Final = 8


class Graph:
    """Queries one GraphView; connects at the first query.

    Args:
        url: URL of the server, bolt://...
        user: User name.
        password: Password of the user.
        view: Name of the view.
    """

    def __init__(self, url: str, *, user: str, password: str, view: str) -> None:
        self._view = view
        self._access = (url, user, password)
        self._opened: AsyncDriver | None = None

    async def rows(
        self, statement: str, parameters: Mapping[str, Any], *, timeout_s: float
    ) -> list[list[Any]]:
        """Return the values of each record.

        Args:
            statement: Cypher; `$view` is the name of the view.
            parameters: Values of the other parameters.
            timeout_s: Time limit of the statement.

        Raises:
            TooSlow: The time limit was reached.
            Unavailable: Neo4j does not answer, or the view does not exist yet.
        """
        query = Query(statement, timeout=timeout_s)  # pyright: ignore[reportArgumentType]  (made of constants)
        try:
            async with self._driver().session(default_access_mode=READ_ACCESS) as session:  # pyright: ignore[reportUnknownMemberType]
                result = await session.run(query, {"view": self._view, **parameters})
                rows = await result.values()
                if not rows and not await (await session.run(_VIEW, {"view": self._view})).values():
                    raise Unavailable("the graph does not exist yet: the projector has to run once")
                return rows
        except Neo4jError as error:
            if (answer := unavailable(error)) is None:
                raise
            raise answer from error
        except DriverError as error:
            raise Unavailable("Neo4j does not answer") from error

    async def close(self) -> None:
        """Close the connections."""
        if self._opened is not None:
            await self._opened.close()

    def _driver(self) -> AsyncDriver:
        if self._opened is None:
            url, user, password = self._access
            self._opened = AsyncGraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]  (untyped options)
                url,
                auth=(user, password),
                connection_timeout=5.0,
                connection_acquisition_timeout=10.0,
                max_connection_pool_size=_CONNECTIONS_MAX,
                notifications_min_severity="OFF",
            )
        return self._opened


def unavailable(error: Neo4jError) -> Unavailable | None:
    """Return the error that stands for one of the server; None: the statement is wrong."""
    code = str(error.code)
    if code.startswith(_TIMED_OUT):
        return TooSlow("Neo4j ended the query at its time limit")
    if code.startswith(_MISTAKEN):
        return None
    reasons = (reason for begin, reason in _REASONS.items() if code.startswith(begin))
    return Unavailable(next(reasons, f"Neo4j cannot answer now: {code}"))
