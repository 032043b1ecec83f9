"""KafkaProxy: one client's way to the broker, so that only this client meets a fault of the link.

Clients ask the broker where it is, and would connect to it directly from then on. The proxy puts its own port
into those answers: host and port have the same length as before, so nothing else moves. It knows no more of
the protocol than frames and their headers (kafka.apache.org/protocol): a request begins with its API key,
version and correlation id, an answer with the correlation id.

It can also hold back the end of a transaction, as the network may do with any request, or everything that a
client reads, while what it writes passes.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final

from muster.testkit.stack.tcp_proxy import TcpProxy

PRODUCE: Final = 0
FETCH: Final = 1
METADATA: Final = 3
FIND_COORDINATOR: Final = 10
END_TXN: Final = 26
DESCRIBE_CLUSTER: Final = 60

_TELL_WHERE: Final = frozenset({METADATA, FIND_COORDINATOR, DESCRIBE_CLUSTER})
_HOST: Final = b"127.0.0.1"
_ANSWER_S: Final = 10.0
_POLL_S: Final = 0.002


class KafkaProxy(TcpProxy):
    """A proxy of one broker on this machine.

    Args:
        bootstrap: HOST:PORT of the broker; HOST is 127.0.0.1.

    Attributes:
        bootstrap: HOST:PORT that a client is given instead.
        overtaken: The broker's error code for each end of a transaction that arrived late; 0: it took it.
    """

    def __init__(self, bootstrap: str) -> None:
        host, _, port = bootstrap.partition(":")
        if host.encode() != _HOST:
            raise ValueError(f"bootstrap is {bootstrap!r}; must be {_HOST.decode()}:PORT")
        self._broker = (host, int(port))
        super().__init__(*self._broker)
        self.bootstrap = f"{host}:{self.port}"
        self.overtaken: list[int] = []
        self._their_port, self._our_port = (_HOST + struct.pack(">i", p) for p in (int(port), self.port))
        self._asked: dict[object, dict[int, int]] = {}
        self._end_delay_s = 0.0
        self._reads = threading.Event()
        self._reads.set()
        self._overtaken = False
        self._kept: bytes | None = None

    def delay_ends(self, seconds: float) -> None:
        """Delay every end of a transaction, and everything sent after it on the same connection."""
        self._end_delay_s = seconds

    def hold_reads(self) -> None:
        """Pass no answer with records until `restore`, not even to requests that the broker has already.

        Writes of the client pass on other connections.
        """
        self._reads.clear()

    def overtake_end(self) -> None:
        """Have the next end of a transaction overtaken by its own repetition.

        Its connection breaks before the broker has it, so the client repeats it on another one. The first
        copy arrives in the middle of the next transaction, after its first write.
        """
        self._overtaken = True

    def restore(self) -> None:
        """Restore the link: release held reads, stop delaying transaction ends."""
        self._reads.set()
        self._end_delay_s, self._overtaken, self._kept = 0.0, False, None
        super().restore()

    def requests(self, chunks: Iterator[bytes], connection: object) -> Iterator[bytes]:
        """Note the kind of each request, and delay ends of transactions."""
        asked = self._asked.setdefault(connection, {})
        written: int | None = None
        for frame in _frames(chunks):
            api_key, _, correlation_id = struct.unpack_from(">hhi", frame, 4)
            asked[correlation_id] = api_key
            if api_key == END_TXN:
                time.sleep(self._end_delay_s)
                if self._overtaken:
                    self._overtaken, self._kept = False, frame
                    self.reset()
                    return
            elif api_key == PRODUCE and self._kept is not None:
                if written is not None:
                    self._send_kept(asked, written)
                written = correlation_id
            yield frame

    def answers(self, chunks: Iterator[bytes], connection: object) -> Iterator[bytes]:
        """Hold reads, and put the proxy's port in the place of the broker's."""
        asked = self._asked.setdefault(connection, {})
        for frame in _frames(chunks):
            (correlation_id,) = struct.unpack_from(">i", frame, 4)
            known = asked.pop(correlation_id, None)
            if known == FETCH:
                self._reads.wait()
            yield frame.replace(self._their_port, self._our_port) if known in _TELL_WHERE else frame

    def _send_kept(self, asked: Mapping[int, int], written: int) -> None:
        """Send the kept end, once the write with this correlation id is answered."""
        deadline_s = time.monotonic() + _ANSWER_S
        while written in asked and time.monotonic() < deadline_s:
            time.sleep(_POLL_S)
        frame, self._kept = self._kept or b"", None
        with suppress(OSError), socket.create_connection(self._broker, timeout=_ANSWER_S) as connection:
            connection.sendall(frame)
            answer = next(_frames(iter(lambda: connection.recv(4096), b"")))
            # size, correlation id, throttle time, error code: EndTxn v0 to v2
            self.overtaken.append(struct.unpack_from(">iiih", answer)[3])


def _frames(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Whole frames, each with its length before it."""
    held = bytearray()
    for chunk in chunks:
        held += chunk
        while len(held) >= 4 and len(held) >= (size := 4 + int.from_bytes(held[:4], "big")):
            yield bytes(held[:size])
            del held[:size]
