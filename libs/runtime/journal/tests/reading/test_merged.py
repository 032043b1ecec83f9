"""Facts of all partitions come in their one order, however their partitions were read."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_events import GpuRecovered
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_EVENTS
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, MergedReader, Outgoing, Position, TopicPartition
from muster.journal.wire.partitioner import partition_of
from muster.testkit.laws import examples
from muster.testkit.patience import Patience

Rig = Any
PARTITIONS = JOB_EVENTS.partitions


def fact(seq: int | None, index: int = 0, key: str = "n", at_ms: int = 0) -> Envelope[GpuRecovered]:
    """A fact whose payload says its order again."""
    return Envelope(
        event_id=f"{seq}.{index}",
        key=key,
        occurred_at_ms=at_ms,
        producer="test",
        correlation_id="c",
        seq=seq,
        index=None if seq is None else index,
        payload=GpuRecovered(node_id=key, gpu_index=index),
    )


def watermark(seq: int) -> Envelope[Watermark]:
    """Says that everything up to `seq` is written."""
    return Envelope(
        event_id=f"w{seq}",
        key="cell",
        occurred_at_ms=seq,
        producer="test",
        correlation_id="c",
        payload=Watermark(seq=seq, at_ms=seq),
    )


def order_of(deliveries: Sequence[Delivery[Any]]) -> list[tuple[int | None, int | None]]:
    return [(d.envelope.seq, d.envelope.index) for d in deliveries]


# ---- on both journals ------------------------------------------------------------------------------------


def keys_of_two_partitions(partitions: int) -> tuple[str, str]:
    first = "n0"
    other = next(
        k
        for k in (f"n{i}" for i in range(100))
        if partition_of(k, partitions) != partition_of(first, partitions)
    )
    return first, other


def poll_until(reader: MergedReader, count: int) -> list[Delivery[Record]]:
    got: list[Delivery[Record]] = []
    patience = Patience()
    while len(got) < count:
        assert not patience.is_over(len(got)), f"{len(got)} of {count} facts came"
        got += reader.poll(count - len(got), 0.2)
    return got


def commit(rig: Rig, *envelopes: Envelope[Any], mark: int | None = None) -> None:
    """One transaction, ended by a watermark in every partition."""
    topic = rig.topics.facts
    marks = [] if mark is None else [Outgoing(topic, watermark(mark), {}, p) for p in range(topic.partitions)]
    sequencer = rig.journal.sequencer(f"merged-{topic.name}")
    sequencer.fence()
    sequencer.commit([*(Outgoing(topic, e) for e in envelopes), *marks])
    sequencer.close()


def test_a_release_comes_before_the_bind_it_made_room_for(rig: Rig) -> None:
    one, other = keys_of_two_partitions(rig.topics.facts.partitions)
    commit(rig, fact(1, 0, one), fact(1, 1, other), fact(2, 0, other), fact(3, 0, one), mark=3)
    reader = MergedReader(rig.journal.reader([rig.topics.facts], name="m"), rig.topics.facts)
    assert order_of(poll_until(reader, 4)) == [(1, 0), (1, 1), (2, 0), (3, 0)]
    reader.close()


def test_facts_beyond_the_watermark_are_held_back_until_the_next(rig: Rig) -> None:
    one, other = keys_of_two_partitions(rig.topics.facts.partitions)
    commit(rig, fact(1, 0, one), mark=1)
    commit(rig, fact(2, 0, other))
    reader = MergedReader(rig.journal.reader([rig.topics.facts], name="m"), rig.topics.facts)
    assert order_of(list(reader.read_to_end(20))) == [(1, 0)]
    assert reader.pending_count == 1
    commit(rig, mark=2)
    assert order_of(poll_until(reader, 1)) == [(2, 0)]
    assert reader.pending_count == 0
    reader.close()


def test_a_reader_goes_on_where_another_stood(rig: Rig) -> None:
    one, other = keys_of_two_partitions(rig.topics.facts.partitions)
    commit(rig, fact(1, 0, one), fact(2, 0, other), fact(3, 0, one), mark=3)
    first = MergedReader(rig.journal.reader([rig.topics.facts], name="m"), rig.topics.facts)
    assert order_of(poll_until(first, 1)) == [(1, 0)]
    positions = first.positions()
    first.close()
    second = MergedReader(rig.journal.reader([rig.topics.facts], start=positions, name="m"), rig.topics.facts)
    assert order_of(poll_until(second, 2)) == [(2, 0), (3, 0)]
    positions = second.positions()
    second.close()
    commit(rig, fact(4, 0, other), mark=4)
    third = MergedReader(rig.journal.reader([rig.topics.facts], start=positions, name="m"), rig.topics.facts)
    assert order_of(poll_until(third, 1)) == [(4, 0)]
    third.close()


def test_a_record_goes_to_the_partition_it_is_meant_for(rig: Rig) -> None:
    commit(rig, mark=7)
    reader = rig.journal.reader([rig.topics.facts], name="r")
    got = list(reader.read_to_end())
    assert sorted(d.position.partition for d in got) == list(range(rig.topics.facts.partitions))
    assert {d.envelope.payload.seq for d in got} == {7}
    producer = rig.journal.producer("p")
    for partition in range(rig.topics.facts.partitions):
        sent = producer.send(Outgoing(rig.topics.facts, watermark(8), {}, partition)).result(60)
        assert sent.partition == partition
    producer.close()
    reader.close()


def test_a_partition_that_the_topic_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match=r"partition of job-events is 4; must be 0 to 3"):
        Outgoing(JOB_EVENTS, watermark(1), {}, 4)


# ---- the law ---------------------------------------------------------------------------------------------


@dataclass
class Script:
    """A reader whose partitions are read in a random order."""

    logs: Sequence[Sequence[Envelope[Any]]]
    draw: st.DataObject
    next_offsets: dict[TopicPartition, int] = field(default_factory=dict[TopicPartition, int])

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        got: list[Delivery[Record]] = []
        for _ in range(self.draw.draw(st.integers(1, max_records), "records at once")):
            left = [p for p, log in enumerate(self.logs) if self.next_offsets[JOB_EVENTS.name, p] < len(log)]
            if not left:
                break
            partition = self.draw.draw(st.sampled_from(left), "partition")
            place = JOB_EVENTS.name, partition
            offset = self.next_offsets[place]
            self.next_offsets[place] += 1
            got.append(Delivery(Position(*place, offset), 0, self.logs[partition][offset]))
        return got

    def read_to_end(self, timeout_s: float = 60.0) -> Generator[Delivery[Record]]:
        while delivered := self.poll(5, 0):
            yield from delivered

    def positions(self) -> dict[TopicPartition, int]:
        return dict(self.next_offsets)

    def passed(self) -> dict[TopicPartition, int]:
        return {}

    def waits(self) -> str | None:
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


@st.composite
def written(draw: st.DrawFn) -> tuple[list[list[Envelope[Any]]], list[tuple[int, int]]]:
    """Partitions as a writer leaves them, and the order of its facts up to the last watermark."""
    logs: list[list[Envelope[Any]]] = [[] for _ in range(PARTITIONS)]
    order: list[tuple[int, int]] = []
    complete = 0
    for seq in range(draw(st.integers(1, 12))):
        for index in range(draw(st.integers(0, 3))):
            logs[draw(st.integers(0, PARTITIONS - 1))].append(fact(seq, index))
            order.append((seq, index))
        if draw(st.booleans()):
            for log in logs:
                log.append(watermark(seq))
            complete = len(order)
    return logs, order[:complete]


@examples(200)
@given(written(), st.data())
def test_every_interleaving_and_every_restart_gives_the_one_order_once(
    history: tuple[list[list[Envelope[Any]]], list[tuple[int, int]]], data: st.DataObject
) -> None:
    logs, order = history
    positions = {(JOB_EVENTS.name, p): 0 for p in range(PARTITIONS)}
    got: list[tuple[int | None, int | None]] = []
    for _ in range(data.draw(st.integers(0, 4), "restarts")):
        reader = MergedReader(Script(logs, data, dict(positions)), JOB_EVENTS)
        for _ in range(data.draw(st.integers(0, 5), "polls")):
            got += order_of(reader.poll(data.draw(st.integers(1, 4), "most"), 0))
        positions = reader.positions()
    got += order_of(list(MergedReader(Script(logs, data, dict(positions)), JOB_EVENTS).read_to_end()))
    assert got == order


@examples(50)
@given(st.lists(st.integers(0, PARTITIONS - 1), max_size=8), st.data())
def test_facts_older_than_the_order_come_first_by_time(partitions: list[int], data: st.DataObject) -> None:
    logs: list[list[Envelope[Any]]] = [[] for _ in range(PARTITIONS)]
    for at_ms, partition in enumerate(partitions):
        logs[partition].append(fact(None, at_ms=at_ms))
    logs[0].append(fact(9))
    for log in logs:
        log.append(watermark(9))
    start = {(JOB_EVENTS.name, p): 0 for p in range(PARTITIONS)}
    got = list(MergedReader(Script(logs, data, start), JOB_EVENTS).read_to_end())
    assert [d.envelope.occurred_at_ms for d in got[:-1]] == list(range(len(partitions)))
    assert got[-1].envelope.seq == 9
