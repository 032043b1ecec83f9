"""A server that refuses a request as a whole, as Elasticsearch does when its memory is full."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from elasticsearch import ApiError
from muster.views.elastic.view import ElasticView
from muster.views.rows import Merge
from muster.views.view import Unavailable

FULL = (
    b'{"error": {"type": "circuit_breaking_exception", "reason": "[parent] Data too large"}, "status": 429}'
)
"""As Elasticsearch 9.2 says it."""


@contextmanager
def refusing(status: int) -> Generator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("X-Elastic-Product", "Elasticsearch")
            self.send_header("Content-Length", str(len(FULL)))
            self.end_headers()
            self.wfile.write(FULL)

        do_GET = do_PUT = do_POST

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def applied(url: str) -> None:
    view = ElasticView(url, name="test", collections={"a": {}}, generation=1)
    try:
        view.apply([Merge("a", "key", {"field": 1}, 1)], [])
    finally:
        view.close()


@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_is_full_is_asked_again_later(status: int) -> None:
    with refusing(status) as url, pytest.raises(Unavailable, match=r"circuit_breaking|Data too large"):
        applied(url)


def test_a_request_that_is_wrong_is_not_sent_again() -> None:
    with refusing(400) as url, pytest.raises(ApiError):
        applied(url)
