"""Pages of queues; rows of a real server are in `http/test_submit_queues.py`."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

from muster.api.cursors import PageRequest
from muster.submit.core.read_model import QueueRow
from muster.submit.edge.routes.queues import list_queues


def row(tenant: str, name: str) -> QueueRow:
    return QueueRow(
        tenant=tenant,
        queue=name,
        description=None,
        settings={},
        created_at_ms=0,
        measure=None,
        measured_at_ms=None,
        event_partition=0,
        event_offset=0,
        jobs={},
    )


def test_pages_show_a_queue_and_the_shared_one_of_the_same_name() -> None:
    rows = [row("acme", "vision"), row("", "default"), row("", "vision")]

    async def queues(tenant: str) -> list[QueueRow]:
        assert tenant == "acme"
        return rows

    service = SimpleNamespace(queries=SimpleNamespace(queues=queues))
    found, token = list[str](), None
    for _ in rows:
        paging = PageRequest(1, token)
        answer = asyncio.run(
            list_queues(cast("Any", SimpleNamespace(tenant="acme")), cast("Any", service), paging)
        )
        page = json.loads(bytes(answer.body))
        found += [each["name"] for each in page["items"]]
        token = page["next_page_token"]
    assert (found, token) == (["default", "vision", "vision"], None)
