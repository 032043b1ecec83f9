"""A node that beats fast dies beside one that beats slowly; one takes no orders; one's beats are invalid."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from muster.events.job_events import NodeJoined
from muster.events.topics import NODE_HEARTBEATS
from muster.events.wire.envelope import Envelope
from muster.journal import Outgoing, Producer, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.testkit.cores import build
from muster.testkit.stack.kafka_proxy import KafkaProxy
from muster.testkit.stack.machine import machine
from muster.testkit.stack.product import Product, is_main
from muster.testkit.tokens import Tokens

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]

INTERVAL_MS = 500
LEASE_MS = 2_000


@pytest.fixture
def producer(product: Product) -> Iterator[Producer]:
    servers = product.endpoints
    journal = KafkaJournal(
        servers["MUSTER_KAFKA_BOOTSTRAP"], servers["MUSTER_SCHEMA_REGISTRY_URL"], "pretended-node"
    )
    with closing(journal), closing(journal.producer("pretended-node")) as made:
        yield made


def node(name: str, interval_ms: int, lease_ms: int) -> NodeJoined:
    """Too small for any job."""
    made = build.node(f"{name}-{uuid4().hex[:8]}", gpus=0, model="", cpu_milli=1, memory_mib=1)
    return replace(made, interval_ms=interval_ms, lease_ms=lease_ms)


def beat(producer: Producer, tokens: Tokens, joined: NodeJoined) -> None:
    envelope = Envelope(
        event_id=uuid4().hex,
        key=joined.node_id,
        occurred_at_ms=SystemClock().now_ms(),
        producer=joined.node_id,
        correlation_id=joined.node_id,
        payload=build.beat(joined),
    )
    token = tokens.of(envelope.payload)
    producer.send(Outgoing(NODE_HEARTBEATS, envelope, authorization=token)).result(60)


def listed(product: Product, node_id: str) -> dict[str, Any]:
    """Return the node as `muster nodes` lists it; empty: not listed."""
    items: list[dict[str, Any]] = product.nodes()
    return next((item for item in items if item["node_id"] == node_id), dict[str, Any]())


def test_a_dead_node_is_lost_beside_one_that_beats_ten_times_as_slowly(
    product: Product, producer: Producer
) -> None:
    """The stack's agent beats every five seconds. It goes on; the other node stops."""
    swift, over = node("swift", INTERVAL_MS, LEASE_MS), threading.Event()
    tokens = Tokens(product.home.root)

    def live() -> None:
        while not over.wait(INTERVAL_MS / 1000):
            beat(producer, tokens, swift)

    life = threading.Thread(target=live)
    life.start()
    try:
        product.until(lambda: listed(product, swift.node_id).get("state") == "ready")
    finally:
        over.set()
        life.join()
    product.until(lambda: listed(product, swift.node_id)["state"] == "lost")
    items = product.nodes()
    states = [item["state"] for item in items if is_main(item)]
    assert states in (["ready"], ["suspected"]), "the agent of the stack is alive; a busy machine beats late"


@pytest.mark.long
def test_a_node_whose_agent_takes_no_orders_is_given_up_although_it_beats(product: Product) -> None:
    """Its reads are held on the way to the broker; its heartbeats have connections of their own."""
    name, servers = f"deaf-{uuid4().hex[:8]}", product.endpoints
    with (
        KafkaProxy(servers["MUSTER_KAFKA_BOOTSTRAP"]) as way,
        machine(product, name, {"MUSTER_KAFKA_BOOTSTRAP": way.bootstrap}),
    ):
        stopped = on_the_machine(product, "sleep", "600")
        product.wait_for_state(stopped, "RUNNING")
        way.hold_reads()
        product.cancel(stopped)
        product.until(lambda: listed(product, name)["state"] != "ready")
        waiting = on_the_machine(product, "true")
        product.wait_for_state(stopped, "CANCELLED")
        lost = listed(product, name)
        assert (lost["state"], lost["silence"]) == ("lost", "order_not_stored")
        assert "takes no orders" in product.muster("nodes").stdout
        why = product.wait_for(waiting, lambda job: job["reason"])["reason"]
        assert why["code"] == "NODES_UNSCHEDULABLE"
        explained = " ".join(product.muster("explain", waiting).stdout.split())
        assert f"not answering orders: {name}" in explained
        way.restore()
        product.until(lambda: listed(product, name)["state"] == "ready")
        product.wait_for_state(waiting, "SUCCEEDED")


def on_the_machine(product: Product, *command: str) -> str:
    """Submit a job that only the machine of the test may run; return its id."""
    job = {
        "name": command[0],
        "command": [*command],
        "resources": {"gpus": 1, "cpu": 0.1, "memory": "64MiB"},
        "node_labels": {"machine": "test"},
        "tolerations": ["machine=test"],
        "grace": "1s",
    }
    return str(product.http.post("/v1/jobs", json=job).raise_for_status().json()["job_id"])


def test_invalid_heartbeats_are_seen_by_operators(product: Product, producer: Producer) -> None:
    hasty = node("hasty", 1, 1)
    beat(producer, Tokens(product.home.root), hasty)
    product.until(lambda: listed(product, hasty.node_id).get("state") == "refused")
    assert listed(product, hasty.node_id)["refused"] == "interval_ms is 1; must be 100 to 600000"
    assert "interval_ms is 1" in product.muster("nodes").stdout
