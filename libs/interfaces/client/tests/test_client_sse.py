"""Event streams: read in any pieces, read on after a loss."""

from __future__ import annotations

import itertools
import json

import httpx
import pytest
from both_clients import Sdk
from hypothesis import given
from hypothesis import strategies as st
from muster.client.errors import NotFound, Unavailable
from muster.client.sync.client import Client
from muster.client.sync.sse import parse
from muster.testkit.api.canned_api import Answer, Api, event, problem

_WIRE = (
    b": keep-alive\n\nretry: 1000\n\n"
    b'event: line\nid: log-events/0/1\ndata: {"text":"a\xe2\x80\xa8b"}\n\n'
    b"id: log-events/0/2\r\ndata: first\r\ndata: second\r\n\r\n"
    b"data: incomplete\n"
)
_MEANT = [
    ("line", '{"text":"a\u2028b"}', "log-events/0/1"),
    ("message", "first\nsecond", "log-events/0/2"),
]
_HEADERS = {"content-type": "text/event-stream"}


@given(st.lists(st.integers(0, len(_WIRE)), max_size=12))
def test_the_same_events_come_out_however_the_bytes_arrive(cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(_WIRE)]
    pieces = (_WIRE[a:b] for a, b in itertools.pairwise(edges))
    answer = httpx.Response(200, headers=_HEADERS, content=pieces)
    assert [(e.event, e.data, e.id) for e in parse(answer)] == _MEANT


def test_an_answer_that_is_no_event_stream_counts_as_a_lost_connection() -> None:
    answer = httpx.Response(200, headers={"content-type": "text/html"}, content=b"<h1>a proxy's page</h1>")
    with pytest.raises(httpx.TransportError, match="text/event-stream"):
        list(parse(answer))


@pytest.mark.slow
def test_a_lost_connection_goes_on_after_the_last_event_seen(api: Api, client: Client, sdk: Sdk) -> None:
    api.on(
        "GET",
        "/stream",
        Answer(chunks=(event(1, id="t/0/1"), event(2, id="t/0/2")), broken=True),
        problem(503, "unavailable", "restarting"),
        Answer(chunks=(event(3, id="t/0/3"),)),
    )
    losses: list[str] = []
    stream = sdk.stream(client.transport, "/stream", on_lost=losses.append)
    assert [json.loads(e.data) for e in itertools.islice(stream.events(), 3)] == [1, 2, 3]
    assert [a.headers.get("last-event-id") for a in api.asked] == [None, "t/0/2", "t/0/2"]
    assert len(losses) == 1  # one outage, told once, however many tries it took


def test_without_reconnect_the_end_is_the_end(api: Api, client: Client, sdk: Sdk) -> None:
    api.on("GET", "/stream", Answer(chunks=(event(1, id="t/0/1"),)))
    assert len(list(sdk.stream(client.transport, "/stream", reconnect=False).events())) == 1


def test_a_refusal_is_an_error_at_once(api: Api, client: Client, sdk: Sdk) -> None:
    api.on("GET", "/stream", problem(404, "not-found", "job x does not exist"))
    with pytest.raises(NotFound, match="job x does not exist"):
        next(sdk.stream(client.transport, "/stream").events())


def test_an_error_event_is_a_loss_when_the_service_is_at_fault_and_an_error_when_it_is_not(
    api: Api, client: Client, sdk: Sdk
) -> None:
    at_fault = event({"status": 500, "detail": "the stream failed"}, name="error")
    gone = event({"status": 404, "detail": "gone"}, name="error")
    api.on("GET", "/stream", Answer(chunks=(at_fault,)), Answer(chunks=(gone,)))
    with pytest.raises(NotFound, match="gone"):
        next(sdk.stream(client.transport, "/stream").events())


def test_a_service_that_was_never_there_is_given_up_soon(
    api: Api, client: Client, sdk: Sdk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muster.client.sync.sse.PATIENCE_FIRST_S", 0.0)
    monkeypatch.setattr("muster.client.aio.sse.PATIENCE_FIRST_S", 0.0)
    api.on("GET", "/stream", problem(503, "unavailable", "down"))
    with pytest.raises(Unavailable, match="down"):
        next(sdk.stream(client.transport, "/stream").events())
