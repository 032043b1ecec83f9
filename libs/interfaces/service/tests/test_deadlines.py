"""Half-sent requests are closed, by raw sockets on the real server; slow answers and uploads are not."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Generator
from contextlib import contextmanager
from http.client import HTTPResponse

import pytest
from fastapi import FastAPI, Request
from muster.service.serving.deadlines import DeadlineProtocol
from muster.testkit.api.serving import Served

PATIENCE_S = 120.0
HEAD_S = 0.3
BODY_S = 0.5
PATIENT_S = 3.0
"""A deadline that a client can keep even on a busy machine."""

HTTPX_KEEPS_S = 5.0
"""Time for which httpx keeps an idle connection by default."""


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Generator[int]:
    with serving(monkeypatch, HEAD_S, BODY_S) as port:
        yield port


@pytest.fixture
def patient_port(monkeypatch: pytest.MonkeyPatch) -> Generator[int]:
    with serving(monkeypatch, PATIENT_S, PATIENT_S) as port:
        yield port


@contextmanager
def serving(monkeypatch: pytest.MonkeyPatch, head_s: float, body_s: float) -> Generator[int]:
    monkeypatch.setattr(DeadlineProtocol, "head_s", head_s)
    monkeypatch.setattr(DeadlineProtocol, "body_s", body_s)
    app = FastAPI()
    app.state.draining = asyncio.Event()

    @app.post("/size")
    async def size(request: Request) -> int:
        return len(await request.body())

    @app.get("/slow")
    async def slow() -> str:
        await asyncio.sleep(1.2 * PATIENT_S)
        return "done"

    with Served(app) as served:
        yield int(served.url.rpartition(":")[2])


def connected(port: int, sent: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
    connection.sendall(sent)
    return connection


def rest(connection: socket.socket) -> bytes:
    """Read until the server closes the connection; fail if it does not."""
    with connection:
        return b"".join(iter(lambda: connection.recv(4096), b""))


def status(connection: socket.socket) -> int:
    """Read one whole answer, however many pieces it comes in, and return its status."""
    with HTTPResponse(connection) as answer:
        answer.begin()
        answer.read()
        return answer.status


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent",
    [b"", b"\r\n", b"G", b"GET /slow HTTP/1.1\r\n", b"GET /slow HTTP/1.1\r\nHost: x\r\nX-Long: "],
    ids=["nothing", "blank", "a letter", "a line", "half a header"],
)
def test_half_a_head_is_answered_with_408_and_closed(port: int, sent: bytes) -> None:
    answer = rest(connected(port, sent))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert json.loads(body)["detail"] == f"the head of a request must be sent within {HEAD_S} s"


@pytest.mark.slow
def test_half_a_body_is_answered_with_408_and_closed(port: int) -> None:
    half = b"POST /size HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"
    answer = rest(connected(port, half))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"a body must be sent within" in answer


@pytest.mark.slow
def test_hundreds_of_half_sent_requests_leave_nothing_open(port: int) -> None:
    half = [connected(port, b"POST /size HTTP/1.1\r\nHost: x\r\n") for _ in range(300)]
    assert all(rest(one).startswith(b"HTTP/1.1 408 ") for one in half)


@pytest.mark.slow
def test_a_second_request_on_a_connection_has_the_same_deadline(patient_port: int) -> None:
    whole = b"POST /size HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok"
    answers = rest(connected(patient_port, whole + b"POST /size"))
    assert answers.startswith(b"HTTP/1.1 200 OK")
    assert b"HTTP/1.1 408 " in answers


@pytest.mark.slow
def test_an_answer_may_take_its_time(patient_port: int) -> None:
    answer = rest(connected(patient_port, b"GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
    assert answer.startswith(b"HTTP/1.1 200 OK")


@pytest.mark.slow
def test_a_connection_outlives_the_pause_after_which_clients_give_theirs_up(port: int) -> None:
    whole = b"POST /size HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok"
    with connected(port, whole) as connection:
        assert status(connection) == 200
        connection.settimeout(HTTPX_KEEPS_S + 1)
        with pytest.raises(TimeoutError):
            connection.recv(4096)
        connection.sendall(whole)
        assert status(connection) == 200


@pytest.mark.slow
def test_a_body_that_keeps_coming_may_take_longer(patient_port: int) -> None:
    pieces, piece = 8, b"x" * 64 * 1024
    length = f"Content-Length: {pieces * len(piece)}\r\n\r\n"
    head = b"POST /size HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + length.encode()
    connection = connected(patient_port, head)
    began = time.monotonic()
    for number in range(pieces):
        connection.sendall(piece)
        while time.monotonic() < began + (number + 1) * PATIENT_S / 6:
            time.sleep(0.01)
    assert rest(connection).endswith(str(pieces * len(piece)).encode())
