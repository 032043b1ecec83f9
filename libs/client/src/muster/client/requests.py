"""Requests as they are sent, and receipts as they are read: what both clients share."""

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
"""Jobs in a batch."""
PAGE_SIZE: Final = 200
"""Jobs in a page."""
FILES_TYPE: Final = "application/gzip"


class JobFilters(TypedDict, total=False):
    """Which jobs to list; all of them that are given must hold.

    Attributes:
        state: any of these states.
        team: the team that pays.
        user: who submitted.
        queue: the queue it waits in.
        labels: "key=value" pairs, all of which the job has.
        since: submitted at or after; a time with its zone.
        until: submitted before; a time with its zone.
        text: words to search for, in names, labels, messages.
        id_prefix: the beginning of the id.
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


def list_query(filters: JobFilters, page_size: int, page_token: str | None) -> dict[str, Any]:
    """The query parameters of a page of jobs."""
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
        "page_size": page_size,
        "page_token": page_token,
    }


def body_of(request: JobRequest | Mapping[str, Any]) -> dict[str, Any]:
    """A job as JSON; the service checks it."""
    if isinstance(request, Mapping):
        return dict(request)
    return request.model_dump(mode="json", exclude_unset=True)


def key_header(given: str | None) -> dict[str, str]:
    """The header that makes trying again safe. A key of our own carries the time, and so does the job id."""
    return {"Idempotency-Key": given or fresh_key()}


def fresh_key() -> str:
    """Return an id that nothing else has: a UUID of version 7, which carries the time."""
    return timed_key(time.time_ns() // 1_000_000, os.urandom(RANDOM_BYTES))


def batch_result(result: Mapping[str, Any]) -> Receipt | MusterError:
    """What became of one job of a batch."""
    if problem := result.get("problem"):
        return from_problem(int(problem.get("status") or 422), problem)
    return receipt_of(result)


def receipt_of(answer: Mapping[str, Any]) -> Receipt:
    """A command that is on the log."""
    return Receipt(answer.get("job_id") or "", answer["command_id"], answer["position"])
