"""Gang: sums a vector over all ranks and passes texts between them, through sockets to rank 0.

Rank 0 listens at MASTER_ADDR:MASTER_PORT, sums the vectors of all ranks and sends the sum back: an all-reduce
as a reduce and a broadcast. With many ranks a ring moves less data; with a few ranks this is as fast and
easier to read.
"""

from __future__ import annotations

import json
import socket
import struct
import time
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

JOIN_S = 60.0
"""How long the other ranks may take to connect: a gang starts together, but machines differ in speed."""
ANSWER_S = 60.0
"""How long a peer may take to send or receive one message."""
GREET_S = 5.0
"""How long a new connection to rank 0 may take to show that it comes from a rank."""
GREETING = b"muster-gang\0"
"""The first bytes that a rank sends; connections that begin otherwise are closed."""


class Gang:
    """All ranks of a job.

    Args:
        rank: The rank of this process, from 0.
        size: Number of ranks.
        address: Address of rank 0; not used by a gang of one.
        port: Port on which rank 0 listens.

    Raises:
        OSError: The other ranks did not connect within JOIN_S.
    """

    def __init__(self, rank: int, size: int, address: str, port: int) -> None:
        self._rank = rank
        if size == 1:
            self._peers: list[socket.socket] = []
        elif rank == 0:
            self._peers = _gather(address, port, size - 1)
        else:
            self._peers = [_join(address, port)]
            self._peers[0].sendall(GREETING)

    def __enter__(self) -> Gang:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        for peer in self._peers:
            peer.close()

    def sum(self, vector: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum of all ranks' vectors, which must have the same length.

        Raises:
            OSError: A rank has closed its connection or did not answer within ANSWER_S.
        """
        if self._rank == 0:
            for peer in self._peers:
                vector = vector + np.frombuffer(_receive(peer))
            for peer in self._peers:
                _send(peer, vector.tobytes())
            return vector
        _send(self._peers[0], vector.tobytes())
        return np.frombuffer(_receive(self._peers[0]))

    def exchange(self, text: str) -> list[str]:
        """The texts of all ranks, in the order of ranks.

        Raises:
            OSError: A rank has closed its connection or did not answer within ANSWER_S.
        """
        if self._rank == 0:
            heard = dict(json.loads(_receive(peer)) for peer in self._peers)
            texts = [text, *(heard[rank] for rank in sorted(heard))]
            for peer in self._peers:
                _send(peer, json.dumps(texts).encode())
            return texts
        _send(self._peers[0], json.dumps([self._rank, text]).encode())
        return json.loads(_receive(self._peers[0]))


def _gather(address: str, port: int, others: int) -> list[socket.socket]:
    peers: list[socket.socket] = []
    deadline = time.monotonic() + JOIN_S
    with socket.create_server((address, port), backlog=others) as server:
        while len(peers) < others:
            server.settimeout(max(deadline - time.monotonic(), 0.001))
            peer = server.accept()[0]
            if _greets(peer):
                peers.append(_tuned(peer))
            else:
                peer.close()  # for example a scan of ports, or a client of a server that had this port before
    return peers


def _greets(peer: socket.socket) -> bool:
    peer.settimeout(GREET_S)
    try:
        return _exactly(peer, len(GREETING)) == GREETING
    except OSError:
        return False


def _join(address: str, port: int) -> socket.socket:
    deadline = time.monotonic() + JOIN_S
    while True:
        try:
            return _tuned(socket.create_connection((address, port), timeout=JOIN_S))
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)  # rank 0 is still importing numpy


def _tuned(peer: socket.socket) -> socket.socket:
    peer.settimeout(ANSWER_S)
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # the peer waits for every message
    return peer


def _send(peer: socket.socket, data: bytes) -> None:
    peer.sendall(struct.pack("!Q", len(data)) + data)


def _receive(peer: socket.socket) -> bytes:
    (size,) = struct.unpack("!Q", _exactly(peer, 8))
    return _exactly(peer, size)


def _exactly(peer: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        piece = peer.recv(size - len(data))
        if not piece:
            raise ConnectionError("a rank closed its connection")
        data += piece
    return bytes(data)
