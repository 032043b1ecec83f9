"""A server that starts is waited for, and one that is not the expected one is named."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from muster.scoring.calling.endpoints import Endpoint, Secret
from muster.scoring.calling.readiness import BYTES_MAX, wait_until_ready


def listed(*names: str) -> bytes:
    """A list of models as OpenAI has it."""
    return json.dumps(
        {"object": "list", "data": [{"id": each, "object": "model"} for each in names]}
    ).encode()


@contextmanager
def serving(*replies: tuple[int, bytes]) -> Generator[tuple[str, list[str]]]:
    """Serve these replies one after the other, the last one again and again; yield URL and keys received."""
    left, keys = list(replies), list[str]()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            keys.append(f"{self.path} {self.headers.get('Authorization')}")
            status, body = left.pop(0) if len(left) > 1 else left[0]
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", keys
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Time:
    """A clock that goes on while somebody waits."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def pause(self, for_s: float) -> None:
        """Let time go on."""
        self.now_s += for_s


def waited(url: str, within_s: float = 0.0, key: str | None = None) -> str:
    """Wait by a clock of the test's own for the model `m`."""
    clock = Time()
    endpoint = Endpoint(base_url=url, model="m", key=None if key is None else Secret(key))
    return wait_until_ready(endpoint, within_s, now_s=lambda: clock.now_s, pause=clock.pause)


@pytest.mark.slow
def test_a_server_that_starts_is_waited_for_until_it_lists_the_model() -> None:
    with serving((503, b""), (200, listed("other")), (200, listed("other", "m"))) as (url, keys):
        assert waited(url, 60, key="secret") == ""
        assert keys == ["/v1/models Bearer secret"] * 3


@pytest.mark.slow
def test_a_server_that_is_not_there_is_named_when_the_time_is_over() -> None:
    with serving((200, b"")) as (url, _):
        gone = url
    assert waited(gone, 2.0) == "GET /models ends in ConnectError"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "body", "problem"),
    [
        (404, b"", "GET /models answers 404"),
        (302, b"", "GET /models answers 302"),
        (200, b"<html>", "GET /models does not answer JSON"),
        (200, b"[" * 100_000, "GET /models does not answer JSON"),
        (200, b" " * (BYTES_MAX + 1), f"GET /models answers more than {BYTES_MAX} bytes"),
        (200, listed("a", "b"), "GET /models lists a, b; must list m"),
        (200, b'{"data": [1, {"name": "m"}]}', "GET /models lists nothing; must list m"),
        (200, b'["m"]', "GET /models lists nothing; must list m"),
    ],
)
def test_a_server_that_lists_something_else_is_not_ready(status: int, body: bytes, problem: str) -> None:
    with serving((status, body)) as (url, _):
        assert waited(url) == problem
