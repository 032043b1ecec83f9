"""A ledger on the real Postgres, with rows that no other test has; a receiver of webhooks."""

from __future__ import annotations

import http.server
import threading
import time
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field

import psycopg
import pytest
from muster.reactors import Ledger


@dataclass
class Received:
    """One call as the receiver saw it."""

    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Receiver:
    """A real HTTP server; answers what `answers` says, then 200.

    Attributes:
        url: Its address.
        answers: Status codes of the next answers.
        received: Every call, in order.
    """

    url: str = ""
    answers: list[int] = field(default_factory=list[int])
    received: list[Received] = field(default_factory=list[Received])


@pytest.fixture
def receiver() -> Generator[Receiver]:
    told = Receiver()
    lock = threading.Lock()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            with lock:
                headers = {name.lower(): value for name, value in self.headers.items()}
                told.received.append(Received(self.path, headers, body))
                status = told.answers.pop(0) if told.answers else 200
            self.send_response(status)
            self.send_header("content-length", "0")
            self.send_header("location", told.url)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: what came is in `received`."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def name(endpoints: Mapping[str, str]) -> Generator[str]:
    """A reactor's name that no other test has; its rows are removed at the end."""
    name = f"test-{uuid.uuid4().hex[:8]}"
    yield name
    with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"], autocommit=True) as connection:
        connection.execute("DELETE FROM reactors.entries WHERE reactor = %s", (name,))
        connection.execute("DELETE FROM reactors.positions WHERE reactor = %s", (name,))


@pytest.fixture
def ledger(endpoints: Mapping[str, str]) -> Generator[Ledger]:
    with Ledger(endpoints["MUSTER_POSTGRES_DSN"]) as ledger:
        ledger.prepare()
        yield ledger


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], None]:
    """Waits for a condition, with a deadline."""

    def wait(condition: Callable[[], bool], timeout_s: float = 60) -> None:
        end = time.monotonic() + timeout_s
        while not condition():
            assert time.monotonic() < end, "not in time"
            time.sleep(0.02)

    return wait
