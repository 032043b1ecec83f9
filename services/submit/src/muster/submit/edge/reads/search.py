"""Search for jobs as a query to Elasticsearch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from muster.submit.core.documents import JOBS
from muster.submit.core.read_model import JobFilter
from muster.views.reading.search import Search

TEXT_CHARS_MAX: Final = 1_000
"""Longer texts are truncated: nobody types this much."""


def job_search(url: str, view: str) -> Search:
    """Return the search over jobs, newest first; a key is (submitted_at_ms, job_id)."""
    return Search(url, view=view, collection=JOBS, order={"submitted_at_ms": "desc", "job_id": "desc"})


def job_query(tenant: str, text: str, job_filter: JobFilter) -> Mapping[str, Any]:
    """Return the query for jobs that contain all words of the text.

    Args:
        tenant: Tenant of the jobs.
        text: Words; "a phrase", prefix*, -without, this | that. No input is an error.
        job_filter: Further conditions.
    """
    words = {
        "query": text[:TEXT_CHARS_MAX],
        "fields": ["everything"],
        "default_operator": "and",
        "flags": "AND|OR|NOT|PHRASE|PREFIX|WHITESPACE|ESCAPE",
    }
    return {"bool": {"must": [{"simple_query_string": words}], "filter": _filters(tenant, job_filter)}}


def _filters(tenant: str, job_filter: JobFilter) -> list[dict[str, Any]]:
    """Return the conditions of a JobFilter, and the tenant."""
    equal: dict[str, str | None] = {
        "tenant": tenant,
        "team": job_filter.team,
        "user_name": job_filter.user,
        "queue": job_filter.queue,
        "project": job_filter.project,
        "starts_after": job_filter.starts_after,
    }
    filters: list[dict[str, Any]] = [
        {"term": {name: value}} for name, value in equal.items() if value is not None
    ]
    filters += [{"term": {"labels": f"{name}={value}"}} for name, value in sorted(job_filter.labels.items())]
    if job_filter.states:
        filters.append({"terms": {"state": [state.value for state in job_filter.states]}})
    if job_filter.id_prefix is not None:
        filters.append({"prefix": {"job_id": job_filter.id_prefix}})
    since_until = {"gte": job_filter.since_ms, "lt": job_filter.until_ms}
    bounds = {name: value for name, value in since_until.items() if value is not None}
    if bounds:
        filters.append({"range": {"submitted_at_ms": bounds}})
    return filters
