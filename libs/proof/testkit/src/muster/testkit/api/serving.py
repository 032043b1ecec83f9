"""An API on a port of this machine, served as in a service's process."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

from fastapi import FastAPI
from muster.service.roles import Missing
from muster.service.serving.operations import RoleState
from muster.service.serving.server import BackgroundServer


class Served:
    """Serves an API until closed.

    Args:
        app: The application.
        missing: Why its role is not ready, for /readyz.
        port: Port; 0 takes a free one.

    Attributes:
        url: Its address.
    """

    def __init__(self, app: FastAPI, missing: Missing = lambda: None, *, port: int = 0) -> None:
        states = {"test:api": RoleState(missing)}
        self._stop = threading.Event()
        self._server = BackgroundServer("127.0.0.1", port, lambda: states, name="test")
        self._server.start()
        self._thread = threading.Thread(target=self._server.serve, args=("test", app, self._stop))
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.port}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Finish running requests and free the port."""
        self._stop.set()
        self._server.close()
        self._thread.join()
