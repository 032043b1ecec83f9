"""The ranks of a gang no longer reach each other: the attempt ends whole, and the next one does the work."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from muster.testkit.stack.product import Product
from muster.testkit.stack.tcp_proxy import TcpProxy

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

MEETING = """
import os, socket, time

def exchanged(other, rank):
    other.settimeout(3)
    if rank == 0:
        other.sendall(other.recv(1))
        return other.recv(1) == b"!"
    other.sendall(b"?")
    if other.recv(1) != b"?":
        return False
    other.sendall(b"!")
    return True

def meet(connected, rank, end):
    while time.monotonic() < end:
        try:
            other = connected()
            if exchanged(other, rank):
                return other
        except OSError:
            pass
        time.sleep(0.1)
    raise TimeoutError("the other rank never answered")

rank = int(os.environ["RANK"])
if rank == 0:
    server = socket.create_server(("127.0.0.1", int(os.environ["LISTEN"])))
    server.settimeout(3)
    connected = lambda: server.accept()[0]
else:
    connected = lambda: socket.create_connection(("127.0.0.1", int(os.environ["THROUGH"])), 3)
other = meet(connected, rank, time.monotonic() + 60)
print("met", flush=True)
other.settimeout(15)
for _ in range(80):
    other.sendall(b"x")
    assert other.recv(1), "the other rank is gone"
    time.sleep(0.1)
"""
"""Two ranks that meet, and talk for about eight seconds; silence of fifteen seconds is the end of both.

They are in touch only when each has answered the other: the link may still be frozen when the second attempt
begins, and connections of that time end as soon as it is sound again. Both send and expect the same number of
bytes: a rank that talked until a time of its own would miss the one that met it a moment earlier.
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def facts(product: Product, job_id: str) -> list[dict[str, Any]]:
    return [event["payload"] for event in product.events(job_id)]


def outputs(product: Product, job_id: str, attempts: int) -> list[str]:
    """What the ranks printed, an attempt each."""
    return [
        product.muster("logs", job_id, "--attempt", str(attempt), check=False).stdout
        for attempt in range(1, attempts + 1)
    ]


def test_ranks_that_lose_each_other_run_again_together(product: Product) -> None:
    listen = free_port()
    with TcpProxy("127.0.0.1", listen) as link:
        request = {
            "name": "apart",
            "ranks": 2,
            "command": ["python", "-c", MEETING],
            "env": {"LISTEN": str(listen), "THROUGH": str(link.port)},
            "resources": {"cpu": 0.1, "memory": "128MiB"},
            "retry": {"attempts": 3, "backoff": "1s"},
        }
        answer = product.http.post("/v1/jobs", json=request).raise_for_status()
        job_id = str(answer.json()["job_id"])
        product.wait_for_state(job_id, "RUNNING")
        product.until(lambda: "met" in product.muster("logs", job_id, check=False).stdout, 60)
        link.freeze()
        product.until(lambda: "JobRequeued" in [fact["type"] for fact in facts(product, job_id)], 60)
        link.restore()
        product.wait_for_state(job_id, "SUCCEEDED", 120)
    history = facts(product, job_id)
    bound = [fact for fact in history if fact["type"] == "GangBound"]
    assert [fact["attempt"] for fact in bound] == [1, 2], (history, outputs(product, job_id, len(bound)))
    assert [len(fact["placements"]) for fact in bound] == [2, 2], "both ranks each time"
