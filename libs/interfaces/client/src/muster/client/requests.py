"""Request bodies and receipts, shared by both clients."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypedDict

from muster.client.errors import MusterError, from_problem
from muster.client.resources import Receipt
from muster.jobs.values.keys import RANDOM_BYTES, timed_key

if TYPE_CHECKING:
    from muster.jobs import JobRequest

BATCH_MAX: Final = 500
"""Maximum number of jobs in a batch."""
PAGE_SIZE: Final = 200
"""Number of jobs in a page."""
FILES_TYPE: Final = "application/gzip"


class JobFilters(TypedDict, total=False):
    """Filters of jobs; a job must match all that are set.

    Attributes:
        state: any of these states.
        team: the team that pays.
        user: the user who submitted it.
        queue: the queue.
        labels: "key=value" pairs, all of which the job must have.
        since: submitted at or after this time, which has its zone.
        until: submitted before this time, which has its zone.
        text: words to search for in names, labels and messages.
        id_prefix: prefix of the id.
        starts_after: id of a job that it starts after.
    """

    state: Sequence[str]
    team: str | None
    user: str | None
    queue: str | None
    labels: Sequence[str]
    since: datetime | None
    until: datetime | None
    text: str | None
    id_prefix: str | None
    starts_after: str | None


def list_query(filters: JobFilters, limit: int, page_token: str | None) -> dict[str, Any]:
    """Build the query parameters of a page of jobs."""
    since, until = filters.get("since"), filters.get("until")
    return {
        "state": tuple(filters.get("state", ())),
        "team": filters.get("team"),
        "user": filters.get("user"),
        "queue": filters.get("queue"),
        "label": tuple(filters.get("labels", ())),
        "since": since.isoformat() if since else None,
        "until": until.isoformat() if until else None,
        "q": filters.get("text"),
        "id_prefix": filters.get("id_prefix"),
        "starts_after": filters.get("starts_after"),
        "limit": limit,
        "page_token": page_token,
    }


def body_of(request: JobRequest | Mapping[str, Any]) -> dict[str, Any]:
    """Convert a job to JSON; the service checks it."""
    if isinstance(request, Mapping):
        return dict(request)
    return request.model_dump(mode="json", exclude_unset=True)


def key_header(given: str | None) -> dict[str, str]:
    """Build the header that makes retries safe. A generated key carries the time, and so does the job id."""
    return {"Idempotency-Key": given or fresh_key()}


def fresh_key() -> str:
    """Return an id that nothing else has: a UUID of version 7, which carries the time."""
    return timed_key(time.time_ns() // 1_000_000, os.urandom(RANDOM_BYTES))


def batch_result(result: Mapping[str, Any]) -> Receipt | MusterError:
    """Convert the result of one job of a batch."""
    if problem := result.get("problem"):
        return from_problem(int(problem.get("status") or 422), problem)
    return receipt_of(result)


def receipt_of(answer: Mapping[str, Any]) -> Receipt:
    """Convert the receipt of a command that is on the log."""
    return Receipt(answer.get("job_id") or "", answer["command_id"], answer["position"])
