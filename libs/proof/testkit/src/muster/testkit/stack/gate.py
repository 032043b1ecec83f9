"""Gate: lets a test release a waiting job of its own."""

from __future__ import annotations

import socket
from typing import Final, Self

_WAITING_MAX: Final = 64

PASSED: Final = """
import os, socket

def gate_is_open():
    with socket.socket() as call:
        return call.connect_ex(("127.0.0.1", int(os.environ["GATE"]))) == 0
"""
"""Preamble for a Python job that defines `gate_is_open()`; GATE in its environment is the port."""


class Gate:
    """A port of 127.0.0.1 that is held from the beginning and takes connections once it is open.

    Attributes:
        port: Port at which a job checks whether it is open.
    """

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def open(self) -> None:
        """Let everybody pass, from now on."""
        self._socket.listen(_WAITING_MAX)
