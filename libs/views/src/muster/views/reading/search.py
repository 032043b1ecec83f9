"""Finding documents in one Elasticsearch view: gives keys, in pages. Rows come from tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from elastic_transport import HttpxAsyncHttpNode
from elasticsearch import ApiError, AsyncElasticsearch, TransportError
from muster.views.reading.pages import Key
from muster.views.view import Unavailable


class Search:
    """Asks one collection of an ElasticView.

    Args:
        url: Server.
        view: Name of the view.
        collection: Of the view; its documents are behind the alias `<view>-<collection>`.
        order: Fields that order what is found, with "asc" or "desc"; together they are unique.
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
            query: In Elasticsearch's query language.
            size: Largest number.
            behind: The last key of the page before; None: from the beginning.

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
        """Give back connections."""
        await self._client.close()
