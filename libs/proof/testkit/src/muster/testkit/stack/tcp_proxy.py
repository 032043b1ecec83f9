"""TcpProxy: the way to a server, which a test can cut, freeze, slow down, reset and restore."""

from __future__ import annotations

import queue
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final, Self

_CHUNK_BYTES: Final = 65_536
_CHUNKS_HELD_MAX: Final = 64
_POLL_S: Final = 0.05
_RESET_ON_CLOSE: Final = struct.pack("ii", 1, 0)
"""SO_LINGER on, zero seconds: closing sends RST instead of FIN."""


class TcpProxy:
    """Forwards connections from a port of its own to a server, as the link between them is at the moment.

    cut          every connection ends, and new ones are refused
    freeze       half-open: connections stay, and new ones are accepted, but nothing passes in any direction
    slow_down    what passes arrives later, or at a low rate
    reset        every connection ends with RST; new ones work
    restore      the link is sound again; what was held up passes

    Args:
        host: Server.
        port: Port of the server.

    Attributes:
        port: Port to connect to instead.
    """

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._cut = threading.Event()
        self._sound = threading.Event()
        self._sound.set()
        self._latency_s = 0.0
        self._bytes_per_s: float | None = None
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

    def freeze(self) -> None:
        """Silently stop passing data."""
        self._sound.clear()

    def slow_down(self, *, latency_ms: int = 0, bytes_per_s: int | None = None) -> None:
        """Let bytes arrive later, each direction by itself.

        Args:
            latency_ms: Delay of data, milliseconds.
            bytes_per_s: Bandwidth of each connection, bytes per second; None: unlimited.
        """
        self._latency_s, self._bytes_per_s = latency_ms / 1_000, bytes_per_s

    def reset(self) -> None:
        """Break every connection with RST."""
        for end in self._open:
            with suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        self._hang_up()

    def restore(self) -> None:
        """Make the link sound again."""
        self.slow_down()
        self._sound.set()
        self._cut.clear()

    def close(self) -> None:
        """Break every connection and stop listening."""
        self._closed = True
        self._sound.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # closing alone does not wake the thread that accepts
        self._listening.close()
        self._hang_up()

    def requests(self, chunks: Iterator[bytes], connection: object) -> Iterator[bytes]:
        """Filter the bytes from a client; passes all of them unless a subclass changes it.

        Args:
            chunks: Bytes from the client.
            connection: The same object for both directions of a connection.
        """
        del connection
        return chunks

    def answers(self, chunks: Iterator[bytes], connection: object) -> Iterator[bytes]:
        """Filter the bytes from the server; passes all of them unless a subclass changes it."""
        del connection
        return chunks

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
            try:
                far = socket.create_connection(self._target)
            except OSError:
                near.close()  # the server itself is away
                continue
            self._open += [near, far]
            connection = object()
            self._forward(near, far, lambda chunks, of=connection: self.requests(chunks, of))
            self._forward(far, near, lambda chunks, of=connection: self.answers(chunks, of))

    def _forward(
        self, one: socket.socket, other: socket.socket, passed: Callable[[Iterator[bytes]], Iterable[bytes]]
    ) -> None:
        """Two threads: bytes are on their way while others are read, so latency costs no throughput."""
        way: queue.Queue[tuple[float, bytes]] = queue.Queue(_CHUNKS_HELD_MAX)
        threading.Thread(target=self._read, args=(one, way, passed), daemon=True).start()
        threading.Thread(target=self._write, args=(way, other), daemon=True).start()

    @staticmethod
    def _read(
        one: socket.socket,
        way: queue.Queue[tuple[float, bytes]],
        passed: Callable[[Iterator[bytes]], Iterable[bytes]],
    ) -> None:
        try:
            with suppress(OSError):
                for chunk in passed(iter(lambda: one.recv(_CHUNK_BYTES), b"")):
                    way.put((time.monotonic(), chunk))
        finally:
            way.put((time.monotonic(), b""))

    def _write(self, way: queue.Queue[tuple[float, bytes]], other: socket.socket) -> None:
        with suppress(OSError):
            while True:
                sent_at_s, chunk = way.get()
                self._sound.wait()
                time.sleep(max(0.0, sent_at_s + self._latency_s - time.monotonic()))
                if not chunk:
                    break
                self._send(other, chunk)
            other.shutdown(socket.SHUT_WR)

    def _send(self, other: socket.socket, chunk: bytes) -> None:
        while chunk:
            rate = self._bytes_per_s
            if rate is None:
                other.sendall(chunk)
                return
            size = max(1, int(rate * _POLL_S))
            other.sendall(chunk[:size])
            chunk = chunk[size:]
            time.sleep(_POLL_S)
