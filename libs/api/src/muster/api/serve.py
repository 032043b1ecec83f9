"""Run an application: uvicorn with uvloop and httptools, one process.

More throughput is more processes behind one address, each with its own producer and pool; nothing is shared.
A service whose own work fills the main thread serves beside it (`Beside`).
"""

from __future__ import annotations

import socket
import threading
from typing import Final

import uvicorn
from fastapi import FastAPI
from muster.api.sse import draining_of

DRAIN_S: Final = 5
"""Requests under way get this long at shutdown; streams end at once, and their readers go on elsewhere."""


class Server(uvicorn.Server):
    """uvicorn, which tells streams to end before it waits for what is under way."""

    def __init__(self, app: FastAPI, host: str, port: int) -> None:
        self._app = app
        super().__init__(
            uvicorn.Config(
                app,
                host=host,
                port=port,
                loop="uvloop",
                http="httptools",
                ws="none",
                lifespan="on",
                log_config=None,  # telemetry owns logging
                access_log=False,  # every request is a metric and a span
                server_header=False,
                timeout_graceful_shutdown=DRAIN_S,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, end the streams, let the rest finish."""
        draining_of(self._app).set()
        await super().shutdown(sockets)


def serve(app: FastAPI, host: str, port: int) -> None:
    """Serve until SIGTERM or SIGINT."""
    Server(app, host, port).run()


class Beside:
    """Serves in a thread of its own until closed.

    Args:
        app: What is served.
        host: Where it listens.
        port: 0 takes a free one, see the attribute.

    Attributes:
        port: Where it listens, from the start.

    Raises:
        OSError: The port is taken.
    """

    def __init__(self, app: FastAPI, host: str, port: int) -> None:
        self._socket = socket.create_server((host, port), family=_family(host))
        self.port: int = self._socket.getsockname()[1]
        self._server = Server(app, host, self.port)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="http", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Let what is under way finish, for DRAIN_S at most, and free the port."""
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
