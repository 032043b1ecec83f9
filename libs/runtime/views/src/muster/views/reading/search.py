"""Searches one Elasticsearch view and returns keys, in pages; the rows come from tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from elastic_transport import HttpxAsyncHttpNode
from elasticsearch import ApiError, AsyncElasticsearch, TransportError
from muster.views.reading.pages import Key
from muster.views.view import Unavailable

_NO_ANSWER: Final = "search does not answer; lists and single items still do"


class Search:
    """Searches one collection of an ElasticView.

    Args:
        url: URL of the server.
        view: Name of the view.
        collection: Collection of the view; its alias is `<view>-<collection>`.
        order: Fields that order the results, with "asc" or "desc"; together they are unique.
    """

    def __init__(self, url: str, *, view: str, collection: str, order: Mapping[str, str]) -> None:
        self._client = AsyncElasticsearch(
            url, request_timeout=10, max_retries=1, node_class=HttpxAsyncHttpNode
        )
        self._alias = f"{view}-{collection}"
        self._sort = [{field: direction} for field, direction in order.items()]

    async def find(
        self,
        query: Mapping[str, Any],
        size: int,
        behind: Key | None,
        order: Sequence[Mapping[str, Any]] | None = None,
    ) -> Sequence[Key]:
        """Keys of the documents that match, in order.

        Args:
            query: A query in Elasticsearch's query language.
            size: Maximum keys to return.
            behind: The last key of the previous page; None: the first page.
            order: Another order for this search, as Elasticsearch takes it.

        Raises:
            Unavailable: Elasticsearch does not answer.
        """
        try:
            answer = await self._client.search(
                index=self._alias,
                query=dict(query),
                size=size,
                sort=self._sort if order is None else list(order),
                search_after=list(behind) if behind else None,
                source=False,
                track_total_hits=False,
            )
        except (ApiError, TransportError) as error:
            raise Unavailable(_NO_ANSWER) from error
        hits = cast("list[dict[str, Any]]", answer["hits"]["hits"])
        return [tuple(hit["sort"]) for hit in hits]

    async def counts(
        self, query: Mapping[str, Any], fields: Sequence[str], values_max: int
    ) -> Mapping[str, Mapping[str, int]]:
        """Count the matching documents by each value of these fields, the most frequent first.

        Args:
            query: A query in Elasticsearch's query language.
            fields: Fields of the mapping, of type keyword.
            values_max: Values of each field.

        Raises:
            Unavailable: Elasticsearch does not answer.
        """
        wanted = {field: {"terms": {"field": field, "size": values_max}} for field in fields}
        try:
            answer = await self._client.search(index=self._alias, query=dict(query), size=0, aggs=wanted)
        except (ApiError, TransportError) as error:
            raise Unavailable(_NO_ANSWER) from error
        found = cast("dict[str, Any]", answer["aggregations"])
        return {
            field: {str(each["key"]): int(each["doc_count"]) for each in found[field]["buckets"]}
            for field in fields
        }

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()
