"""Behaviour that all journals share: the same tests on memory and on Kafka."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any, cast

import fastavro
import pytest
from muster.events.dead_letters import DeadLetter, DeadLetterReason
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import JOB_COMMANDS
from muster.events.wire.envelope import Envelope, Tombstone
from muster.journal import (
    CommitUnknown,
    Delivery,
    Fenced,
    Outgoing,
    PositionLost,
    Reader,
    RecordTooLarge,
    Since,
    Start,
    Unencodable,
    UnknownTopic,
    Unreadable,
    dead_letter_topic,
)
from muster.journal.journal import POLL_BYTES_MAX, RECORD_BYTES_MAX, OnPoison
from muster.journal.memory.registry import MemoryRegistry
from muster.journal.wire.codec import Codec
from muster.journal.wire.partitioner import partition_of
from muster.testkit.patience import Patience

Tick = Callable[..., Envelope[LeaseRenewed]]
Rig = Any


def numbers(deliveries: Iterable[Delivery[Any]]) -> list[int]:
    return [d.envelope.payload.epoch for d in deliveries]


def poll_until(reader: Reader, count: int) -> list[Delivery[Any]]:
    got: list[Delivery[Any]] = []
    patience = Patience()
    while len(got) < count:
        assert not patience.is_over(len(got)), f"{len(got)} of {count} records came"
        got += reader.poll(count - len(got), 0.2)
    return got


def read_until(reader: Reader, count: int) -> list[int]:
    """Read until `count` records came: a broker may confirm a commit before its markers are written."""
    got: list[int] = []
    patience = Patience()
    while len(got) < count:
        assert not patience.is_over(len(got)), f"{len(got)} of {count} records came"
        got += numbers(reader.read_to_end())
    return got


def avro(schema: str, datum: Mapping[str, Any]) -> bytes:
    """Avro without the wire format's start."""
    out = io.BytesIO()
    write = cast("Callable[..., None]", fastavro.schemaless_writer)  # pyright: ignore[reportUnknownMemberType]
    write(out, fastavro.parse_schema(json.loads(schema)), datum)
    return out.getvalue()


def with_a_new_field(schema: str) -> str:
    """A later version of the lease's schema."""
    later = json.loads(schema)
    lease = later["fields"][-1]["type"][0]
    lease["fields"].append({"name": "mood", "type": "string", "default": "calm", "doc": "New."})
    return json.dumps(later)


def with_a_new_event(schema: str, name: str = "LeaseSold") -> str:
    """A later version of the lease's schema, with one more event."""
    later = json.loads(schema)
    field = {"name": "price", "type": "long", "doc": "New."}
    later["fields"][-1]["type"].append({"type": "record", "name": name, "doc": "New.", "fields": [field]})
    return json.dumps(later)


def of_new_event(envelope: Envelope[LeaseRenewed], name: str = "LeaseSold") -> Mapping[str, Any]:
    """Encode the event as a writer with that schema does."""
    namespace = LeaseRenewed.AVRO_NAME.rpartition(".")[0]
    return envelope.to_datum() | {"payload": (f"{namespace}.{name}", {"price": 1})}


def moody(envelope: Envelope[LeaseRenewed]) -> Mapping[str, Any]:
    """Encode the event as a writer with that schema does."""
    datum = envelope.to_datum()
    datum["payload"][1]["mood"] = "tense"
    return datum


def start(schema_id: int) -> bytes:
    """The wire format's start."""
    return struct.pack(">bI", 0, schema_id)


class TestSendingAndReading:
    def test_a_record_is_read_unchanged_at_its_reported_position(self, rig: Rig, tick: Tick) -> None:
        producer = rig.journal.producer("p")
        position = producer.send(Outgoing(rig.topics.one, tick(1))).result(60)
        [delivery] = rig.journal.reader([rig.topics.one], name="r").read_to_end()
        assert delivery.envelope == tick(1)
        assert delivery.position == position
        assert delivery.appended_at_ms > 1_700_000_000_000
        producer.close()

    def test_a_key_has_one_partition_and_its_order(self, rig: Rig, tick: Tick) -> None:
        producer = rig.journal.producer("p")
        keys = [f"key-{n % 5}" for n in range(50)]
        for n, key in enumerate(keys):
            producer.send(Outgoing(rig.topics.three, tick(n, key)))
        producer.flush(60)
        got = list(rig.journal.reader([rig.topics.three], name="r").read_to_end())
        for key in set(keys):
            mine = [d for d in got if d.envelope.key == key]
            assert numbers(mine) == [n for n, k in enumerate(keys) if k == key]
            assert {d.position.partition for d in mine} == {partition_of(key, 3)}
        producer.close()

    def test_trace_context_goes_along_and_is_no_part_of_the_event(self, rig: Rig, tick: Tick) -> None:
        trace = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
        producer = rig.journal.producer("p")
        producer.send(Outgoing(rig.topics.one, tick(1), trace)).result(60)
        producer.close()
        [delivery] = rig.journal.reader([rig.topics.one], name="r").read_to_end()
        assert delivery.trace == trace
        assert delivery.envelope == tick(1)

    def test_authorization_travels_with_a_record_and_never_shows(self, rig: Rig, tick: Tick) -> None:
        spoken = Outgoing(rig.topics.one, tick(1), authorization="Bearer secret")
        producer = rig.journal.producer("p")
        for outgoing in (spoken, Outgoing(rig.topics.one, tick(2))):
            producer.send(outgoing).result(60)
        producer.close()
        first, second = rig.journal.reader([rig.topics.one], name="r").read_to_end()
        assert (first.authorization, second.authorization) == ("Bearer secret", "")
        assert first.envelope == tick(1)
        assert "secret" not in f"{spoken} {first} {first.trace}"

    def test_poll_returns_as_soon_as_something_is_there(self, rig: Rig, tick: Tick) -> None:
        reader = rig.journal.reader([rig.topics.one], name="r")
        assert reader.poll(10, 0) == []
        producer = rig.journal.producer("p")
        producer.send(Outgoing(rig.topics.one, tick(1))).result(60)
        producer.close()
        assert numbers(reader.poll(10, 30)) == [1]

    def test_poll_gives_no_more_than_asked_for(self, rig: Rig, tick: Tick) -> None:
        sequencer = rig.journal.sequencer(rig.topics.one.name)
        sequencer.fence()
        sequencer.commit([Outgoing(rig.topics.one, tick(n)) for n in range(10)])
        reader = rig.journal.reader([rig.topics.one], name="r")
        got: list[int] = []
        while len(got) < 10:
            batch = reader.poll(3, 10)
            assert 1 <= len(batch) <= 3
            got += numbers(batch)
        assert got == list(range(10))

    def test_poll_gives_fewer_when_they_are_large(self, rig: Rig, tick: Tick) -> None:
        sequencer = rig.journal.sequencer(rig.topics.one.name)
        sequencer.fence()
        large = "x" * (POLL_BYTES_MAX // 2)
        sequencer.commit([Outgoing(rig.topics.one, tick(n, leader_id=large)) for n in range(6)])
        reader = rig.journal.reader([rig.topics.one], name="r")
        got: list[int] = []
        while len(got) < 6:
            batch = reader.poll(100, 10)
            assert 1 <= len(batch) <= 2
            got += numbers(batch)
        assert got == list(range(6))
        end = rig.journal.reader([rig.topics.one], name="e", start=Start.END)
        patience = Patience()
        while reader.positions() != end.positions():  # past the marker of the commit, too
            assert not patience.is_over(reader.positions())
            assert reader.poll(1, 0.2) == []

    def test_an_event_that_does_not_fit_is_refused(self, rig: Rig, tick: Tick) -> None:
        producer = rig.journal.producer("p")
        wrong = tick("not a number")  # type: ignore[arg-type]
        with pytest.raises(Unencodable, match="LeaseRenewed not a number for one-"):
            producer.send(Outgoing(rig.topics.one, wrong))
        producer.close()

    def test_a_record_that_is_too_large_is_refused(self, rig: Rig, tick: Tick) -> None:
        producer = rig.journal.producer("p")
        with pytest.raises(RecordTooLarge, match="must be at most 8388608"):
            producer.send(Outgoing(rig.topics.one, tick(1, leader_id="x" * RECORD_BYTES_MAX)))
        producer.close()

    def test_the_largest_record_passes(self, rig: Rig, tick: Tick) -> None:
        producer = rig.journal.producer("p")
        large = tick(1, leader_id="x" * (RECORD_BYTES_MAX - 200))
        producer.send(Outgoing(rig.topics.one, large)).result(60)
        producer.close()
        [delivery] = rig.journal.reader([rig.topics.one], name="r").read_to_end()
        assert delivery.envelope == large


class TestPlacesInTheLog:
    def test_a_reader_goes_on_where_another_stopped(self, rig: Rig, tick: Tick) -> None:
        sequencer = rig.journal.sequencer(rig.topics.one.name)
        sequencer.fence()
        for n in range(6):
            sequencer.commit([Outgoing(rig.topics.three, tick(n, f"key-{n}"))])
        first = rig.journal.reader([rig.topics.three], name="r")
        before = poll_until(first, 3)
        second = rig.journal.reader([rig.topics.three], name="r", start=first.positions())
        assert sorted(numbers(before) + numbers(second.read_to_end())) == list(range(6))

    def test_from_the_end_only_what_comes_later(self, rig: Rig, tick: Tick) -> None:
        sequencer = rig.journal.sequencer(rig.topics.one.name)
        sequencer.fence()
        sequencer.commit([Outgoing(rig.topics.one, tick(1))])
        with closing(rig.journal.reader([rig.topics.one], name="seen")) as seen:
            assert numbers(poll_until(seen, 1)) == [1]  # a commit is confirmed before every reader can see it
        reader = rig.journal.reader([rig.topics.one], name="r", start=Start.END)
        sequencer.commit([Outgoing(rig.topics.one, tick(2))])
        assert numbers(poll_until(reader, 1)) == [2]

    def test_from_a_time_what_was_appended_then_or_later(self, rig: Rig, tick: Tick) -> None:
        three = rig.topics.three
        producer = rig.journal.producer("p")
        sent: list[Delivery[Any]] = []
        with closing(rig.journal.reader([three], name="all")) as every:
            while len({d.appended_at_ms for d in sent}) < 3:  # the broker's clock has moved twice
                count = len(sent)
                producer.send(Outgoing(three, tick(count, f"key-{count}"))).result(60)
                sent += poll_until(every, 1)
        for time_ms in {d.appended_at_ms for d in sent}:
            with closing(rig.journal.reader([three], name="r", start=Since(time_ms))) as reader:
                assert sorted(numbers(reader.read_to_end())) == [
                    n for n, d in enumerate(sent) if d.appended_at_ms >= time_ms
                ]
        with closing(
            rig.journal.reader([three], name="r", start=Since(sent[-1].appended_at_ms + 60_000))
        ) as reader:
            producer.send(Outgoing(three, tick(-1))).result(60)
            assert numbers(poll_until(reader, 1)) == [-1]  # it began at the end
        producer.close()

    def test_each_partition_may_start_elsewhere(self, rig: Rig, tick: Tick) -> None:
        one, three = rig.topics.one, rig.topics.three
        producer = rig.journal.producer("p")
        for n in range(3):
            producer.send(Outgoing(one, tick(n))).result(60)
            producer.send(Outgoing(three, tick(n + 10))).result(60)
        producer.close()
        at = {(three.name, p): Start.END for p in range(3)}
        reader = rig.journal.reader([one, three], name="r", start={(one.name, 0): 2, **at})
        assert numbers(reader.read_to_end()) == [2]

    def test_the_end_can_be_read_to_again_and_again(self, rig: Rig, tick: Tick) -> None:
        sequencer = rig.journal.sequencer(rig.topics.one.name)
        sequencer.fence()
        reader = rig.journal.reader([rig.topics.one, rig.topics.three], name="r")
        assert list(reader.read_to_end()) == []
        for n in range(3):
            sequencer.commit([Outgoing(rig.topics.one, tick(n)), Outgoing(rig.topics.three, tick(n))])
            assert read_until(reader, 2) == [n, n]
        sequencer.commit([Outgoing(rig.topics.one, tick(9))])
        assert numbers(poll_until(reader, 1)) == [9]

    def test_at_the_end_the_positions_are_the_end(self, rig: Rig, tick: Tick) -> None:
        """Commit markers take offsets too; a rebuild compares the two."""
        sequencer = rig.journal.sequencer(rig.topics.one.name)
        sequencer.fence()
        sequencer.commit([Outgoing(rig.topics.one, tick(1)), Outgoing(rig.topics.three, tick(1))])
        reader = rig.journal.reader([rig.topics.one, rig.topics.three], name="r")
        assert len(list(reader.read_to_end())) == 2
        end = rig.journal.reader([rig.topics.one, rig.topics.three], name="e", start=Start.END)
        assert reader.positions() == end.positions()
        assert reader.positions()[rig.topics.one.name, 0] == 2

    def test_a_position_past_the_end_is_a_loud_stop(self, rig: Rig) -> None:
        reader = rig.journal.reader([rig.topics.one], name="r", start={(rig.topics.one.name, 0): 1_000})
        with pytest.raises(PositionLost):
            poll_until(reader, 1)

    def test_a_position_that_was_truncated_is_a_loud_stop(self, rig: Rig, tick: Tick) -> None:
        producer = rig.journal.producer("p")
        for n in range(5):
            producer.send(Outgoing(rig.topics.one, tick(n))).result(60)
        producer.close()
        rig.truncate(rig.topics.one, 0, 3)
        reader = rig.journal.reader([rig.topics.one], name="r", start={(rig.topics.one.name, 0): 1})
        with pytest.raises(PositionLost):
            poll_until(reader, 1)
        assert numbers(rig.journal.reader([rig.topics.one], name="r").read_to_end()) == [3, 4]

    def test_a_topic_that_does_not_exist_is_named(self, rig: Rig) -> None:
        with pytest.raises(UnknownTopic, match="no-such-topic"):
            rig.journal.reader([replace(rig.topics.one, name="no-such-topic")], name="r")


class TestSequencing:
    def test_all_topics_of_a_commit_or_none(self, rig: Rig, tick: Tick) -> None:
        sequencer = rig.journal.sequencer(rig.topics.one.name)
        sequencer.fence()
        sequencer.commit(
            [
                Outgoing(rig.topics.one, tick(1)),
                *(Outgoing(rig.topics.three, tick(n, f"{n}")) for n in (2, 3)),
            ]
        )
        with pytest.raises(Unencodable):
            sequencer.commit([Outgoing(rig.topics.one, tick(4)), Outgoing(rig.topics.three, tick("x"))])
        sequencer.commit([Outgoing(rig.topics.one, tick(5))])
        reader = rig.journal.reader([rig.topics.one, rig.topics.three], name="r")
        assert sorted(numbers(reader.read_to_end())) == [1, 2, 3, 5]

    def test_an_older_sequencer_is_fenced_for_ever(self, rig: Rig, tick: Tick) -> None:
        old, new = (rig.journal.sequencer(rig.topics.one.name) for _ in range(2))
        old.fence()
        old.commit([Outgoing(rig.topics.one, tick(1))])
        new.fence()
        with pytest.raises(Fenced):
            old.commit([Outgoing(rig.topics.one, tick(2))])
        with pytest.raises((Fenced, CommitUnknown)):
            old.commit([Outgoing(rig.topics.one, tick(2))])
        new.commit([Outgoing(rig.topics.one, tick(3))])
        assert numbers(rig.journal.reader([rig.topics.one], name="r").read_to_end()) == [1, 3]
        old.close()
        new.close()

    def test_committed_records_are_settled_once_fenced(self, rig: Rig, tick: Tick) -> None:
        old, new = (rig.journal.sequencer(rig.topics.one.name) for _ in range(2))
        reader = rig.journal.reader([rig.topics.one], name="r")
        old.fence()
        for n in range(20):
            old.commit([Outgoing(rig.topics.one, tick(n))])
        new.fence()
        assert numbers(reader.read_to_end()) == list(range(20))

    def test_ids_do_not_fence_each_other(self, rig: Rig, tick: Tick) -> None:
        a, b = (rig.journal.sequencer(f"{rig.topics.one.name}-{x}") for x in "ab")
        a.fence()
        b.fence()
        a.commit([Outgoing(rig.topics.one, tick(1))])
        b.commit([Outgoing(rig.topics.one, tick(2))])
        assert numbers(rig.journal.reader([rig.topics.one], name="r").read_to_end()) == [1, 2]

    def test_commits_need_a_fence(self, rig: Rig, tick: Tick) -> None:
        with pytest.raises(CommitUnknown, match="not fenced"):
            rig.journal.sequencer(rig.topics.one.name).commit([Outgoing(rig.topics.one, tick(1))])


class TestCompactedTopics:
    def test_a_tombstone_comes_back_with_its_key(self, rig: Rig, tick: Tick) -> None:
        latest = rig.topics.latest
        ended = Outgoing(latest, Tombstone.envelope("a", 0))
        producer = rig.journal.producer("p")
        producer.send(Outgoing(latest, tick(1, "a"))).result(60)
        producer.send(ended).result(60)
        producer.close()
        sequencer = rig.journal.sequencer(latest.name)
        sequencer.fence()
        sequencer.commit([Outgoing(latest, tick(2, "a")), ended, Outgoing(latest, tick(3, "b"))])
        got = list(rig.journal.reader([latest], name="r", on_poison="stop").read_to_end())
        assert [(d.envelope.key, type(d.envelope.payload).__name__) for d in got] == [
            ("a", "LeaseRenewed"),
            ("a", "Tombstone"),
            ("a", "LeaseRenewed"),
            ("a", "Tombstone"),
            ("b", "LeaseRenewed"),
        ]
        assert all(d.envelope.occurred_at_ms > 0 for d in got)

    def test_a_tombstone_for_a_topic_that_is_not_compacted_is_refused(self, rig: Rig, tick: Tick) -> None:
        producer = rig.journal.producer("p")
        with pytest.raises(Unencodable, match=r"tombstone of 'a' is for one-.*; must be for a compacted"):
            producer.send(Outgoing(rig.topics.one, Tombstone.envelope("a", 0)))
        producer.close()


class TestDeadLetters:
    def test_unreadable_records_become_dead_letters_and_the_partition_goes_on(
        self, rig: Rig, tick: Tick
    ) -> None:
        one = rig.topics.one
        foreign = '{"type":"record","name":"Other","fields":[{"name":"x","type":"string","default":""}]}'
        own = start(rig.register(one, one.schema))
        other = start(rig.register(replace(one, name=f"other-{one.name}"), foreign))
        unreadable = [
            (b"", DeadLetterReason.NOT_AVRO),
            (None, DeadLetterReason.NOT_AVRO),
            (b"{}", DeadLetterReason.NOT_AVRO),
            (b"\x01\x00\x00\x00\x01abc", DeadLetterReason.NOT_AVRO),
            (b"\x00\x7f\xff\xff\xff\x02a", DeadLetterReason.UNKNOWN_SCHEMA),
            (own + b"\xff" * 40, DeadLetterReason.UNDECODABLE),
            (own + avro(one.schema, tick(1).to_datum()) + b"rest", DeadLetterReason.UNDECODABLE),
            (other + b"\x02x", DeadLetterReason.UNKNOWN_SCHEMA),
        ]
        producer = rig.journal.producer("p")
        for number, (value, _) in enumerate(unreadable):
            producer.send(Outgoing(one, tick(number))).result(60)
            rig.append(one, 0, value)
        producer.send(Outgoing(one, tick(len(unreadable)))).result(60)
        producer.close()

        reader = rig.journal.reader([one], name="reader-x")
        assert numbers(reader.read_to_end()) == [*range(len(unreadable) + 1)]

        letters = rig.journal.reader([dead_letter_topic(one)], name="r").read_to_end()
        dead = [each.envelope.payload for each in letters]
        assert {type(each) for each in dead} == {DeadLetter}
        assert [(each.record_value, each.reason) for each in dead] == unreadable
        places = [(each.topic, each.partition, each.offset, each.reader) for each in dead]
        assert places == [(one.name, 0, 2 * place + 1, "reader-x") for place in range(len(unreadable))]
        assert all(each.message for each in dead)

    def test_a_reader_may_stop_instead_once_what_came_before_is_delivered(self, rig: Rig, tick: Tick) -> None:
        producer = rig.journal.producer("p")
        producer.send(Outgoing(rig.topics.one, tick(1))).result(60)
        rig.append(rig.topics.one, 0, b"poison")
        producer.close()
        reader = rig.journal.reader([rig.topics.one], name="r", on_poison="stop")
        assert numbers(poll_until(reader, 1)) == [1]
        with pytest.raises(Unreadable, match=f"{rig.topics.one.name}/0/1"):
            poll_until(reader, 1)
        assert reader.positions() == {(rig.topics.one.name, 0): 1}

    def test_a_reader_may_stop_at_one_topic_and_bury_what_is_on_another(self, rig: Rig, tick: Tick) -> None:
        producer = rig.journal.producer("p")
        rig.append(rig.topics.one, 0, b"poison")
        producer.send(Outgoing(rig.topics.one, tick(1))).result(60)
        rules: Mapping[str, OnPoison] = {rig.topics.one.name: "dead-letter", rig.topics.three.name: "stop"}
        reader = rig.journal.reader([rig.topics.one, rig.topics.three], name="r", on_poison=rules)
        assert numbers(poll_until(reader, 1)) == [1]
        rig.append(rig.topics.three, 0, b"poison")
        producer.close()
        with pytest.raises(Unreadable, match=f"{rig.topics.three.name}/0/0"):
            poll_until(reader, 1)

    def test_a_topic_of_nothing_but_poison_is_passed_with_one_letter_each(self, rig: Rig, tick: Tick) -> None:
        one, count = rig.topics.one, 3_000
        rig.append(one, 0, *[b"poison"] * count)
        producer = rig.journal.producer("p")
        producer.send(Outgoing(one, tick(1))).result(60)
        reader = rig.journal.reader([one], name="r")
        assert numbers(poll_until(reader, 1)) == [1]
        assert reader.passed() == {(one.name, 0): count}
        letters = list(rig.journal.reader([dead_letter_topic(one)], name="d").read_to_end())
        assert [d.envelope.payload.offset for d in letters] == list(range(count))

        again = rig.journal.reader([one], start=reader.passed(), name="r")
        assert numbers(again.read_to_end()) == [1]
        assert again.passed() == {}
        assert len(list(rig.journal.reader([dead_letter_topic(one)], name="d").read_to_end())) == count
        producer.close()

    def test_a_reader_that_reads_again_and_again_may_pass_poison_without_letters(
        self, rig: Rig, tick: Tick
    ) -> None:
        one = rig.topics.one
        rig.append(one, 0, b"poison", b"poison")
        producer = rig.journal.producer("p")
        producer.send(Outgoing(one, tick(1))).result(60)
        producer.close()
        reader = rig.journal.reader([one], name="r", on_poison="pass")
        assert numbers(reader.read_to_end()) == [1]
        assert reader.passed() == {(one.name, 0): 2}
        assert list(rig.journal.reader([dead_letter_topic(one)], name="d").read_to_end()) == []

    def test_an_unreadable_record_on_a_dead_letter_topic_is_passed(self, rig: Rig) -> None:
        """It has no letter of its own, so a reader of dead letters cannot be stopped by one."""
        letters = dead_letter_topic(rig.topics.one)
        rig.append(letters, 0, b"poison")
        rig.append(rig.topics.one, 0, b"poison")
        assert list(rig.journal.reader([rig.topics.one], name="r").read_to_end()) == []
        reader = rig.journal.reader([letters], name="d")
        assert [d.envelope.payload.reader for d in reader.read_to_end()] == ["r"]

    @pytest.mark.parametrize("size", [RECORD_BYTES_MAX - 10, RECORD_BYTES_MAX + 10])
    def test_poison_that_no_letter_can_hold_is_passed_with_a_letter_without_it(
        self, rig: Rig, tick: Tick, size: int
    ) -> None:
        one = rig.topics.one
        rig.append(one, 0, b"\x01" * size)
        producer = rig.journal.producer("p")
        producer.send(Outgoing(one, tick(1))).result(60)
        producer.close()
        assert numbers(rig.journal.reader([one], name="r").read_to_end()) == [1]
        [letter] = rig.journal.reader([dead_letter_topic(one)], name="d").read_to_end()
        assert (letter.envelope.payload.offset, letter.envelope.payload.record_value) == (0, None)


class TestReadersThatAreTooOld:
    """A later version of a topic's schema has an event that this version of the code does not know."""

    def test_a_partition_waits_visibly_and_the_others_go_on(self, rig: Rig, tick: Tick) -> None:
        growing = rig.topics.growing
        later = with_a_new_event(growing.schema)
        new = start(rig.register(growing, later)) + avro(later, of_new_event(tick(7)))
        rig.append(growing, 0, new)
        reader = rig.journal.reader([growing], name="r")
        keys = {partition_of(k, 3): k for k in map(str, range(20))}
        producer = rig.journal.producer("p")
        producer.send(Outgoing(growing, tick(8, keys[0]))).result(60)
        producer.send(Outgoing(growing, tick(9, keys[1]))).result(60)
        producer.close()
        assert numbers(poll_until(reader, 1)) == [9]
        patience = Patience()
        while (waits := reader.waits()) is None:
            assert reader.poll(10, 0.2) == []
            assert not patience.is_over(), "it does not say that it waits"
        assert f"{growing.name}/0/0" in waits
        assert "a later version than this program can read" in waits
        assert reader.positions()[growing.name, 0] == 0
        assert list(rig.journal.reader([dead_letter_topic(growing)], name="d").read_to_end()) == []

    def test_a_record_that_only_claims_a_later_version_is_poison(self, rig: Rig, tick: Tick) -> None:
        growing = rig.topics.growing
        later = with_a_new_event(growing.schema)
        schema_id = rig.register(growing, later)
        rig.append(growing, 0, start(schema_id) + b"\xff" * 40)
        stranger = replace(growing, name=f"other-{growing.name}")
        other = with_a_new_event(growing.schema, "Stranger")
        strange = start(rig.register(stranger, other)) + avro(other, of_new_event(tick(7), "Stranger"))
        rig.append(growing, 0, strange, start(schema_id) + avro(later, tick(3).to_datum()))
        reader = rig.journal.reader([growing], name="r")
        assert numbers(poll_until(reader, 1)) == [3]
        letters = rig.journal.reader([dead_letter_topic(growing)], name="d").read_to_end()
        assert [letter.envelope.payload.offset for letter in letters] == [0, 1]
        assert reader.waits() is None


class TestSchemas:
    def test_a_record_written_with_a_later_schema_is_read_with_ours(self, rig: Rig, tick: Tick) -> None:
        one = rig.topics.one
        later = with_a_new_field(one.schema)
        rig.append(one, 0, start(rig.register(one, later)) + avro(later, moody(tick(7))))
        reader = rig.journal.reader([one], name="r")
        assert [d.envelope for d in poll_until(reader, 1)] == [tick(7)]

    @pytest.mark.slow
    def test_a_registry_that_is_down_hurts_only_what_is_not_known_yet(self, rig: Rig, tick: Tick) -> None:
        three = rig.topics.three
        later = with_a_new_field(three.schema)
        unknown = start(rig.register(three, later)) + avro(later, moody(tick(7)))

        rig.set_registry_down(True)
        reader = rig.journal.reader([three], name="r")
        rig.append(three, 0, unknown)
        keys = {partition_of(k, 3): k for k in map(str, range(20))}
        producer = rig.journal.producer("p")
        producer.send(Outgoing(three, tick(8, keys[0]))).result(60)
        producer.send(Outgoing(three, tick(9, keys[1]))).result(60)
        assert numbers(poll_until(reader, 1)) == [9]
        assert reader.poll(10, 0.5) == []
        assert reader.positions()[three.name, 0] == 0

        rig.set_registry_down(False)
        assert numbers(poll_until(reader, 2)) == [7, 8]
        assert rig.journal.reader([dead_letter_topic(three)], name="d").poll(1, 0.5) == []
        producer.close()


def test_the_codec_needs_no_server_for_what_it_knows(tick: Tick) -> None:
    topic = JOB_COMMANDS
    registry = MemoryRegistry()
    codec = Codec(registry, [topic])
    registry.down = True
    with pytest.raises(Unencodable):
        codec.encode(topic, tick(1))
