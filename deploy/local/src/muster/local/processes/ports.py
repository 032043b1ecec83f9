"""Choose the port of each program, with a clear error before anything starts if one is taken.

Free ports are below the system's ephemeral ports (from 32,768 on Linux), so that no connection takes the port
of a server that has not started yet or is restarting. They come in blocks, and a block is not assigned twice
within ten minutes, so that two stacks started at the same time get different ones.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import tempfile
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Final

from muster.local.errors import ConflictError, UsageError
from muster.local.processes.program import Program

_LET_GO_S = 5.0
_POLL_S = 0.05
_BLOCK_PORTS: Final = 128
_BLOCKS: Final = range(20_000, 29_500 - _BLOCK_PORTS, _BLOCK_PORTS)
"""The first port of each block; from 29,500 on are the default ports of gangs."""
_GIVEN_S: Final = 600.0
"""Seconds until a block can be assigned again; a stack has long been listening by then."""


def choose(
    programs: Sequence[Program], asked: Mapping[str, int], saved: Mapping[str, int], *, any_free: bool = False
) -> dict[str, int]:
    """Choose the port of every name: as requested, else $MUSTER_PORT_<NAME>, else the last, else the default.

    Args:
        programs: the programs to choose ports for.
        asked: ports from the command line, by name.
        saved: ports of the last `up`, by name.
        any_free: take free ports instead of the defaults.

    Raises:
        UsageError: an unknown name, a number that is not a port, or one number for two names.
    """
    usual = {name: port for program in programs for name, port in program.ports.items()}
    usual |= {name: port for program in programs for name, port in program.lent_ports.items()}
    if unknown := sorted(set(asked) - set(usual)):
        raise UsageError(f"--port names {unknown[0]}; must be one of {', '.join(usual)}")
    ports = {name: _chosen(name, asked, saved) for name in usual}
    open_names = [name for name, port in ports.items() if port is None]
    lent = {name for program in programs for name in program.lent_ports}
    last_resort = _any_free(open_names, lent) if any_free and open_names else usual
    chosen = {name: last_resort[name] if port is None else port for name, port in ports.items()}
    _check_numbers(chosen)
    return chosen


def parse(setting: str) -> tuple[str, int]:
    """Parse a setting such as `kafka=19092` into a name and a number.

    Raises:
        UsageError: the text has another form.
    """
    name, _, number = setting.partition("=")
    if not name or not number.isdecimal():
        raise UsageError(f"--port is {setting}; must be NAME=NUMBER, e.g. kafka=19092")
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
            f"ports in use by another program: {listed}. Stop it (`ss -ltnp` names it), "
            f"choose another (--port {first}=NUMBER or MUSTER_PORT_{_variable(first)}=NUMBER), "
            "or use any free ports (--any-ports)"
        )


def free_block() -> range:
    """Find 128 ports of 127.0.0.1 that are free and were not assigned in the last ten minutes.

    If all blocks were assigned recently, returns the free one that was assigned first.

    Raises:
        ConflictError: every block has a port in use.
    """
    file = Path(tempfile.gettempdir()) / f"muster-ports-{os.getuid()}.json"
    with file.open("a+") as shared:
        fcntl.flock(shared, fcntl.LOCK_EX)
        shared.seek(0)
        given_at_s: dict[str, float] = json.loads(shared.read() or "{}")
        now_s = time.time()
        lately = {int(first): at_s for first, at_s in given_at_s.items() if now_s - at_s < _GIVEN_S}
        order = SystemRandom().sample(_BLOCKS, len(_BLOCKS))
        for first in sorted(order, key=lambda first: lately.get(first, 0.0)):
            block = range(first, first + _BLOCK_PORTS)
            if all(map(_free, block)):
                shared.truncate(0)
                shared.write(json.dumps({**lately, first: now_s}))
                return block
    raise ConflictError(
        f"no {_BLOCK_PORTS} consecutive ports from {min(_BLOCKS)} on are free. "
        "Stop the programs that listen there (`ss -ltnp` lists them), or set ports with --port NAME=NUMBER"
    )


def _any_free(names: Iterable[str], lent: Collection[str]) -> dict[str, int]:
    """Assign a free port to every name; lent ports start in the middle of the block and get the rest."""
    block = free_block()
    own = [name for name in names if name not in lent]
    return {**dict(zip(own, block, strict=False)), **dict.fromkeys(lent, block[_BLOCK_PORTS // 2])}


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _chosen(name: str, asked: Mapping[str, int], saved: Mapping[str, int]) -> int | None:
    """Return the port from the command line, else from the environment, else from the last `up`."""
    port = asked.get(name)
    port = _from_environment(name) if port is None else port
    return saved.get(name) if port is None else port


def _from_environment(name: str) -> int | None:
    text = os.environ.get(f"MUSTER_PORT_{_variable(name)}")
    if text is None:
        return None
    if not text.isdecimal():
        raise UsageError(f"MUSTER_PORT_{_variable(name)} is {text}; must be a number from 1 to 65535")
    return int(text)


def _variable(name: str) -> str:
    return name.upper().replace("-", "_")


def _check_numbers(ports: Mapping[str, int]) -> None:
    by_number: dict[int, str] = {}
    for name, port in ports.items():
        if not 1 <= port <= 65535:
            raise UsageError(f"port {name} is {port}; must be a number from 1 to 65535")
        if port in by_number:
            raise UsageError(
                f"{name} and {by_number[port]} both have port {port}; each needs a port of its own"
            )
        by_number[port] = name
