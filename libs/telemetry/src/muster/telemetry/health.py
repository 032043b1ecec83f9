"""/healthz, /readyz and /metrics on 127.0.0.1, for services that have no HTTP of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeAlias

from muster.telemetry import metrics

ReadyCheck: TypeAlias = Callable[[], str | None]
"""None when the service can do its work, otherwise what is missing."""

_TEXT = "text/plain; charset=utf-8"


class HealthServer:
    """Answers from threads of its own until closed.

    Args:
        port: Where; 0 takes a free one, see the attribute.
        ready: Asked at every /readyz.

    Attributes:
        port: Where it listens.

    Raises:
        OSError: the port is taken.
    """

    def __init__(self, port: int, ready: ReadyCheck) -> None:
        self._server = _Server(port, ready)
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, name="health", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop answering and free the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int, ready: ReadyCheck) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.ready = ready


class _Handler(BaseHTTPRequestHandler):
    timeout = 5.0  # seconds a client may take to say what it wants

    def do_GET(self) -> None:
        match self.path:
            case "/healthz":
                self._answer(200, b"ok\n")
            case "/readyz":
                assert isinstance(self.server, _Server)  # noqa: S101  (for the type checker)
                missing = self.server.ready()
                self._answer(503 if missing else 200, f"{missing or 'ready'}\n".encode())
            case "/metrics":
                self._answer(200, metrics.exposition(), metrics.EXPOSITION_MEDIA_TYPE)
            case _:
                self._answer(404, b"allowed are /healthz, /readyz, /metrics\n")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: probes come every few seconds."""

    def _answer(self, status: int, body: bytes, media_type: str = _TEXT) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
