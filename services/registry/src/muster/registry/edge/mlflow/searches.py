"""Searches: combines filter, order and visibility conditions into one SQL statement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, LiteralString, TypeVar

from muster.registry.edge.mlflow.filters import Clauses, Searched
from muster.registry.edge.mlflow.lookup import items_of, page_of, text
from muster.registry.edge.requests.context import RequestContext
from muster.views.reading.pages import Condition
from psycopg import sql

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A kind of search.

    Attributes:
        select: SELECT ... FROM ..., without WHERE.
        searched: Names that filters can use.
        order: Final ORDER BY terms, of which the last ones are unique.
        size: Default page size.
    """

    select: LiteralString
    searched: Searched
    order: LiteralString
    size: int


async def run_search(
    context: RequestContext,
    search: Search,
    kind: type[T],
    body: Mapping[str, Any],
    conditions: Iterable[Condition],
) -> tuple[list[T], int, int]:
    """Run a search and return a page of its results.

    Args:
        context: Context of the request.
        search: The kind of search.
        kind: Type of the rows.
        body: `filter`, `order_by`, `max_results`, `page_token`.
        conditions: Further conditions.

    Returns:
        Rows, one more than the page size if there are more; page size; number of rows before the page.

    Raises:
        Problem: 400 the filter or an order is malformed.
    """
    size, skipped = page_of(body, search.size)
    statement, parameters = statement_of(search, body, conditions, size, skipped)
    rows = await context.gateway.tables.rows(kind, statement, parameters)
    return list(rows), size, skipped


def statement_of(
    search: Search, body: Mapping[str, Any], conditions: Iterable[Condition], size: int, skipped: int
) -> tuple[sql.Composed, dict[str, Any]]:
    """Return the statement of a search, and its parameters.

    Args:
        search: The kind of search.
        body: `filter`, `order_by`.
        conditions: Further conditions.
        size: Page size.
        skipped: Number of rows before the page.

    Raises:
        Problem: 400 the filter or an order is malformed.
    """
    clauses = Clauses(search.searched)
    used = [each for each in conditions if each.value is not None]
    parameters: dict[str, Any] = {each.parameter: each.value for each in used}
    where = [sql.SQL(each.clause) for each in used] + clauses.filter(text(body, "filter", ""))
    order = [*clauses.order(items_of(body, "order_by")), sql.SQL(search.order)]
    statement = sql.SQL("{} WHERE {} ORDER BY {} LIMIT {} OFFSET {}").format(
        sql.SQL(search.select),
        sql.SQL(" AND ").join(where),
        sql.SQL(", ").join(order),
        clauses.value(size + 1),
        clauses.value(skipped),
    )
    return statement, {**parameters, **clauses.parameters}
