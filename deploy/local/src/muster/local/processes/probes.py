"""Readiness probes: one quick request to a server, in its own protocol, without a client library.

A probe returns at once; it is repeated until the program is ready or its time is up.
"""

from __future__ import annotations

import json
import socket
import struct
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from muster.local.processes.program import Lack

if TYPE_CHECKING:
    from urllib.request import OpenerDirector

Address = tuple[str, int]
"""Host and port."""

_PATIENCE_S = 2.0
_KAFKA_FIND_COORDINATOR = 10
_KAFKA_KEY_TYPE_TRANSACTION = 1


def http_ok(url: str) -> bool:
    """Whether GET `url` answers 2xx."""
    return 200 <= _http_status(url) < 300


def http_answers(url: str) -> bool:
    """Whether GET `url` answers at all: a 403 of a store that requires a signature is an answer."""
    return 200 <= _http_status(url) < 500


def bolt_answers(address: Address) -> bool:
    """Whether a Bolt server agrees on a protocol version (neo4j.com/docs/bolt/current/bolt/handshake)."""
    magic = b"\x60\x60\xb0\x17"
    proposals = b"\x00\x08\x08\x05" + b"\x00\x04\x04\x04" + bytes(8)
    return _exchange(address, magic + proposals, answer_bytes=4) not in (b"", bytes(4))


def postgres_answers(address: Address) -> bool:
    """Whether PostgreSQL answers in its protocol: 'S' or 'N' to an SSLRequest.

    (postgresql.org/docs/18/protocol-message-formats.html, SSLRequest)
    """
    return _exchange(address, struct.pack(">II", 8, 80877103), answer_bytes=1) in (b"S", b"N")


def kafka_coordinates_transactions(address: Address) -> bool:
    """Whether the broker names a transaction coordinator.

    The first such question makes the broker create `__transaction_state`, so a ready broker has no such work
    left for the first producer (kafka.apache.org/protocol: FindCoordinator v1, request header v1).
    """
    client, key = b"muster", b"readiness"
    header = struct.pack(">hhih", _KAFKA_FIND_COORDINATOR, 1, 1, len(client)) + client
    body = struct.pack(">h", len(key)) + key + struct.pack(">b", _KAFKA_KEY_TYPE_TRANSACTION)
    request = header + body
    answer = _exchange(address, struct.pack(">i", len(request)) + request, answer_bytes=14)
    # size int32, correlation id int32, throttle int32, error code int16
    return len(answer) == 14 and struct.unpack(">iiih", answer)[3] == 0


def http_lacks(url: str) -> Lack | None:
    """Ask a service what it lacks: `detail` and `remedies` of the problem returned by GET `url`.

    Returns None if it answers 2xx and lacks nothing.
    """
    from http.client import HTTPException  # noqa: PLC0415
    from urllib.error import HTTPError  # noqa: PLC0415

    try:
        try:
            _opener().open(url, timeout=_PATIENCE_S).close()  # any status but 2xx raises
        except HTTPError as error:
            with error:
                return _lack(error.read())
    except (OSError, HTTPException):
        return Lack()  # it does not answer yet, or not to the end
    return None


def _lack(body: bytes) -> Lack:
    try:
        problem: object = json.loads(body)
    except ValueError:
        return Lack()
    if not isinstance(problem, dict):
        return Lack()
    members = cast("dict[str, Any]", problem)
    return Lack(str(members.get("detail", "")), tuple(members.get("remedies", ())))


def _http_status(url: str) -> int:
    """The status of the answer to GET `url`; 0 when there is none."""
    # Loaded when used: help and the status of a stack that does not run send no request.
    from http.client import HTTPException  # noqa: PLC0415
    from urllib.error import HTTPError  # noqa: PLC0415

    try:
        with _opener().open(url, timeout=_PATIENCE_S) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code
    except (OSError, HTTPException):
        return 0


@cache
def _opener() -> OpenerDirector:
    """An opener without a proxy: the servers are on this machine."""
    from urllib.request import ProxyHandler, build_opener  # noqa: PLC0415

    return build_opener(ProxyHandler({}))


def _exchange(address: Address, question: bytes, *, answer_bytes: int) -> bytes:
    """Send `question`; up to `answer_bytes` of the answer, b"" when there is none."""
    try:
        with socket.create_connection(address, timeout=_PATIENCE_S) as connection:
            connection.sendall(question)
            answer = b""
            while len(answer) < answer_bytes and (part := connection.recv(answer_bytes - len(answer))):
                answer += part
            return answer
    except OSError:
        return b""
