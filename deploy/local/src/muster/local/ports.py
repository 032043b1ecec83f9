"""Which port each program listens on, and a clear error before anything starts when one is taken."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Mapping

from muster.local.program import Program


class PortError(RuntimeError):
    """A port is taken, or a setting names a port that does not exist."""


def choose(programs: Iterable[Program], saved: Mapping[str, int], asked: Mapping[str, int]) -> dict[str, int]:
    """The port of every name: asked for, else $MUSTER_PORT_<NAME>, else the last one, else the default.

    Raises:
        PortError: an unknown name, a number that is no port, or one number for two names.
    """
    defaults = {name: port for program in programs for name, port in program.ports.items()}
    if unknown := sorted(set(asked) - set(defaults)):
        raise PortError(f"--port {unknown[0]}: no such port; the names are {', '.join(defaults)}")
    ports = {name: asked.get(name) or _from_environment(name) or saved.get(name) or defaults[name] for name in defaults}
    _check_numbers(ports)
    return ports


def choose_free(programs: Iterable[Program]) -> dict[str, int]:
    """A free port for every name, as the operating system gives them."""
    names = [name for program in programs for name in program.ports]
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in names]
    try:
        return {name: held.getsockname()[1] for name, held in zip(names, sockets, strict=True)}
    finally:
        for held in sockets:
            held.close()


def parse(setting: str) -> tuple[str, int]:
    """`kafka=19092` as a name and a number.

    Raises:
        PortError: the text has another form.
    """
    name, _, number = setting.partition("=")
    if not name or not number.isdecimal():
        raise PortError(f"--port {setting}: write NAME=NUMBER, as in kafka=19092")
    return name, int(number)


def check_free(ports: Mapping[str, int]) -> None:
    """Make sure that nobody listens on these ports yet.

    Raises:
        PortError: names every taken port and what to do.
    """
    taken = {name: port for name, port in ports.items() if not _free(port)}
    if taken:
        listed = ", ".join(f"{name} {port}" for name, port in taken.items())
        first = next(iter(taken))
        raise PortError(
            f"taken by another program: {listed}. Stop it (`ss -ltnp` names it), "
            f"or choose another: --port {first}=NUMBER or MUSTER_PORT_{_variable(first)}=NUMBER"
        )


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _from_environment(name: str) -> int | None:
    text = os.environ.get(f"MUSTER_PORT_{_variable(name)}")
    if text is None:
        return None
    if not text.isdecimal():
        raise PortError(f"MUSTER_PORT_{_variable(name)}={text}: not a number")
    return int(text)


def _variable(name: str) -> str:
    return name.upper().replace("-", "_")


def _check_numbers(ports: Mapping[str, int]) -> None:
    by_number: dict[int, str] = {}
    for name, port in ports.items():
        if not 1 <= port <= 65535:
            raise PortError(f"{name}={port}: a port is a number from 1 to 65535")
        if port in by_number:
            raise PortError(f"{name} and {by_number[port]} are both given port {port}")
        by_number[port] = name
