"""The names service in processes of its own on the real servers: killed at every step, stopped, resumed."""

from __future__ import annotations

import signal
import subprocess
import uuid
from collections import Counter
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from confluent_kafka import Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from muster.deciding import Entities, MemoryStore, verify
from muster.deciding.core.entities import Overlay
from muster.events.dead_letters import DeadLetter
from muster.events.shared.watermarks import Watermark
from muster.journal import dead_letter_topic
from muster.testkit.patience import Patience, exit_code
from muster.testkit.samples.names.core import NAMES, ORGANISATIONS
from muster.testkit.samples.names.process import FENCED, lease_topic, snapshots
from muster.testkit.samples.names.records import (
    NameCommandRepeated,
    NamesTopics,
    SetQuota,
    TakeName,
)
from muster.testkit.samples.names.service import envelope_of, names_service
from muster.testkit.stack.deciding_cell import DecidingCell
from muster.testkit.stack.topics import Answers, wait_for_all

pytestmark = [pytest.mark.stack, pytest.mark.faults]

QUOTA = 40
COMMANDS = 120


class Arena(DecidingCell):
    """A cell of its own on the real servers, and its contenders."""

    def __init__(self, endpoints: Mapping[str, str]) -> None:
        self.suffix = f"deciding-{uuid.uuid4().hex[:8]}"
        self.topics = NamesTopics(self.suffix)
        self.service = names_service(self.topics)
        super().__init__(endpoints, (*self.topics.all(), lease_topic(self.suffix)), self.topics.log)
        self.asked = 0

    def contend(self, name: str, failpoints: str = "", store: str = "") -> subprocess.Popen[bytes]:
        return self.start("muster.testkit.samples.names.process", self.suffix, name, failpoints, store)

    def ask(self, payload: SetQuota | TakeName, event_id: str = "") -> None:
        self.asked += 1
        self.send(self.topics.commands, envelope_of(event_id or f"e{self.asked}", payload))

    def ask_for_names(self, begin: int, count: int) -> None:
        for n in range(begin, begin + count):
            self.ask(TakeName(name=f"n{n}", organisation="acme", keep_ms=0))

    def wait_until_answered(self) -> None:
        self.wait_for(lambda: len(self.facts) >= self.asked, "every command has its fact")

    def check(self) -> Entities:
        """Log and inputs decide the same; each command has one answer; published is what is logged."""
        store = MemoryStore()
        verify(self.service, self.journal, cell=self.suffix, store=store)
        causes = Counter(fact.cause for batch in self.batches for fact in batch.facts)
        assert len(causes) == self.asked
        assert set(causes.values()) == {1}
        logged = [fact.event_id for batch in self.batches for fact in batch.facts]
        events = self.journal.reader([self.topics.events], name="t", on_poison="stop").read_to_end()
        published = [d.envelope.event_id for d in events if not isinstance(d.envelope.payload, Watermark)]
        assert sorted(published) == sorted(logged)
        kinds = Counter(type(fact).__name__ for fact in self.facts)
        taken = min(QUOTA, self.asked - 1)
        assert (kinds["NameTaken"], kinds["NameRefused"]) == (taken, self.asked - 1 - taken)
        state = Overlay(store)
        organisation = state.get(ORGANISATIONS, "acme")
        assert organisation is not None
        assert organisation.names == len(list(state.scan(NAMES))) == taken
        return state


@pytest.fixture
def arena(endpoints: Mapping[str, str]) -> Generator[Arena]:
    arena = Arena(endpoints)
    try:
        yield arena
    finally:
        arena.close()


@pytest.mark.parametrize("store", ["local", pytest.param("memory", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "place",
    [
        "before_begin:3",
        "before_commit:3",
        "after_commit:3",
        "before_merge:3",
        "after_merge:3",
        "before_stored:1",
        "after_stored:1",
    ],
)
def test_kill_9_at_every_step_ends_in_the_same_facts(
    arena: Arena, place: str, store: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "names.db") if store == "local" else ""
    first = arena.contend("first", place, path)
    arena.ask(SetQuota(organisation="acme", names_max=QUOTA))
    arena.wait_until_answered()
    number = 0
    while first.poll() is None:  # batch by batch, until its place is reached
        arena.ask_for_names(number, 3)
        number += 3
        arena.wait_for(lambda: first.poll() is not None or len(arena.facts) >= arena.asked, "facts or death")
    assert first.returncode == -signal.SIGKILL
    arena.contend("second", "", path)
    arena.ask_for_names(number, COMMANDS)
    arena.wait_until_answered()
    arena.check()


def test_garbage_is_passed_once_across_leaders(arena: Arena) -> None:
    first = arena.contend("first")
    arena.ask(SetQuota(organisation="acme", names_max=QUOTA))
    arena.wait_until_answered()
    raw, count = Producer({"bootstrap.servers": arena.bootstrap}), 500
    for _ in range(count):
        raw.produce(arena.topics.commands.name, b"\x01" + b"garbage")
    assert raw.flush(60) == 0
    end = count + arena.asked
    arena.wait_for(lambda: sum(p.next_offset for p in arena.batches[-1].positions) == end, "it is passed")
    first.kill()
    arena.contend("second")
    arena.ask_for_names(0, COMMANDS)
    arena.wait_until_answered()
    arena.check()
    graves = arena.journal.reader([dead_letter_topic(arena.topics.commands)], name="graves")
    letters = [cast("DeadLetter", delivery.envelope.payload) for delivery in graves.read_to_end()]
    assert len(letters) == len({(each.partition, each.offset) for each in letters}) == count


def test_two_contenders_one_killed_one_stopped_and_resumed(arena: Arena) -> None:
    first = arena.contend("first")
    arena.ask(SetQuota(organisation="acme", names_max=QUOTA))
    arena.wait_until_answered()
    zombie = arena.contend("second")
    arena.ask_for_names(0, COMMANDS)
    first.kill()
    arena.wait_for(lambda: bool(arena.batches) and arena.batches[-1].epoch >= 2, "the second leads")
    arena.ask_for_names(COMMANDS, 10)
    arena.wait_until_answered()
    arena.contend("third")
    zombie.send_signal(signal.SIGSTOP)
    arena.ask_for_names(2 * COMMANDS, 10)
    arena.wait_for(lambda: arena.batches[-1].epoch >= 3, "the third leads")
    arena.ask_for_names(3 * COMMANDS, 10)
    arena.wait_until_answered()
    zombie.send_signal(signal.SIGCONT)
    assert exit_code(zombie) == FENCED
    arena.check()


def test_idle_leaders_keep_their_office_and_commit_nothing(arena: Arena) -> None:
    arena.contend("first")
    arena.ask(SetQuota(organisation="acme", names_max=QUOTA))
    arena.wait_until_answered()
    arena.contend("second")
    lease = arena.journal.reader([lease_topic(arena.suffix)], name="lease")
    seen: list[Any] = []
    patience = Patience()
    while len(seen) < 30:  # six times the silence after which the second would take over
        assert not patience.is_over(len(seen))
        seen += [d.envelope.payload for d in lease.poll(10, 1.0)]
    lease.close()
    arena.wait_for(lambda: True, "")
    assert {(p.process_id, h.epoch) for p in seen for h in p.held} == {("first", 1)}
    assert [batch.elected for batch in arena.batches] == ["first", *[None] * (len(arena.batches) - 1)]


def test_a_duplicate_is_answered_once_over_a_failover(arena: Arena) -> None:
    first = arena.contend("first")
    arena.ask(SetQuota(organisation="acme", names_max=QUOTA), "same")
    arena.wait_until_answered()
    first.kill()
    arena.contend("second")
    arena.ask(SetQuota(organisation="acme", names_max=1), "same")
    arena.wait_until_answered()
    assert [type(fact).__name__ for fact in arena.facts] == ["QuotaSet", "NameCommandRepeated"]
    assert isinstance(arena.facts[1], NameCommandRepeated)
    verify(arena.service, arena.journal, cell=arena.suffix)


def test_recovery_from_a_snapshot_on_the_real_store(
    arena: Arena, endpoints: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in endpoints.items():
        monkeypatch.setenv(name, value)
    first = arena.contend("first")
    arena.ask(SetQuota(organisation="acme", names_max=QUOTA))
    arena.ask_for_names(0, COMMANDS)
    arena.wait_until_answered()
    first.terminate()
    assert exit_code(first) == 0
    store = MemoryStore()
    reached = snapshots(arena.suffix).open_into(store)
    assert reached.batches == len(arena.batches), "a clean stop leaves a snapshot of all"
    truncate(arena, reached.log_offset)
    arena.contend("second")
    arena.ask_for_names(COMMANDS, 10)
    arena.wait_until_answered()
    assert arena.batches[-1].epoch >= 2


def test_a_truncated_log_is_a_loud_stop(arena: Arena, tmp_path: Path) -> None:
    first = arena.contend("first", store=str(tmp_path / "f"))
    arena.ask(SetQuota(organisation="acme", names_max=QUOTA))
    arena.wait_until_answered()
    first.kill()
    exit_code(first)
    truncate(arena, 2)
    second = arena.contend("second")
    assert exit_code(second) == 1, "PositionLost, with its traceback"


def truncate(arena: Arena, before: int) -> None:
    admin = AdminClient({"bootstrap.servers": arena.bootstrap})
    place = TopicPartition(arena.topics.log.name, 0, before)
    wait_for_all(cast("Answers", admin.delete_records([place])))  # pyright: ignore[reportUnknownMemberType]
