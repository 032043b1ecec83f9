"""Every kind of role on the real servers: several services in one process, and each role alone."""

from __future__ import annotations

import json
import os
import signal
import uuid
from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import cast

import psycopg
import pytest
from confluent_kafka import Producer
from muster.deciding import Decider, DecidingService
from muster.events.dead_letters import DeadLetter
from muster.events.process_lease import ProcessLeaseRenewed
from muster.events.shared.work_orders import WorkEnded
from muster.events.topics import PROCESS_LEASE
from muster.events.wire.datum import to_json
from muster.events.wire.deciding_log import DecidedBatch
from muster.events.wire.envelope import Topic
from muster.journal import Diverged, Start, dead_letter_topic
from muster.journal.kafka import KafkaJournal
from muster.reactors import Ledger
from muster.service import S3Settings
from muster.service.audit import DecidingLog
from muster.testkit.patience import Patience, until
from muster.testkit.samples.chores import ChoresTopics, ask, chores
from muster.testkit.samples.names.records import NamesTopics, QuotaSet, SetQuota
from muster.testkit.samples.names.service import envelope_of
from muster.testkit.stack.deciding_cell import DecidingCell
from muster.testkit.stack.receiver import Receiver, forget_reactor, receiving
from muster.testkit.stack.role_process import RoleProcess
from psycopg import sql

pytestmark = [pytest.mark.stack, pytest.mark.faults]

PLAYED = Path(__file__).parent / "played"
DECIDERS = ("names:decider", "chores:decider")


class Stage:
    """Two deciding services with topics of their own, processes of their roles, and a receiver."""

    def __init__(self, endpoints: Mapping[str, str], receiver: Receiver, home: Path) -> None:
        self.suffix = f"roles-{uuid.uuid4().hex[:8]}"
        self.endpoints = endpoints
        self.receiver = receiver
        self._home = home
        self.names_topics, self.chores_topics = NamesTopics(self.suffix), ChoresTopics(self.suffix)
        self.names = DecidingCell(endpoints, self.names_topics.all(), self.names_topics.log)
        self.chores = DecidingCell(endpoints, self.chores_topics.all(), self.chores_topics.log)
        self._processes: list[RoleProcess] = []

    def start(self, *arguments: str) -> RoleProcess:
        environment = {
            **self.endpoints,
            "PYTHONPATH": str(PLAYED),
            "MUSTER_CELL": self.suffix,
            "MUSTER_PLAYED_HOOK": f"{self.receiver.url}/hook",
        }
        process = RoleProcess("played_deciders", self._home, *arguments, **environment)
        self._processes.append(process)
        return process

    def ask_for_work(self, work_id: str) -> None:
        self.chores.send(self.chores_topics.commands, ask(work_id, 1, b"ok done"))

    def deciding_chores(self) -> DecidingService:
        return chores(self.chores_topics)

    def settings(self) -> S3Settings:
        given = {name.removeprefix("MUSTER_").lower(): value for name, value in self.endpoints.items()}
        return S3Settings.load(**{**given, "cell": self.suffix})

    def set_quota(self, names_max: int) -> None:
        payload = SetQuota(organisation="acme", names_max=names_max)
        self.names.send(self.names_topics.commands, envelope_of(f"quota-{names_max}", payload))

    def pour(self, topic: Topic, count: int) -> None:
        """Write what is no event, as anybody can who may write to a topic."""
        raw = Producer({"bootstrap.servers": self.endpoints["MUSTER_KAFKA_BOOTSTRAP"]})
        for _ in range(count):
            raw.produce(topic.name, b"\x01" + os.urandom(50))
        assert raw.flush(60) == 0

    def letters(self, topic: Topic) -> Counter[str]:
        """How many dead letters there are of a topic, by reader."""
        with closing(self.names.journal.reader([dead_letter_topic(topic)], name="letters")) as reader:
            return Counter(cast("DeadLetter", d.envelope.payload).reader for d in reader.read_to_end())

    def ended(self, work_id: str) -> WorkEnded:
        return self.chores.wait_for_fact(WorkEnded, lambda fact: fact.work_id == work_id)

    def epochs(self) -> tuple[int, int]:
        return self.names.batches[-1].epoch, self.chores.batches[-1].epoch

    def wait_for_epochs(self, epoch: int) -> None:
        self.names.wait_for_epoch(epoch)
        self.chores.wait_for_epoch(epoch)

    def counted(self) -> list[tuple[str, int]]:
        """Key and value of every window."""
        with psycopg.connect(self.endpoints["MUSTER_POSTGRES_DSN"]) as connection:
            table = sql.Identifier(self._schema, "windows")
            query = sql.SQL("SELECT key, sum(value::int) FROM {} GROUP BY key").format(table)
            return connection.execute(query).fetchall()

    def close(self) -> None:
        for process in self._processes:
            process.close()
        self.names.close()
        self.chores.close()
        with psycopg.connect(self.endpoints["MUSTER_POSTGRES_DSN"], autocommit=True) as connection:
            schema = sql.Identifier(self._schema)
            connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(schema))
        with Ledger(self.endpoints["MUSTER_POSTGRES_DSN"]) as ledger:
            ledger.prepare()
        forget_reactor(self.endpoints["MUSTER_POSTGRES_DSN"], f"chores-{self.suffix}")

    @property
    def _schema(self) -> str:
        return f"windows_{self.suffix.replace('-', '_')}"


@pytest.fixture
def stage(endpoints: Mapping[str, str], tmp_path: Path) -> Generator[Stage]:
    with receiving() as receiver, closing(Stage(endpoints, receiver, tmp_path)) as stage:
        yield stage


@pytest.mark.parametrize("alone", [False, pytest.param(True, marks=pytest.mark.long)])
def test_work_is_ordered_done_counted_and_reported(stage: Stage, alone: bool) -> None:
    roles = ("decider", "worker", "reactor", "windows")
    processes = (
        [stage.start(role) for role in roles]
        if alone
        else [stage.start("host", "names:decider", *(f"chores:{role}" for role in roles))]
    )
    stage.ask_for_work("a")
    for process in processes:
        answer = process.until("/readyz", lambda answer: answer.is_success)
        if not alone:
            assert set(answer.json()["roles"]) == {"names:decider", *(f"chores:{role}" for role in roles)}
    ended = stage.ended("a")
    assert (ended.result, ended.attempt) == (b"DONE", 1)
    until(lambda: stage.receiver.received, "the webhook")
    assert [json.loads(call.body) for call in stage.receiver.received] == [{"work_id": "a", "attempt": 1}]
    until(lambda: stage.counted() == [("all", 1)], "the window")
    for process in processes:
        process.signal(signal.SIGTERM)
        assert process.ended()[0] == 0
    check_audit(stage)


def test_garbage_on_what_roles_read_stops_none_of_them(stage: Stage) -> None:
    roles = ("names:decider", *(f"chores:{role}" for role in ("decider", "worker", "reactor", "windows")))
    process = stage.start("host", *roles)
    process.until("/readyz", lambda answer: answer.is_success)
    poured = (stage.names_topics.commands, stage.chores_topics.commands, stage.chores_topics.events)
    for topic in poured:
        stage.pour(topic, 2_000)
    stage.set_quota(1)
    stage.ask_for_work("a")
    stage.ended("a")
    stage.names.wait_for_fact(QuotaSet, lambda fact: fact.names_max == 1)
    until(lambda: stage.receiver.received, "the webhook")
    until(lambda: stage.counted() == [("all", 1)], "the window")
    process.until("/readyz", lambda answer: answer.is_success)
    assert not [line for line in process.log if "trying again" in line]
    for topic in poured:
        until(
            lambda t=topic: stage.letters(t).total() >= 2_000, f"each record of {topic.name} has its letter"
        )
        assert list(stage.letters(topic).values()) == [2_000]


def test_a_role_whose_own_log_cannot_be_read_is_tried_again_alone_and_shown(stage: Stage) -> None:
    stage.pour(stage.names_topics.log, 1)
    process = stage.start("host", "names:decider", *(f"chores:{role}" for role in ("decider", "worker")))
    process.line("names:decider failed, trying again", count=2)
    stage.ask_for_work("a")
    stage.ended("a")
    answer = process.until("/readyz", lambda answer: "names:decider: Unreadable" in answer.text)
    roles = answer.json()["roles"]
    assert [name for name, role in roles.items() if role["missing"]] == ["names:decider"]
    assert 'muster_process_role_restarts_total{role="names:decider"}' in process.get("/metrics").text


def check_audit(stage: Stage) -> None:
    """The log replays to its end and to the snapshot that a clean stop left; other rules do not match it."""
    service, settings = stage.deciding_chores(), stage.settings()
    *_, audit = DecidingLog(service).audited(settings, from_snapshot=False)
    batches = stage.chores.journal.reader([service.log], name="t").read_to_end()
    records = [cast("DecidedBatch", delivery.envelope.payload) for delivery in batches]
    assert (audit.batches, audit.epoch) == (len(records), 1)
    assert audit.decisions == sum(len(record.facts) for record in records)
    assert audit.hashes == 1
    first = DecidingLog(service).batch_with(settings, 0)
    assert first == to_json(next(record for record in records if record.facts).to_datum())
    assert DecidingLog(service).batch_with(settings, audit.decisions) is None
    with pytest.raises(Diverged, match="fact 0 of"):
        list(DecidingLog(replace(service, decider=SILENT)).audited(settings, from_snapshot=False))
    forgetful = replace(service.decider, evolve=SILENT.evolve)
    with pytest.raises(Diverged):
        list(DecidingLog(replace(service, decider=forgetful)).audited(settings, from_snapshot=False))
    *_, tail = DecidingLog(service).audited(settings, from_snapshot=True)
    assert (tail.batches, tail.state_hash) == (0, audit.state_hash)


SILENT = Decider(decisions_version=1, decide=lambda state, given, at_ms: (), evolve=lambda state, fact: None)


def leases_of(stage: Stage, pid: int) -> list[set[str]]:
    """Return the leaders in five records of this process's lease, from the first with several leaders."""
    bootstrap = stage.endpoints["MUSTER_KAFKA_BOOTSTRAP"]
    registry = stage.endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    shown: list[set[str]] = []
    with (
        closing(KafkaJournal(bootstrap, registry, "test", topics=[PROCESS_LEASE])) as journal,
        closing(journal.reader([PROCESS_LEASE], start=Start.END, name="lease")) as reader,
    ):
        patience = Patience()
        while len(shown) < 5:
            assert not patience.is_over(len(shown)), f"process {pid} writes no lease for several leaders"
            for delivery in reader.poll(100, 1.0):
                renewed = delivery.envelope.payload
                assert isinstance(renewed, ProcessLeaseRenewed)
                if renewed.process_id.endswith(f"/{pid}") and (shown or len(renewed.held) > 1):
                    shown.append({held.leadership for held in renewed.held})
    return shown[:5]


@pytest.mark.long
def test_two_services_in_one_process_show_themselves_by_one_lease_and_lose_it_together(stage: Stage) -> None:
    first = stage.start("host", *DECIDERS)
    stage.wait_for_epochs(1)
    both = {f"names-{stage.suffix}", f"chores-{stage.suffix}"}
    assert leases_of(stage, first.pid) == [both] * 5
    second = stage.start("host", *DECIDERS)
    second.until("/readyz", lambda answer: answer.is_success)
    first.signal(signal.SIGSTOP)
    stage.wait_for_epochs(2)
    first.signal(signal.SIGCONT)
    stage.set_quota(1)
    stage.ask_for_work("a")
    for role in DECIDERS:
        first.line(f"{role} starts again")
        first.line(f"{role} runs", count=2)
    stage.names.wait_for_fact(QuotaSet, lambda fact: fact.names_max == 1)
    answer = first.until("/readyz", lambda answer: answer.is_success)
    assert [role["progress"]["leading"] for role in answer.json()["roles"].values()] == [False, False]
    assert stage.epochs() == (2, 2)
    assert leases_of(stage, second.pid) == [both] * 5


@pytest.mark.long
def test_a_lease_that_can_no_longer_be_written_restarts_every_leader_with_another(stage: Stage) -> None:
    process = stage.start("host", *DECIDERS, "chores:thief")
    for role in DECIDERS:
        process.line(f"{role} failed, trying again")
        process.line(f"{role} runs", count=2)
    stage.wait_for_epochs(2)
    stage.set_quota(2)
    stage.names.wait_for_fact(QuotaSet, lambda fact: fact.names_max == 2)
    both = {f"names-{stage.suffix}", f"chores-{stage.suffix}"}
    assert leases_of(stage, process.pid) == [both] * 5
    assert len([line for line in process.log if "LeaseLost" in line]) == len(DECIDERS)
