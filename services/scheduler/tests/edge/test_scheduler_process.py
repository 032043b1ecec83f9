"""The scheduler as real processes on the real log: killed, stopped, resumed, without loss or repetition."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from confluent_kafka import Producer
from muster.events.dead_letters import DeadLetter
from muster.events.job_commands import SubmitJob
from muster.events.job_events import GangBound, JobSucceeded
from muster.events.node_commands import StartTask
from muster.events.scheduler_log import Batch
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.events.topics import (
    JOB_COMMANDS,
    JOB_EVENTS,
    NODE_COMMANDS,
    NODE_HEARTBEATS,
    SCHEDULER_LOG,
    TASK_EVENTS,
)
from muster.events.wire.envelope import Envelope, Topic
from muster.identity.devkeys import mint
from muster.journal import ManualClock, Outgoing, Position, Start, SystemClock, admin, dead_letter_topic
from muster.journal.kafka import KafkaJournal
from muster.scheduler.edge.audit import audited, batches
from muster.scheduler.edge.replay import DECISIONS_VERSION
from muster.scheduler.edge.snapshots import SnapshotStore
from muster.store import ObjectStore, StoreSettings
from muster.testkit.checker import check_journal
from muster.testkit.cores import build
from muster.testkit.patience import Patience, exit_code
from muster.testkit.stack.renamed import RenamedJournal, renamed, topics_of
from muster.testkit.tokens import Tokens

pytestmark = [pytest.mark.stack, pytest.mark.faults, pytest.mark.timeout(600)]

NODES = tuple(build.node(f"n{i}", gpus=8) for i in range(3))


class Arena:
    """Scheduler processes, three nodes that carry out orders at once, and a client that submits."""

    def __init__(self, endpoints: Mapping[str, str]) -> None:
        self.suffix = uuid.uuid4().hex[:8]
        topics = renamed(self.suffix, topics_of("scheduler"))
        bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
        admin.create_topics(bootstrap, topics)
        admin.register_schemas(registry, topics)
        self.cell = f"cell-{self.suffix}"
        self.keys_home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
        self._servers = bootstrap, registry
        self._tokens = Tokens(self.keys_home, cell=self.cell)
        self._environment = {**os.environ, **endpoints, "MUSTER_CELL": self.cell}
        self._environment["MUSTER_SCHEDULER_SNAPSHOT_EVERY_BATCHES"] = "5"
        store = StoreSettings(
            endpoint=endpoints["MUSTER_S3_ENDPOINT"],
            access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
            secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
            bucket=endpoints["MUSTER_S3_BUCKET"],
        )
        self.snapshots = SnapshotStore(ObjectStore(store), self.cell)
        self.journal = RenamedJournal(bootstrap, registry, "test", self.suffix)
        self._producer = self.journal.producer("test")
        self._orders = self.journal.reader((NODE_COMMANDS,), name="agents", start=Start.END)
        self._facts = self.journal.reader((JOB_EVENTS,), name="watch", start=Start.END)
        self._processes: list[subprocess.Popen[bytes]] = []
        self._next_beat = 0.0
        self.succeeded: set[str] = set()
        self.rejected: dict[str, CommandRejected] = {}
        self.bound = 0
        self.submitted: list[str] = []

    def run(
        self, name: str, failpoints: str = "", decisions_version: int | None = None
    ) -> subprocess.Popen[bytes]:
        environment = {
            **self._environment,
            "MUSTER_SCHEDULER_ID": name,
            "MUSTER_SCHEDULER_FAILPOINTS": failpoints,
        }
        program = [sys.executable, "-m", "muster.testkit.processes.scheduler", self.suffix]
        if decisions_version is not None:
            program += ["--decisions-version", str(decisions_version)]
            environment["MUSTER_COMPILED"] = "off"
        process = subprocess.Popen(program, env=environment, stderr=subprocess.DEVNULL)
        self._processes.append(process)
        return process

    def submit(self, count: int) -> None:
        for _ in range(count):
            job_id = f"job-{len(self.submitted):05d}"
            self.submitted.append(job_id)
            self._send(JOB_COMMANDS, job_id, build.submit(job_id, build.job_spec(gpus=1)))

    def until(self, condition: Callable[[], object], what: str) -> None:
        patience = Patience()
        while not condition():
            assert not patience.is_over(len(self.succeeded)), f"in vain: {what}"
            self._turn()

    def all_succeeded(self) -> bool:
        return self.succeeded >= set(self.submitted)

    def stop(self) -> None:
        """End every scheduler, so that the log no longer grows."""
        for process in self._processes:
            process.kill()
            process.wait(60)

    def close(self) -> None:
        self.stop()
        self._orders.close()
        self._facts.close()
        self._producer.close()
        self.journal.close()

    def _turn(self) -> None:
        if time.monotonic() >= self._next_beat:
            self._next_beat = time.monotonic() + 2
            for node in NODES:
                self._send(NODE_HEARTBEATS, node.node_id, build.beat(node))
        for delivery in self._orders.poll(500, 0.05):
            order = delivery.envelope.payload
            if isinstance(order, StartTask):
                ranks = tuple(rank.rank for rank in order.ranks)
                said = build.started(order.node_id, order.job_id, order.attempt, ranks)
                self._send(TASK_EVENTS, order.node_id, said)
                self._send(
                    TASK_EVENTS, order.node_id, build.exited(order.node_id, order.job_id, order.attempt)
                )
        for delivery in self._facts.poll(500, 0.01):
            fact = delivery.envelope.payload
            self.bound += isinstance(fact, GangBound)
            if isinstance(fact, CommandRejected):
                self.rejected[fact.command_id] = fact
            if isinstance(fact, JobSucceeded):
                self.succeeded.add(fact.job_id)

    def say(self, command: SubmitJob, authorization: str) -> str:
        """Send a command with this authorization; return its id."""
        return self._send(JOB_COMMANDS, command.job_id, command, authorization)

    def pour(self, topic: Topic, count: int) -> None:
        """Write records that are no events, as anyone with access to a topic can."""
        raw = Producer({"bootstrap.servers": self._servers[0]})
        [mine] = renamed(self.suffix, (topic,))
        for _ in range(count):
            raw.produce(mine.name, b"\x01" + os.urandom(50))
        assert raw.flush(60) == 0

    def letters(self, topic: Topic) -> list[Position]:
        """Return the position of each record of a topic that has a dead letter."""
        [mine] = renamed(self.suffix, (topic,))
        with (
            closing(KafkaJournal(*self._servers, "letters")) as journal,
            closing(journal.reader([dead_letter_topic(mine)], name="letters")) as reader,
        ):
            dead = [cast("DeadLetter", delivery.envelope.payload) for delivery in reader.read_to_end()]
        return [Position(topic.name, letter.partition, letter.offset) for letter in dead]

    def read_up_to(self, topic: Topic) -> int:
        """Return the sum of the offsets up to which the newest batch has read a topic's partitions."""
        reader = self.journal.reader((SCHEDULER_LOG,), name="passed", on_poison="stop")
        with closing(reader):
            *_, newest = (cast("Batch", delivery.envelope.payload) for delivery in reader.read_to_end())
        return sum(p.next_offset for p in newest.positions if p.topic == topic.name)

    def _send(self, topic: Topic, key: str, payload: Any, authorization: str | None = None) -> str:
        event_id = uuid.uuid4().hex
        envelope = Envelope(
            event_id=event_id,
            key=key,
            occurred_at_ms=0,
            producer="test",
            correlation_id=key,
            payload=payload,
        )
        shown = self._tokens.of(payload) if authorization is None else authorization
        self._producer.send(Outgoing(topic, envelope, authorization=shown))
        return event_id


@pytest.fixture
def arena(endpoints: Mapping[str, str]) -> Generator[Arena]:
    with closing(Arena(endpoints)) as arena:
        yield arena


def judge(arena: Arena) -> None:
    arena.until(lambda: arena.snapshots.newest() or arena.submit(1), "a snapshot is stored")
    arena.until(arena.all_succeeded, "jobs submitted meanwhile succeed")
    arena.stop()
    checker = check_journal(arena.journal)
    assert checker.breaches == []
    assert set(checker.jobs.submitted) == set(arena.submitted)
    *_, whole = audited(arena.journal, arena.cell, arena.snapshots)
    assert whole.unrepeated == []
    assert whole.batches > 0
    assert whole.hashes > 0
    *_, tail = audited(arena.journal, arena.cell, arena.snapshots, from_snapshot=True)
    assert tail.state_hash == whole.state_hash
    assert tail.batches < whole.batches, "no snapshot was used"


def test_kill_9_of_the_leader_loses_nothing(arena: Arena) -> None:
    first = arena.run("first")
    arena.until(lambda: arena.submit(1) or arena.bound > 0, "the first leads")
    second = arena.run("second")
    arena.submit(60)
    arena.until(lambda: arena.bound > 20, "work continues")
    first.kill()
    arena.submit(60)
    arena.until(arena.all_succeeded, "the second finishes everything")
    second.send_signal(signal.SIGTERM)
    assert exit_code(second) == 0
    judge(arena)


def test_a_flood_of_garbage_is_skipped_once_and_later_commands_are_decided(arena: Arena) -> None:
    first = arena.run("first")
    arena.until(lambda: arena.submit(1) or arena.bound > 0, "the first leads")
    second = arena.run("second")
    arena.pour(JOB_COMMANDS, 5_000)
    arena.submit(60)
    arena.until(arena.all_succeeded, "commands after the garbage are decided")
    assert (first.poll(), second.poll()) == (None, None)
    arena.pour(JOB_COMMANDS, 1_000)
    everything = 6_000 + len(arena.submitted)
    arena.until(
        lambda: arena.read_up_to(JOB_COMMANDS) == everything, "garbage at the end of a topic is skipped"
    )
    letters = arena.letters(JOB_COMMANDS)
    assert len(set(letters)) == 6_000, "a leader replaced on a busy machine writes some again"
    arena.stop()
    arena.run("third")
    arena.submit(30)
    arena.until(arena.all_succeeded, "the next leader continues")
    assert arena.letters(JOB_COMMANDS) == letters, "it reads none of them again"
    judge(arena)


@pytest.mark.long
def test_a_paused_leader_that_resumes_is_fenced_and_stands_by(arena: Arena) -> None:
    first = arena.run("first")
    arena.until(lambda: arena.submit(1) or arena.bound > 0, "the first leads")
    first.send_signal(signal.SIGSTOP)
    second = arena.run("second")
    arena.submit(30)
    arena.until(arena.all_succeeded, "the second takes over")
    first.send_signal(signal.SIGCONT)
    arena.submit(30)
    arena.until(arena.all_succeeded, "the first disturbs nothing")
    second.kill()
    arena.submit(30)
    arena.until(arena.all_succeeded, "the first, a standby again, takes over")
    assert first.poll() is None
    judge(arena)


@pytest.mark.long
def test_new_rules_take_over_where_the_old_ones_stopped_and_back_again(arena: Arena) -> None:
    """Upgrade with one process of each version, a kill -9 of the newer one, and a downgrade."""
    old = arena.run("old")
    arena.until(lambda: arena.submit(1) or arena.bound > 0, "the old version leads")
    new = arena.run("new", decisions_version=DECISIONS_VERSION + 1)
    arena.submit(20)
    arena.until(arena.all_succeeded, "the old version keeps leading beside one that cannot follow")
    old.send_signal(signal.SIGTERM)
    assert exit_code(old) == 0
    arena.submit(20)
    arena.until(arena.all_succeeded, "the new version continues from the last snapshot of the old one")
    newer = arena.run("newer", decisions_version=DECISIONS_VERSION + 1)
    new.kill()
    arena.submit(20)
    arena.until(arena.all_succeeded, "a process of its own version takes over")
    arena.run("back")
    newer.send_signal(signal.SIGTERM)
    assert exit_code(newer) == 0
    arena.submit(20)
    arena.until(arena.all_succeeded, "the old version continues from the last snapshot of the new one")
    arena.stop()
    checker = check_journal(arena.journal)
    assert checker.breaches == []
    assert set(checker.jobs.submitted) == set(arena.submitted)
    *_, whole = audited(arena.journal, arena.cell, arena.snapshots)
    assert [stretch.version for stretch in whole.unrepeated] == [DECISIONS_VERSION + 1]
    assert whole.hashes > 0
    assert whole.epoch == max(batch.epoch for _, batch in batches(arena.journal, Start.BEGINNING)) >= 4


@pytest.mark.parametrize(
    "place",
    [
        "after_commit",
        pytest.param("before_begin", marks=pytest.mark.long),
        pytest.param("before_commit", marks=pytest.mark.long),
    ],
)
def test_the_scheduler_survives_a_death_at_every_step_of_a_commit(arena: Arena, place: str) -> None:
    dying = arena.run("dying", f"{place}:12")
    arena.until(lambda: arena.submit(1) or dying.poll() is not None, "it dies")
    arena.run("next")
    arena.submit(20)
    arena.until(arena.all_succeeded, "the next one finishes everything")
    judge(arena)


def test_unauthorised_commands_are_rejected_on_the_log_and_authorised_ones_carried_out(
    arena: Arena, tmp_path: Path
) -> None:
    arena.run("first")
    arena.until(lambda: arena.submit(1) or arena.bound > 0, "it leads")

    def bearer(home: Path = arena.keys_home, **changes: Any) -> str:
        who: dict[str, Any] = {
            "subject": build.USER,
            "tenant": build.TENANT,
            "roles": ["submitter"],
            "ttl_s": 60,
        }
        return f"Bearer {mint(home, **(who | changes))}"

    an_hour_ago = ManualClock(SystemClock().now_ms() - 3_600_000)
    wrong = {
        "": ("authorization", "(absent)", ""),
        "Bearer nonsense": ("authorization", "the token is not valid: Not enough segments", ""),
        bearer(clock=an_hour_ago): ("authorization", "the token has expired", ""),
        bearer(tmp_path): ("authorization", "the token is signed with an unknown key", ""),
        bearer(roles=["viewer"]): ("authorization", "roles viewer", build.TENANT),
        bearer(tenant="other"): ("tenant", build.TENANT, "other"),
    }
    asked = {
        arena.say(build.submit(f"job-wrong-{n}"), header): why
        for n, (header, why) in enumerate(wrong.items())
    }
    arena.say(build.submit("job-right"), bearer())
    arena.submitted.append("job-right")
    arena.until(lambda: arena.all_succeeded() and asked.keys() <= arena.rejected.keys(), "all are answered")
    for command_id, (field, value, tenant) in asked.items():
        fact = arena.rejected[command_id]
        assert (fact.code, fact.tenant) == (RejectionCode.FORBIDDEN, tenant)
        assert [(v.field, v.value) for v in fact.violations] == [(field, value)]
        assert fact.violations[0].allowed
    judge(arena)
