"""A plain sink for chunks: it returns addresses of the store and checks nothing."""

from __future__ import annotations

import json
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from muster.store import ObjectStore
from muster.store.uses import Operation, Use

PREFIX = "bench/sink/"


@contextmanager
def sink(store: ObjectStore) -> Generator[str]:
    """The address of one that runs; what it was given is removed at the end."""

    class Sink(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if "/v1/xorb-grants/" in self.path:
                url = store.presigned(Use(Operation.PUT, f"{PREFIX}{uuid.uuid4().hex}"), 3_600)
                self._answer(201, {"id": "g", "method": "PUT", "url": url, "headers": {}})
            elif "/v1/xorb-commits/" in self.path:
                self._answer(200, {"was_inserted": True})
            elif self.path.endswith("/v1/shards"):
                self._answer(200, {"result": 1})
            else:
                self._answer(404, {})

        def do_GET(self) -> None:
            self._answer(404, {})

        def _answer(self, status: int, said: dict[str, Any]) -> None:
            body = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Sink)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        for key in store.keys(PREFIX):
            store.delete(key)
