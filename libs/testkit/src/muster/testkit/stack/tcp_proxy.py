"""TcpProxy: a TCP connection to a server that a test can cut and restore: an outage as clients see it."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self


class TcpProxy:
    """Forwards connections from a port of its own to a server until it is cut.

    Args:
        host: Server.
        port: Its port.

    Attributes:
        port: Where to connect instead.
    """

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._cut = threading.Event()
        self._closed = False
        threading.Thread(target=self._accept, name="tcp-proxy", daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cut(self) -> None:
        """Break every connection and refuse new ones."""
        self._cut.set()
        self._hang_up()

    def restore(self) -> None:
        """Accept connections again."""
        self._cut.clear()

    def close(self) -> None:
        """Break every connection and stop listening."""
        self._closed = True
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # closing alone does not wake the thread that accepts
        self._listening.close()
        self._hang_up()

    def _hang_up(self) -> None:
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()

    def _accept(self) -> None:
        while not self._closed:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            if self._cut.is_set():
                near.close()
                continue
            far = socket.create_connection(self._target)
            self._open += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._forward, args=(one, other), daemon=True).start()

    @staticmethod
    def _forward(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
