"""Leaders in processes of their own on a real broker: killed, stopped, resumed; nothing lost or twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from typing import cast

import pytest
from confluent_kafka import Producer
from muster.events.dead_letters import DeadLetter, DeadLetterReason
from muster.events.scheduler_log import Batch, LeaderElected
from muster.events.wire.envelope import Topic
from muster.journal import CommitUnknown, Leader, Outgoing, Sequencer, SystemClock
from muster.journal.admin import create_topics, register_schemas
from muster.journal.dead_letters import dead_letter_topic
from muster.journal.kafka import KafkaJournal
from muster.testkit.patience import Patience, exit_code
from muster.testkit.processes.tally import FENCED
from muster.testkit.samples.tally import Tally, TallyTopics, Watch, check_tally, command
from muster.testkit.stack.kafka_proxy import KafkaProxy

pytestmark = [pytest.mark.stack, pytest.mark.faults]
COMMANDS = 300
PATIENT_MS = 2_500
"""A standby that is so patient is not deceived when a busy machine lets a living leader wait for a second."""
MUCH_LONGER_THAN_SILENCE_S = 7.0


class Arena:
    """A tally's topics, the processes that contend for it, and the load."""

    def __init__(self, suffix: str, endpoints: Mapping[str, str]) -> None:
        self.suffix = suffix
        self.topics = TallyTopics().named(suffix)
        self._environment = {**os.environ, **endpoints}
        self._processes: list[subprocess.Popen[bytes]] = []
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.bootstrap = endpoints["MUSTER_KAFKA_BOOTSTRAP"]
        self.registry_url = endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
        create_topics(self.bootstrap, self.topics.all())
        register_schemas(self.registry_url, self.topics.all())
        self.journal = KafkaJournal(self.bootstrap, self.registry_url, "test", topics=self.topics.all())
        self._producer = self.journal.producer("load")
        self.watch = Watch(self.journal, self.topics)
        self.sent = 0

    def contend(
        self, leader_id: str, failpoints: str = "", bootstrap: str | None = None, silence_ms: int = 1_000
    ) -> subprocess.Popen[bytes]:
        module = "muster.testkit.processes.tally"
        program = [sys.executable, "-m", module, self.suffix, leader_id, failpoints, str(silence_ms)]
        environment = {**self._environment, "MUSTER_KAFKA_BOOTSTRAP": bootstrap or self.bootstrap}
        process = subprocess.Popen(program, env=environment)
        self._processes.append(process)
        self.running[leader_id] = process
        return process

    def restart_fenced_leaders(self) -> None:
        """Restart every leader that was fenced, as a supervisor does."""
        for leader_id, process in list(self.running.items()):
            if process.poll() == FENCED:
                self.contend(leader_id)

    def give(self, count: int) -> None:
        for n in range(self.sent, self.sent + count):
            self._producer.send(Outgoing(self.topics.inputs, command(n)))
        self._producer.flush(60)
        self.sent += count

    def wait_for_batch(self, condition: Callable[[Batch], bool], what: str) -> Batch:
        patience = Patience()
        while not patience.is_over(len(self.watch.counted)):
            self.restart_fenced_leaders()
            batch = self.watch.next_batch(0.2)
            if batch and condition(batch):
                return batch
        raise AssertionError(f"in vain: {what}; counted are {len(self.watch.counted)} of {self.sent}")

    def wait_until_counted(self) -> Batch:
        """The batch after which every command sent so far is in the log."""
        return self.wait_for_batch(lambda _: len(self.watch.counted) == self.sent, "all are counted")

    def leading(self) -> tuple[str, int]:
        """Return the leader and its epoch; on a busy machine leadership may have moved by itself."""
        found = ("", 0)
        with closing(self.journal.reader([self.topics.log], name="who")) as reader:
            for delivery in reader.read_to_end():
                batch = cast("Batch", delivery.envelope.payload)
                if batch.inputs and isinstance(batch.inputs[0].payload, LeaderElected):
                    found = (batch.inputs[0].payload.leader_id, batch.epoch)
        return found

    def end_leader(self, number: signal.Signals) -> subprocess.Popen[bytes]:
        """Signal the one that leads, and wait until another does."""
        leader_id, epoch = self.leading()
        ended = self.running.pop(leader_id)
        ended.send_signal(number)
        self.wait_for_batch(lambda batch: elected(batch) and batch.epoch > epoch, "another leads")
        return ended

    def check(self) -> int:
        return check_tally(self.journal, self.topics, range(self.sent))

    def close(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait(60)
        self.watch.close()
        self._producer.close()
        self.journal.close()


@pytest.fixture
def arena(
    suffix: str,
    endpoints: Mapping[str, str],
    remove_topics: Callable[[str, str, Sequence[Topic]], None],
) -> Generator[Arena]:
    arena = Arena(suffix, endpoints)
    try:
        yield arena
    finally:
        arena.close()
        remove_topics(arena.bootstrap, arena.registry_url, arena.topics.all())


def elected(batch: Batch) -> bool:
    return bool(batch.inputs) and isinstance(batch.inputs[0].payload, LeaderElected)


def test_kill_9_of_the_leader(arena: Arena) -> None:
    arena.contend("first")
    arena.wait_for_batch(elected, "the first leads")
    arena.contend("second")
    arena.give(COMMANDS)
    arena.wait_for_batch(lambda b: len(b.inputs) > 0, "it works")
    arena.end_leader(signal.SIGKILL)
    arena.give(COMMANDS)
    arena.wait_until_counted()
    (last,) = arena.running.values()
    last.terminate()
    assert exit_code(last) == 0
    assert arena.check() >= 2


@pytest.mark.parametrize("place", ["before_begin", "before_commit", "after_commit"])
@pytest.mark.parametrize("count", [pytest.param(1, marks=pytest.mark.long), 5])
def test_death_at_every_step_of_a_commit(arena: Arena, place: str, count: int) -> None:
    first = arena.contend("first", f"{place}:{count}")
    assert exit_code(first) == -signal.SIGKILL
    arena.give(COMMANDS)
    arena.contend("second")
    arena.wait_until_counted()
    arena.check()


def test_a_stopped_leader_that_resumes_is_fenced_and_ends(arena: Arena) -> None:
    arena.contend("first")
    arena.wait_for_batch(elected, "it leads")
    arena.contend("second")
    arena.give(COMMANDS)
    arena.wait_until_counted()
    zombie = arena.end_leader(signal.SIGSTOP)
    arena.give(COMMANDS)
    zombie.send_signal(signal.SIGCONT)
    assert exit_code(zombie) == FENCED
    arena.wait_until_counted()
    assert arena.check() >= 2


@pytest.mark.long
def test_a_standby_that_was_cut_off_leaves_a_living_leader_alone(arena: Arena) -> None:
    """It hears nothing, because nothing reaches it; when the broker is back, so is the leader's lease."""
    first = arena.contend("first")
    arena.wait_for_batch(elected, "the first leads")
    with KafkaProxy(arena.bootstrap) as link:
        arena.contend("second", bootstrap=link.bootstrap, silence_ms=PATIENT_MS)
        for next_change in (link.cut, link.restore, lambda: None):
            end = time.monotonic() + MUCH_LONGER_THAN_SILENCE_S
            while time.monotonic() < end:
                arena.give(1)
                assert arena.wait_until_counted().epoch == 1
            next_change()
        first.kill()
        assert arena.wait_for_batch(elected, "the second leads").epoch == 2
        arena.give(1)
        arena.wait_until_counted()
    assert arena.check() == 2


def test_a_flood_of_poison_does_not_stop_a_leader(arena: Arena) -> None:
    arena.contend("only")
    arena.give(COMMANDS)
    arena.wait_until_counted()
    raw = Producer({"bootstrap.servers": arena.bootstrap})
    for n in range(400):
        raw.produce(arena.topics.inputs.name, b"poison" if n % 2 else b"\x00\x7f\xff\xff\xff\x02a")
    assert raw.flush(60) == 0
    arena.give(COMMANDS)
    arena.wait_until_counted()
    assert arena.check() == 1
    graves = arena.journal.reader([dead_letter_topic(arena.topics.inputs)], name="graves")
    buried = Counter(cast("DeadLetter", d.envelope.payload).reason for d in graves.read_to_end())
    assert buried == {DeadLetterReason.NOT_AVRO: 200, DeadLetterReason.UNKNOWN_SCHEMA: 200}


def test_poison_on_the_lease_stops_no_standby_and_is_kept(arena: Arena) -> None:
    """Anybody may write there by mistake, and a lease decides nothing: the standby still takes over."""
    arena.contend("first")
    arena.wait_for_batch(elected, "the first leads")
    arena.contend("second")
    arena.give(COMMANDS)
    arena.wait_until_counted()
    raw = Producer({"bootstrap.servers": arena.bootstrap})
    graves = arena.journal.reader([dead_letter_topic(arena.topics.lease)], name="graves")
    buried: list[DeadLetter] = []
    patience = Patience()
    while not buried:  # until the standby reads: it begins at the end of the lease
        assert not patience.is_over()
        raw.produce(arena.topics.lease.name, b"poison")
        assert raw.flush(60) == 0
        buried += [cast("DeadLetter", d.envelope.payload) for d in graves.poll(10, 0.5)]
    assert (buried[0].reader, buried[0].reason) in {
        (f"{name}-log", DeadLetterReason.NOT_AVRO) for name in arena.running
    }
    assert [process.poll() for process in arena.running.values()] == [None, None]
    arena.end_leader(signal.SIGKILL)
    arena.give(COMMANDS)
    arena.wait_until_counted()
    assert arena.check() >= 2


def test_many_that_start_together_and_die_in_turns(arena: Arena) -> None:
    for name in "abc":
        arena.contend(name)
    for deaths in range(3):
        arena.give(COMMANDS)
        batch = arena.wait_until_counted()
        assert batch.epoch > deaths
        if deaths < 2:
            arena.end_leader(signal.SIGKILL)
    arena.check()


def test_an_unknown_commit_on_a_real_broker_is_read_again(arena: Arena) -> None:
    """The commit is in the log, its answer was lost: as when the connection breaks at the wrong moment."""
    stop = threading.Event()
    forgetful = _Forgetful(arena.journal, lost_answers={2, 5})
    leader = Leader(
        forgetful,
        Tally(arena.topics, arena.suffix),
        arena.topics.settings(arena.suffix),
        leader_id="only",
        stop=stop,
        clock=SystemClock(),
        chance=lambda: 0.0,
    )
    thread = threading.Thread(target=leader.run)
    thread.start()
    try:
        for _ in range(6):
            arena.give(COMMANDS // 6)
            arena.wait_until_counted()
    finally:
        stop.set()
        thread.join(120)
    assert arena.check() >= 3


class _Forgetful:
    """A Kafka journal whose sequencers lose the answer to some commits."""

    def __init__(self, journal: KafkaJournal, lost_answers: set[int]) -> None:
        self._journal = journal
        self.lost_answers = lost_answers
        self.commits = 0
        self.reader = journal.reader
        self.producer = journal.producer
        self.wait_until_settled = journal.wait_until_settled

    def sequencer(self, transactional_id: str) -> Sequencer:
        return _ForgetfulSequencer(self, self._journal.sequencer(transactional_id))


class _ForgetfulSequencer:
    def __init__(self, journal: _Forgetful, sequencer: Sequencer) -> None:
        self._journal = journal
        self._sequencer = sequencer
        self.fence = sequencer.fence
        self.close = sequencer.close

    def commit(self, batch: Sequence[Outgoing]) -> None:
        self._sequencer.commit(batch)
        self._journal.commits += 1
        if self._journal.commits in self._journal.lost_answers:
            raise CommitUnknown("the answer was lost")
