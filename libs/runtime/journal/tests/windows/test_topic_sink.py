"""The sink of closed windows on a topic: order, ids, and the progress that a worker resumes from."""

from __future__ import annotations

from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Delivery, MemoryJournal, Start
from muster.journal.windows.fold import WindowFold
from muster.journal.windows.rows import Progress, WindowRow
from muster.journal.windows.topic_sink import TopicSink
from muster.testkit.processes.closed_windows import (
    lease_of_progress,
    lease_of_row,
    lease_sink,
    progress_in,
    rows_in,
    short_sums,
    topic_named,
)

EVENTS = topic_named("events", partitions=4)
SUMS = short_sums(EVENTS)


def row(number: int, partition: int) -> WindowRow:
    return WindowRow(
        series=SUMS.name,
        key=f"k{number}",
        partition=partition,
        start_ms=0,
        end_ms=200,
        value=number,
        events=1,
        version=number,
    )


def event(number: int, key: str, at_ms: int, epoch: int) -> Envelope[LeaseRenewed]:
    return Envelope(
        event_id=str(number),
        key=key,
        occurred_at_ms=at_ms,
        producer="test",
        correlation_id="c",
        payload=LeaseRenewed(cell=key, epoch=epoch, leader_id="l"),
    )


def progress(partition: int, closed_until_ms: int) -> Progress:
    return Progress(
        partition=partition,
        closed_until_ms=closed_until_ms,
        read_from_offset=closed_until_ms,
        read_from_ms=closed_until_ms,
    )


def sink_on(journal: MemoryJournal, topic: Topic) -> TopicSink:
    return lease_sink(journal, SUMS, topic)


def records(journal: MemoryJournal, topic: Topic) -> list[Delivery[object]]:
    with closing(journal.reader([topic], start=Start.BEGINNING, name="test")) as reader:
        return list(reader.read_to_end())


@pytest.fixture(params=[4, 1, 3], ids="{}-partitions".format)
def topic(request: pytest.FixtureRequest) -> Topic:
    return topic_named("closed", partitions=request.param)


def test_a_topic_without_records_has_no_positions(topic: Topic) -> None:
    assert sink_on(MemoryJournal([topic]), topic).positions() == {}


@pytest.mark.slow
def test_every_partition_resumes_from_its_own_progress_however_far_back(topic: Topic) -> None:
    journal = MemoryJournal([topic])
    sink = sink_on(journal, topic)
    for partition in range(3):
        sink.close([], progress(partition, 10))
    sink.close([row(number, 3) for number in range(3_000)], progress(3, 50))
    sink.close([], progress(3, 60))
    assert sink.positions() == {
        0: progress(0, 10),
        1: progress(1, 10),
        2: progress(2, 10),
        3: progress(3, 60),
    }


def test_a_late_record_of_a_worker_that_was_replaced_moves_no_position_back(topic: Topic) -> None:
    journal = MemoryJournal([topic])
    sink = sink_on(journal, topic)
    sink.close([], progress(2, 90))
    sink.close([], progress(2, 40))
    assert sink.positions() == {2: progress(2, 90)}


def test_windows_stand_before_their_progress_in_one_partition(topic: Topic) -> None:
    journal = MemoryJournal([topic])
    sink_on(journal, topic).close([row(number, 2) for number in range(5)], progress(2, 200))
    read = records(journal, topic)
    assert {each.position.partition for each in read} == {2 % topic.partitions}
    assert rows_in(each.envelope.payload for each in read[:-1]) == [row(number, 2) for number in range(5)]
    assert progress_in(read[-1].envelope.payload) == progress(2, 200)


def test_windows_without_a_payload_are_not_recorded(topic: Topic) -> None:
    journal = MemoryJournal([topic])
    sink = TopicSink(
        journal,
        SUMS,
        topic,
        record_of=lambda each: None if each.value else lease_of_row(each),
        progress_of=lease_of_progress,
        progress_in=progress_in,
        producer="test",
    )
    sink.close([row(number, 0) for number in range(3)], progress(0, 200))
    assert rows_in(each.envelope.payload for each in records(journal, topic)) == [row(0, 0)]


@given(
    st.lists(
        st.tuples(st.sampled_from(["a", "b"]), st.integers(0, 3), st.integers(0, 500), st.integers(1, 9))
    )
)
def test_two_workers_write_the_same_windows_with_the_same_ids_and_bytes(
    drawn: list[tuple[str, int, int, int]],
) -> None:
    windows = topic_named("closed", partitions=4)
    journal = MemoryJournal([windows])
    for _ in range(2):
        sink, fold = sink_on(journal, windows), WindowFold(SUMS)
        for partition in range(4):
            fold.begin(partition)
        for offset, (key, partition, at_ms, epoch) in enumerate(sorted(drawn, key=lambda each: each[2])):
            closed = fold.take(partition, offset, at_ms, event(offset, key, at_ms, epoch)).closed
            reached = fold.progress(partition)
            assert reached is not None
            sink.close(closed, reached)
    seen: dict[str, object] = {}
    for each in records(journal, windows):
        assert seen.setdefault(each.envelope.event_id, each.envelope) == each.envelope
