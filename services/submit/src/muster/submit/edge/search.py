"""Finding jobs by words, in Elasticsearch: gives ids, newest first. The rows come from Postgres."""

from __future__ import annotations

from typing import Any, Final, cast

from elastic_transport import HttpxAsyncHttpNode
from elasticsearch import ApiError, AsyncElasticsearch, TransportError
from muster.api import unavailable
from muster.submit.core.documents import JOBS
from muster.submit.core.read_model import JobFilter

TEXT_CHARS_MAX: Final = 1_000
"""Longer texts are cut: what a person types is shorter."""


class Search:
    """Asks one Elasticsearch view.

    Args:
        url: Server.
        view: Name of the view; its jobs are behind the alias `<view>-jobs`.
    """

    def __init__(self, url: str, view: str) -> None:
        self._client = AsyncElasticsearch(
            url, request_timeout=10, max_retries=1, node_class=HttpxAsyncHttpNode
        )
        self._alias = f"{view}-{JOBS}"

    async def find(
        self, tenant: str, text: str, job_filter: JobFilter, size: int, after: tuple[int, str] | None
    ) -> list[tuple[int, str]]:
        """(submitted_at_ms, job_id) of jobs that hold all words of the text, newest first.

        Args:
            tenant: Whose jobs.
            text: Words; "a phrase", prefix*, -without, this | that. Nothing that is typed is an error.
            job_filter: Which of them.
            size: Largest number.
            after: The last one of the page before.

        Raises:
            Problem: 503, Elasticsearch does not answer.
        """
        words = {
            "query": text[:TEXT_CHARS_MAX],
            "fields": ["everything"],
            "default_operator": "and",
            "flags": "AND|OR|NOT|PHRASE|PREFIX|WHITESPACE|ESCAPE",
        }
        query = {"bool": {"must": [{"simple_query_string": words}], "filter": _filters(tenant, job_filter)}}
        try:
            answer = await self._client.search(
                index=self._alias,
                query=query,
                size=size,
                sort=[{"submitted_at_ms": "desc"}, {"job_id": "desc"}],
                search_after=list(after) if after else None,
                source=False,
            )
        except (ApiError, TransportError) as error:
            raise unavailable("search does not answer; lists and single jobs still do") from error
        hits = cast("list[dict[str, Any]]", answer["hits"]["hits"])
        return [(int(hit["sort"][0]), str(hit["sort"][1])) for hit in hits]

    async def close(self) -> None:
        """Give back connections."""
        await self._client.close()


def _filters(tenant: str, job_filter: JobFilter) -> list[dict[str, Any]]:
    """The conditions of a JobFilter, and the tenant."""
    equal: dict[str, str | None] = {
        "tenant": tenant,
        "team": job_filter.team,
        "user_name": job_filter.user,
        "queue": job_filter.queue,
        "project": job_filter.project,
    }
    filters: list[dict[str, Any]] = [
        {"term": {name: value}} for name, value in equal.items() if value is not None
    ]
    filters += [{"term": {"labels": f"{name}={value}"}} for name, value in sorted(job_filter.labels.items())]
    if job_filter.states:
        filters.append({"terms": {"state": [state.value for state in job_filter.states]}})
    since_until = {"gte": job_filter.since_ms, "lt": job_filter.until_ms}
    bounds = {name: value for name, value in since_until.items() if value is not None}
    if bounds:
        filters.append({"range": {"submitted_at_ms": bounds}})
    return filters
