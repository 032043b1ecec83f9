"""Bulk requests with a check of every item, because a bulk request succeeds even when all its items fail."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from elasticsearch import Elasticsearch
from muster.backoff import Backoff
from muster.views.json_text import encoded
from muster.views.view import Overtaken, Refused, Unavailable

_ATTEMPTS: Final = 6
_BACKOFF: Final = Backoff(first_ms=100, longest_ms=1_600)
"""The pauses add up to 3 s."""

_WANTED: Final = ("items.*.status", "items.*.error")
"""Requested fields of the answer, which otherwise has a lot about every item to write and parse."""

_CONFLICT: Final = 409
_GONE: Final = 404
TOO_MANY: Final = 429
SERVER: Final = 500


@dataclass(frozen=True, slots=True)
class Write:
    """One item of a bulk request.

    Attributes:
        action: The action of the bulk API: {"index": {"_index": .., "_id": .., ..}}.
        body: The whole document.
    """

    action: Mapping[str, Mapping[str, Any]]
    body: Mapping[str, Any]


def bulk(client: Elasticsearch, writes: Sequence[Write]) -> list[Write]:
    """Write all items, and resend those the server was too busy for; returns the items in conflict (409).

    Raises:
        Overtaken: an index is gone, as after a swap.
        Refused: the server will never accept an item.
        Unavailable: the server was still too busy after the last attempt.
    """
    conflicts: list[Write] = []
    left = list(writes)
    for attempt in range(_ATTEMPTS):
        if attempt:
            time.sleep(_BACKOFF.pause_ms(attempt) / 1000)
        busy: list[Write] = []
        for write, result in zip(left, _sent(client, left), strict=True):
            status = int(result["status"])
            if status == _CONFLICT:
                conflicts.append(write)
            elif status == _GONE:
                raise Overtaken(f"{_target(write)}: the index is gone")
            elif status == TOO_MANY or status >= SERVER:
                busy.append(write)
            elif "error" in result:
                raise Refused(f"{_target(write)}: {result['error']}")
        left = busy
        if not left:
            return conflicts
    raise Unavailable(f"Elasticsearch: {len(left)} of {len(writes)} items failed after {_ATTEMPTS} attempts")


def _sent(client: Elasticsearch, writes: Sequence[Write]) -> list[dict[str, Any]]:
    """The result of each item, in order."""
    if not writes:
        return []
    lines = [encoded(line) for write in writes for line in (write.action, write.body)]
    answer = client.bulk(operations=cast("list[Any]", lines), filter_path=_WANTED)
    return [next(iter(item.values())) for item in cast("list[dict[str, dict[str, Any]]]", answer["items"])]


def _target(write: Write) -> str:
    target = next(iter(write.action.values()))
    return f"{target['_index']}/{target['_id']}"
