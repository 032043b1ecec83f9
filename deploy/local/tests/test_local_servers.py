"""All six real servers, as the whole test run uses them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from socket import SOCK_DGRAM
from typing import Any

import psutil
import pytest
from muster.local import stack
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.local.servers import SERVERS

pytestmark = pytest.mark.stack


@pytest.fixture
def running(test_home: Home, endpoints: Mapping[str, str]) -> Home:
    """The home of the run's own servers."""
    assert endpoints
    if not test_home.endpoints_file.exists():
        pytest.skip("this run uses servers that were started elsewhere")
    return test_home


def test_every_server_is_ready(running: Home) -> None:
    states = {standing.name: standing.state for standing in stack.status(running)}
    assert {server.name: states[server.name] for server in SERVERS} == dict.fromkeys(
        (server.name for server in SERVERS), "ready"
    )


def test_all_listen_on_this_machine_only(running: Home) -> None:
    expected = {port for server in SERVERS for port in (running.saved_ports()[name] for name in server.ports)}
    found: set[int] = set()
    for server in SERVERS:
        leader = supervisor.alive(running, server.name)
        assert leader is not None
        for process in [leader, *leader.children(recursive=True)]:
            for connection in _connections(process):
                takes_packets = connection.type is SOCK_DGRAM and not connection.raddr
                if connection.status == psutil.CONN_LISTEN or takes_packets:
                    assert connection.laddr.ip in {"127.0.0.1", "::ffff:127.0.0.1", "::1"}, (
                        server.name,
                        connection,
                    )
                    found.add(connection.laddr.port)
    assert expected <= found


def _connections(process: psutil.Process) -> Sequence[Any]:
    """Return the sockets of a process; empty once it has ended, as children of Postgres do."""
    try:
        return process.net_connections("inet")
    except psutil.NoSuchProcess:
        return ()


def test_memory_stays_in_its_budget(running: Home) -> None:
    total = sum(standing.resident_bytes for standing in stack.status(running))
    assert total < 3_000_000_000, "4 GB with the services"
