"""The ranks of a gang no longer reach each other: the attempt ends whole, and the next one does the work."""

from __future__ import annotations

from typing import Any, Final

import pytest
from muster.local.processes.ports import free_block
from muster.testkit.stack.gate import PASSED, Gate
from muster.testkit.stack.product import Product
from muster.testkit.stack.tcp_proxy import TcpProxy

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]

SILENCE_S: Final = 15

MEETING = f"""{PASSED}
import time

def exchanged(other, rank):
    other.settimeout({SILENCE_S})
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
    server.settimeout({SILENCE_S})
    connected = lambda: server.accept()[0]
else:
    connected = lambda: socket.create_connection(("127.0.0.1", int(os.environ["THROUGH"])), {SILENCE_S})
other = meet(connected, rank, time.monotonic() + 120)
print("met", flush=True)
said = b"x"
while said != b".":
    if rank == 1:
        other.sendall(b"." if gate_is_open() else b"x")
    said = other.recv(1)
    assert said, "the other rank is gone"
    if rank == 0:
        other.sendall(said)
    time.sleep(0.1)
"""
"""Two ranks that meet, and talk until the test lets them end; long silence is the end of both.

They are in touch only when each has answered the other: the link may still be frozen when the second attempt
begins, and connections of that time end as soon as it is sound again. Rank 1 says when both end.
"""


def facts(product: Product, job_id: str) -> list[dict[str, Any]]:
    return [event["payload"] for event in product.events(job_id)]


def requeued(product: Product, job_id: str) -> int:
    return len([fact for fact in facts(product, job_id) if fact["type"] == "JobRequeued"])


def test_ranks_that_lose_each_other_run_again_together(product: Product) -> None:
    listen = free_block()[0]
    with Gate() as gate, TcpProxy("127.0.0.1", listen) as link:
        request = {
            "name": "apart",
            "ranks": 2,
            "command": ["python", "-c", MEETING],
            "env": {"LISTEN": str(listen), "THROUGH": str(link.port), "GATE": str(gate.port)},
            "resources": {"cpu": 0.1, "memory": "128MiB"},
            "retry": {"attempts": 3, "backoff": "1s"},
        }
        answer = product.http.post("/v1/jobs", json=request).raise_for_status()
        job_id = str(answer.json()["job_id"])
        product.wait_for_state(job_id, "RUNNING")
        product.wait_for_output(job_id, "met")
        before = requeued(product, job_id)
        link.freeze()
        product.until(lambda: requeued(product, job_id) > before)
        link.restore()
        gate.open()
        product.wait_for_state(job_id, "SUCCEEDED")
    bound = [fact for fact in facts(product, job_id) if fact["type"] == "GangBound"]
    assert [fact["attempt"] for fact in bound] == [1, 2]
    assert [len(fact["placements"]) for fact in bound] == [2, 2], "both ranks each time"
