"""A server that refuses a request as a whole, as Elasticsearch does when its memory is full."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import Any, Final

import pytest
from elasticsearch import ApiError
from muster.testkit.api.canned_api import Answer, Api
from muster.views.elastic.view import ElasticView
from muster.views.rows import Merge
from muster.views.view import Unavailable

STEPS: Final[Mapping[tuple[str, str], Any]] = {
    ("GET", "/test-positions-g1/_doc/positions"): {
        "found": True,
        "_seq_no": 0,
        "_primary_term": 1,
        "_source": {"positions": []},
    },
    ("POST", "/test-a-g1/_mget"): {"docs": [{"found": False, "_id": "key"}]},
    ("PUT", "/_bulk"): {},
}
"""Requests that writing a document makes, in order, with their answers."""


def applied(refused: tuple[str, str], status: int) -> None:
    """Write a document while one request is refused as Elasticsearch 9.2 does."""
    reason = {"type": "circuit_breaking_exception", "reason": "[parent] Data too large"}
    with closing(Api()) as server:
        for asked, body in STEPS.items():
            server.on(*asked, Answer(200, body, headers={"X-Elastic-Product": "Elasticsearch"}))
        server.on(*refused, Answer(status, {"error": reason, "status": status}))
        with closing(ElasticView(server.url, name="test", collections={"a": {}}, generation=1)) as view:
            view.apply([Merge("a", "key", {"field": 1}, 1)], [])


@pytest.mark.parametrize("refused", STEPS)
@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_is_full_is_asked_again_later(refused: tuple[str, str], status: int) -> None:
    with pytest.raises(Unavailable, match="circuit_breaking"):
        applied(refused, status)


@pytest.mark.parametrize("refused", STEPS)
def test_a_request_that_is_wrong_is_not_sent_again(refused: tuple[str, str]) -> None:
    with pytest.raises(ApiError, match="circuit_breaking"):
        applied(refused, 400)
