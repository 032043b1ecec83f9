"""For tests of reactors: a real HTTP server that takes webhooks, and the removal of a reactor's rows."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import psycopg


@dataclass
class Received:
    """One call as the receiver saw it; the names of headers are in lower case."""

    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Receiver:
    """The receiver's answers and the calls that it received.

    Attributes:
        url: URL of the receiver.
        answers: Status codes of the next answers; 200 after them.
        received: Every call, in order.
    """

    url: str = ""
    answers: list[int] = field(default_factory=list[int])
    received: list[Received] = field(default_factory=list[Received])


@contextmanager
def receiving() -> Generator[Receiver]:
    """Run a receiver for as long as the block lasts."""
    receiver = Receiver()
    lock = threading.Lock()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            with lock:
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.received.append(Received(self.path, headers, body))
                status = receiver.answers.pop(0) if receiver.answers else 200
            self.send_response(status)
            self.send_header("content-length", "0")
            self.send_header("location", receiver.url)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing: calls are in `received`."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def forget_reactor(dsn: str, reactor: str) -> None:
    """Remove a reactor's rows from the ledger, whose tables must exist."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("DELETE FROM reactors.entries WHERE reactor = %s", (reactor,))
        connection.execute("DELETE FROM reactors.positions WHERE reactor = %s", (reactor,))
