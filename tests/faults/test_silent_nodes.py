"""A node that beats fast dies beside one that beats slowly; the beats of another are invalid."""

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


def test_invalid_heartbeats_are_seen_by_operators(product: Product, producer: Producer) -> None:
    hasty = node("hasty", 1, 1)
    beat(producer, Tokens(product.home.root), hasty)
    product.until(lambda: listed(product, hasty.node_id).get("state") == "refused")
    assert listed(product, hasty.node_id)["refused"] == "interval_ms is 1; allowed: 100 to 600000"
    assert "interval_ms is 1" in product.muster("nodes").stdout
