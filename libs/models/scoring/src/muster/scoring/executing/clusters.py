"""An existing cluster, watched: Ray's client waits minutes for one that is dead, and says little then."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from muster.events.refusal import must_be
from muster.scoring.executing.local_ray import NotReached
from muster.scoring.executing.system import SystemClock

REACH_S: Final = 15.0
"""How long a cluster is tried to be reached."""

PROBE_S: Final = 5.0
"""Longest answer to one probe, and time between probes."""

MISSED_MAX: Final = 3
"""Probes in a row without an answer after which a cluster counts as dead."""

_PAUSE_S: Final = 0.5

_PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""A client's connection preface with an empty SETTINGS frame (RFC 9113, section 3.4)."""

_HEADER_BYTES: Final = 9
_SETTINGS: Final = 4


@contextmanager
def watched(address: str, lost: Callable[[], None], *, reach_s: float = REACH_S) -> Generator[None]:
    """Watch a cluster until the block ends.

    Args:
        address: HOST:PORT of its GCS.
        lost: Called in a thread, once, if the cluster dies within the block, about 20 s later. It should call
            `os._exit`, as Ray's client does not notice.
        reach_s: Time to reach it in.

    Raises:
        NotReached: Nothing answers there as a Ray does.
    """
    clock, over = SystemClock(), threading.Event()
    until_s = clock.monotonic_s() + reach_s
    while problem := _problem(address, min(PROBE_S, reach_s)):
        if clock.monotonic_s() + _PAUSE_S >= until_s:
            raise NotReached(
                must_be("the Ray cluster's address", address, f"that of a running one: {problem}")
            )
        over.wait(_PAUSE_S)

    def watch() -> None:
        missed = 0
        while missed < MISSED_MAX:
            if over.wait(PROBE_S):
                return
            missed = missed + 1 if _problem(address, PROBE_S) else 0
        lost()

    watching = threading.Thread(target=watch, name="muster-ray-cluster", daemon=True)
    watching.start()
    try:
        yield
    finally:
        over.set()
        watching.join()


def _problem(address: str, within_s: float) -> str:
    """Ask a GCS, a gRPC server, for the first frame of HTTP/2; return why it is no such server, or ""."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        return "it is not HOST:PORT"
    try:
        with socket.create_connection((host, int(port)), within_s) as connection:
            if os.environ.get("RAY_USE_TLS", "0") != "0":
                return ""  # Ray's own certificates would be needed to ask further
            connection.settimeout(within_s)
            connection.sendall(_PREFACE)
            header = connection.recv(_HEADER_BYTES, socket.MSG_WAITALL)
    except (OSError, OverflowError) as error:
        return f"{type(error).__name__}: {error}"
    if len(header) < _HEADER_BYTES or header[3] != _SETTINGS:
        return "what answers there is no Ray"
    return ""
