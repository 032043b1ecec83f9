"""Which port each program listens on, and a clear error before anything starts when one is taken."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterable, Mapping

from muster.local.errors import ConflictError, UsageError
from muster.local.processes.program import Program

_LET_GO_S = 1.0
_POLL_S = 0.05


def choose(
    programs: Iterable[Program], asked: Mapping[str, int], saved: Mapping[str, int], *, any_free: bool = False
) -> dict[str, int]:
    """The port of every name: as requested, else $MUSTER_PORT_<NAME>, else the last one, else the default.

    Args:
        programs: the programs to choose ports for.
        asked: ports from the command line, by name.
        saved: ports of the last `up`, by name.
        any_free: take free ports instead of the defaults.

    Raises:
        UsageError: an unknown name, a number that is not a port, or one number for two names.
    """
    usual = {name: port for program in programs for name, port in program.ports.items()}
    if unknown := sorted(set(asked) - set(usual)):
        raise UsageError(f"--port {unknown[0]}: no such port; the names are {', '.join(usual)}")
    last_resort = _free_ports(usual) if any_free else usual
    ports = {
        name: asked.get(name) or _from_environment(name) or saved.get(name) or last_resort[name]
        for name in usual
    }
    _check_numbers(ports)
    return ports


def parse(setting: str) -> tuple[str, int]:
    """`kafka=19092` as a name and a number.

    Raises:
        UsageError: the text has another form.
    """
    name, _, number = setting.partition("=")
    if not name or not number.isdecimal():
        raise UsageError(f"--port {setting}: write NAME=NUMBER, as in kafka=19092")
    return name, int(number)


def check_free(ports: Mapping[str, int]) -> None:
    """Make sure that nothing listens on these ports yet.

    Waits a little: a process that was just killed is gone before its sockets are released.

    Raises:
        ConflictError: names every taken port and what to do.
    """
    deadline = time.monotonic() + _LET_GO_S
    while taken := {name: port for name, port in ports.items() if not _free(port)}:
        if time.monotonic() < deadline:
            time.sleep(_POLL_S)
            continue
        listed = ", ".join(f"{name} {port}" for name, port in taken.items())
        first = next(iter(taken))
        raise ConflictError(
            f"taken by another program: {listed}. Stop it (`ss -ltnp` names it), "
            f"choose another (--port {first}=NUMBER or MUSTER_PORT_{_variable(first)}=NUMBER), "
            "or take any that are free (--any-ports)"
        )


def _free_ports(names: Iterable[str]) -> dict[str, int]:
    """A free port for every name, from the operating system."""
    held = {name: socket.create_server(("127.0.0.1", 0)) for name in names}
    try:
        return {name: server.getsockname()[1] for name, server in held.items()}
    finally:
        for server in held.values():
            server.close()


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
        raise UsageError(f"MUSTER_PORT_{_variable(name)}={text}: not a number")
    return int(text)


def _variable(name: str) -> str:
    return name.upper().replace("-", "_")


def _check_numbers(ports: Mapping[str, int]) -> None:
    by_number: dict[int, str] = {}
    for name, port in ports.items():
        if not 1 <= port <= 65535:
            raise UsageError(f"{name}={port}: a port is a number from 1 to 65535")
        if port in by_number:
            raise UsageError(f"{name} and {by_number[port]} are both given port {port}")
        by_number[port] = name
