"""Inputs in the one order of their writer: over partitions, and held back by watermarks."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.deciding.waiting import Waiting, in_order
from muster.events.job_events import NodeRecovered
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Position
from muster.metering.edge.roles import DECIDING
from muster.testkit.laws import examples


def record(partition: int, offset: int, seq: int, payload: Any = None) -> Delivery[Any]:
    envelope = Envelope(
        event_id=f"{partition}/{offset}",
        key="k",
        occurred_at_ms=0,
        producer="t",
        correlation_id="c",
        seq=None if payload else seq,
        index=0,
        payload=payload or NodeRecovered(node_id="n"),
    )
    return Delivery(Position(JOB_EVENTS.name, partition, offset), 0, envelope)


def mark(partition: int, offset: int, seq: int) -> Delivery[Any]:
    return record(partition, offset, seq, Watermark(seq=seq, at_ms=0))


def topic(seqs: list[int], seed: int) -> list[Delivery[Any]]:
    """Facts with these seqs spread over the partitions, with a watermark after some of them."""
    chance, offsets = random.Random(seed), [0] * JOB_EVENTS.partitions
    found: list[Delivery[Any]] = []

    def put(partition: int, make: Any, seq: int) -> None:
        found.append(make(partition, offsets[partition], seq))
        offsets[partition] += 1

    for seq in seqs:
        put(chance.randrange(JOB_EVENTS.partitions), record, seq)
        if chance.random() < 0.3:
            for partition in range(JOB_EVENTS.partitions):
                put(partition, mark, seq)
    return found


@examples(100)
@given(st.lists(st.integers(0, 30), max_size=30), st.integers(0, 999), st.booleans())
def test_batches_are_decided_in_the_order_in_which_positions_say_they_were(
    seqs: list[int], seed: int, orderly: bool
) -> None:
    """Also where a topic is out of order; then nothing is decided before what stands ahead of it."""
    chance = random.Random(seed)
    unread = {
        p: [d for d in topic(sorted(seqs) if orderly else seqs, seed) if d.position.partition == p]
        for p in range(4)
    }
    waiting, decided = Waiting(DECIDING), list[Delivery[Any]]()
    positions = dict.fromkeys(range(4), 0)
    while any(unread.values()):
        partition = chance.choice([p for p, left in unread.items() if left])
        waiting.add([unread[partition].pop(0)])
        ready = waiting.ready()
        taken = ready[: chance.randint(0, len(ready))]
        waiting.take(taken)
        assert in_order(DECIDING, reversed(taken)) == taken
        for delivery in taken:
            assert delivery.position.offset == positions[delivery.position.partition], "a prefix of each"
            positions[delivery.position.partition] += 1
        decided += taken
    if orderly:
        facts = [d.envelope.seq for d in decided if d.envelope.seq is not None]
        assert facts == sorted(facts)


def test_a_fact_waits_until_every_partition_has_a_watermark_behind_it() -> None:
    waiting = Waiting(DECIDING)
    waiting.add([record(1, 0, 5), mark(0, 0, 5), mark(1, 1, 5), mark(2, 0, 5)])
    assert waiting.ready() == []
    waiting.add([record(3, 0, 4), mark(3, 1, 5)])
    assert [d.envelope.seq for d in waiting.ready()[:2]] == [4, 5]
    assert waiting.first_offsets() == {(JOB_EVENTS.name, p): 0 for p in range(4)}


def test_merged_topics_must_be_inputs_whose_watermarks_concern_the_core() -> None:
    with pytest.raises(ValueError, match="is merged; must be an input with watermarks"):
        replace(DECIDING, inputs=())
    with pytest.raises(ValueError, match="watermarks must concern the core"):
        replace(DECIDING, concerns=frozenset({NodeRecovered}))
