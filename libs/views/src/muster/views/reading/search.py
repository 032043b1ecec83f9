"""Searches one Elasticsearch view and returns keys, in pages; the rows come from tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from elastic_transport import HttpxAsyncHttpNode
from elasticsearch import ApiError, AsyncElasticsearch, TransportError
from muster.views.reading.pages import Key
from muster.views.view import Unavailable


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

    async def find(self, query: Mapping[str, Any], size: int, behind: Key | None) -> Sequence[Key]:
        """Keys of the documents that match, in order.

        Args:
            query: A query in Elasticsearch's query language.
            size: Most keys to return.
            behind: The last key of the previous page; None: the first page.

        Raises:
            Unavailable: Elasticsearch does not answer.
        """
        try:
            answer = await self._client.search(
                index=self._alias,
                query=dict(query),
                size=size,
                sort=self._sort,
                search_after=list(behind) if behind else None,
                source=False,
            )
        except (ApiError, TransportError) as error:
            raise Unavailable("search does not answer; lists and single items still do") from error
        hits = cast("list[dict[str, Any]]", answer["hits"]["hits"])
        return [tuple(hit["sort"]) for hit in hits]

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()
