"""MetadataServer: answers on 127.0.0.1 as the metadata services of AWS, GCP and Azure do.

AWS wants a token, which it gives for a PUT with a time to live; GCP `Metadata-Flavor: Google`; Azure
`Metadata: true`. Each refuses other requests with the status that its documentation names.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


class MetadataServer:
    """Metadata service of one machine.

    Attributes:
        url: Its address.
        pages: Text by path, for AWS, GCP and in-house clouds; absent: 404.
        machine: Name of the machine, for Azure.
        azure_events: The document of scheduled events, for Azure.
        status: Status with which to answer every request instead; 0: none.
        asked: Paths of all requests, in order.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.pages: dict[str, str] = {
            "/computeMetadata/v1/instance/preempted": "FALSE",
            "/computeMetadata/v1/instance/maintenance-event": "NONE",
        }
        self.machine = "gpu-17"
        self.azure_events = '{"DocumentIncarnation": 0, "Events": []}'
        self.status = 0
        self.asked: list[str] = []
        self._tokens: set[str] = set()
        self._numbers = itertools.count(1)

    def expire_tokens(self) -> None:
        """Expire all tokens."""
        self._tokens.clear()

    def answer(self, method: str, target: str, headers: Any) -> tuple[int, str]:
        """Return the status and the text of a response."""
        split = urlsplit(target)
        self.asked.append(split.path)
        if self.status:
            return self.status, "error"
        if split.path == "/latest/api/token":
            return self._token(method, headers)
        if split.path.startswith("/latest/"):
            known = headers.get("X-aws-ec2-metadata-token") in self._tokens
            return self._page(split.path) if known else (401, "Unauthorized")
        if split.path.startswith("/computeMetadata/"):
            return (
                self._page(split.path) if headers.get("Metadata-Flavor") == "Google" else (403, "Forbidden")
            )
        if split.path.startswith("/metadata/"):
            return self._azure(split.path, parse_qs(split.query), headers)
        return self._page(split.path)

    def _token(self, method: str, headers: Any) -> tuple[int, str]:
        ttl = headers.get("X-aws-ec2-metadata-token-ttl-seconds", "")
        if method != "PUT" or not ttl.isdigit() or not 1 <= int(ttl) <= 21_600:
            return 400, "Bad Request"
        token = f"token-{next(self._numbers)}"
        self._tokens.add(token)
        return 200, token

    def _azure(self, path: str, query: dict[str, list[str]], headers: Any) -> tuple[int, str]:
        if headers.get("Metadata") != "true" or "api-version" not in query:
            return 400, "Bad request"
        if path == "/metadata/scheduledevents":
            return 200, self.azure_events
        return (200, self.machine) if path == "/metadata/instance/compute/name" else (404, "Not found")

    def _page(self, path: str) -> tuple[int, str]:
        return (200, self.pages[path]) if path in self.pages else (404, "Not Found")


@contextmanager
def metadata_server() -> Generator[MetadataServer]:
    """A server for the length of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer("GET")

        def do_PUT(self) -> None:
            self._answer("PUT")

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

        def _answer(self, method: str) -> None:
            status, text = said.answer(method, self.path, self.headers)
            self.send_response(status)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    said = MetadataServer(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield said
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
