"""Permitted addresses: each is checked once, and only checked ones are connected to afterwards.

A name is resolved here and each of its addresses is checked. Code that connects by itself uses the checked
address (requests.py). For libraries that resolve names again, `only` checks each connection of the thread
when it is made, by Python's audit event `socket.connect`: whatever address the library has, whatever a name
resolves to a moment later, and wherever a redirect leads.
"""

from __future__ import annotations

import ipaddress
import socket
import sys
import threading
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

from muster.reactors.reactor import Undeliverable, Undelivered


class AddressRefused(OSError):
    """This thread may not connect there."""


def addresses_of(host: str, port: int, *, private: bool) -> list[str]:
    """The addresses of a name, all of which may be connected to.

    Args:
        host: Name or address.
        port: Port.
        private: Addresses of private networks, of this machine and the like are allowed.

    Raises:
        Undeliverable: one of them is not public, and private ones are not allowed.
        Undelivered: the name cannot be resolved now.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Undelivered(f"{host} cannot be resolved: {error}") from error
    addresses = [str(entry[4][0]) for entry in found]
    for address in addresses:
        if not private and not is_public(address):
            raise Undeliverable(f"{host} is {address}: private addresses are not allowed for it")
    return addresses


def is_public(address: str) -> bool:
    """Whether it is an address of the whole internet; a path, as of a Unix socket, is not."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_global
    except ValueError:
        return False


@contextmanager
def only(addresses: Collection[str] | None) -> Generator[None]:
    """Within the block this thread connects to these addresses; None: to any that is public.

    Raises:
        AddressRefused: from `socket.connect`, for any other; libraries take it for a failed connection.
    """
    _watch()
    _judge.allows = is_public if addresses is None else frozenset(addresses).__contains__
    try:
        yield
    finally:
        _judge.allows = None


class _Judge(threading.local):
    allows: Callable[[str], bool] | None = None


_judge = _Judge()


@cache
def _watch() -> None:
    """Install the audit hook, once for each process, as hooks stay; it ignores threads outside `only`."""
    sys.addaudithook(_audited)


def _audited(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "socket.connect" or _judge.allows is None:
        return
    target: Any = arguments[1]
    address = str(cast("Any", target[0]) if isinstance(target, tuple) else target)
    if not _judge.allows(address):
        raise AddressRefused(f"{address} is not an allowed address")
