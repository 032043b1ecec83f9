"""The roles on the real servers, killed while samples come: they measure what a clean run measures."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import threading
import uuid
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import httpx
import pytest
from muster.drift.core.decisions import DECIDER
from muster.drift.core.windows import window_closed, windows_closed, windows_of
from muster.events.drift_commands import SetMonitor
from muster.events.drift_events import ChartDesigned, DriftAlarmRaised, PointState, SubgroupMeasured
from muster.events.inference_samples import InferenceSampled
from muster.events.topics import DRIFT_EVENTS, INFERENCE_SAMPLES
from muster.identity.devkeys import mint
from muster.journal import Delivery, Journal, Outgoing, Position, Producer
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.journal.windows.fold import WindowFold
from muster.sampling.middleware import Receive, SampledInference, Scope, Send
from muster.sampling.policies import SamplingPolicy
from muster.sampling.sending import Sender
from muster.testkit.cores.deciding import given
from muster.testkit.patience import until
from muster.testkit.stack import command
from muster.testkit.stack.renamed import topics_of
from muster.testkit.stack.role_process import RoleProcess
from muster.testkit.stack.tcp_proxy import TcpProxy
from psycopg.conninfo import conninfo_to_dict, make_conninfo

pytestmark = [pytest.mark.stack, pytest.mark.faults]

Measured: TypeAlias = SubgroupMeasured | ChartDesigned | DriftAlarmRaised

WINDOW_MS: Final = 1_000
PAUSE_S: Final = 0.03
"""Between two requests of the traffic."""

USUAL: Final = 0.2
CHANGED: Final = 0.9
"""Shares of refusals."""

MONITOR: Final = {
    "subgroup": "1s",
    "measures": ["refusals"],
    "learning_subgroups": 10,
    "series_max": 2,
    "smoothing": 0.3,
    "false_alarm_every": "1d",
}
BEFORE: Final = "before_commit:6"
AFTER: Final = "after_commit:6"
"""Moments of a leader's death: a decision is not on the log, or not in its state."""

QUESTION: Final = {"model": "answers", "messages": [{"role": "user", "content": "Which way?"}]}


class UnrulyLog:
    """A way to the log on which some records are repeated, and some overtaken by others."""

    def __init__(self, log: Journal) -> None:
        self._log = log

    def producer(self, name: str) -> UnrulyProducer:
        """Return such a producer."""
        return UnrulyProducer(self._log.producer(name))


class UnrulyProducer:
    """Its producer."""

    def __init__(self, producer: Producer) -> None:
        self._producer = producer
        self._chance = random.Random(3)
        self._held: list[tuple[Outgoing, Future[Position]]] = []

    def send(self, outgoing: Outgoing) -> Future[Position]:
        """Append a record now or after some that follow, once or twice."""
        answer: Future[Position] = Future()
        self._held.append((outgoing, answer))
        if self._chance.random() < 0.3:
            self._append()
        return answer

    def close(self) -> None:
        """Append what is held back, and release the connection."""
        self._append()
        self._producer.close()

    def _append(self) -> None:
        held, self._held = self._held, []
        self._chance.shuffle(held)
        for outgoing, answer in held:
            sent = self._producer.send(outgoing)
            sent.add_done_callback(lambda sent, answer=answer: answer.set_result(sent.result()))
            if self._chance.random() < 0.3:
                self._producer.send(outgoing)


class Traffic:
    """Requests to a server that samples all of them, until it is closed.

    Attributes:
        share: Share of the answers that refuse.
    """

    def __init__(self, log: KafkaJournal, repository: str) -> None:
        self.share = USUAL
        self._chance = random.Random(5)
        self._sender = Sender(cast("Journal", UnrulyLog(log)), report_every_s=1.0)
        self._app = SampledInference(
            self._answer,
            repository=repository,
            commit="c0ffee0",
            sender=self._sender,
            policy=SamplingPolicy(one_in=1, per_second_max=1_000),
        )
        self._closing = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._ask()))
        self._thread.start()

    def close(self) -> None:
        """Ask no more; all samples are in the log then."""
        self._closing.set()
        self._thread.join()
        self._sender.close(60)

    async def _ask(self) -> None:
        transport = httpx.ASGITransport(app=cast("Any", self._app))
        async with httpx.AsyncClient(transport=transport, base_url="http://model") as client:
            while not await asyncio.to_thread(self._closing.wait, PAUSE_S):
                headers = {"x-muster-task": "chat"}
                answer = await client.post("/v1/chat/completions", json=QUESTION, headers=headers)
                assert answer.is_success

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        await receive()
        text = "I'm sorry, I can't help with that." if self._chance.random() < self.share else "North."
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        body = json.dumps({"model": "answers", "choices": [choice]}).encode()
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class Place:
    """A watched model, the roles that watch it, and what they have said of it so far.

    Attributes:
        repository: The model.
        journal: The test's own connection.
        tables: The way to Postgres of the roles that need it.
        facts: What `drift-events` has of the model, in its order.
    """

    def __init__(self, endpoints: Mapping[str, str], folder: Path, closing_up: ExitStack) -> None:
        self.repository = f"acme/answers-{uuid.uuid4().hex[:8]}"
        self.facts: list[Any] = []
        self._endpoints, self._folder, self._closing_up = endpoints, folder, closing_up
        self._processes = 0
        servers = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
        create_topics(servers[0], topics_of("drift"))
        register_schemas(servers[1], topics_of("drift"))
        self.journal = closing_up.enter_context(closing(KafkaJournal(*servers, "test")))
        self._reader = closing_up.enter_context(closing(self.journal.reader([DRIFT_EVENTS], name="test")))
        address = conninfo_to_dict(endpoints["MUSTER_POSTGRES_DSN"])
        self.tables = closing_up.enter_context(TcpProxy(str(address["host"]), int(str(address["port"]))))

    def start(self, *roles: str, failpoints: str = "") -> RoleProcess:
        """Start a process of these roles."""
        dsn = make_conninfo(self._endpoints["MUSTER_POSTGRES_DSN"], host="127.0.0.1", port=self.tables.port)
        settings = {
            "MUSTER_POSTGRES_DSN": dsn,
            "MUSTER_DRIFT_WINDOW_S": str(WINDOW_MS // 1_000),
            "MUSTER_SILENCE_MS": "3000",
            "MUSTER_FAILPOINTS": failpoints,
        }
        named = [f"drift:{role}" for role in roles]
        environment = {**self._endpoints, **settings}
        self._processes += 1
        home = self._folder / str(self._processes)
        process = RoleProcess("muster.service", home, "host", *named, **environment)
        self._closing_up.callback(process.close)
        return process

    def muster(self, *words: str, api: RoleProcess | None = None) -> str:
        """Run the command, and return what it prints."""
        home = Path(self._endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
        token = mint(home, subject="ann", tenant="acme", roles=["submitter"], ttl_s=600)
        address = {} if api is None else {"MUSTER_DRIFT_URL": f"{api.url}/drift"}
        done = command.run(words, {**os.environ, **self._endpoints, **address, "MUSTER_TOKEN": token})
        assert done.returncode == 0, (done.stdout, done.stderr)
        return done.stdout

    def traffic(self) -> Traffic:
        """Have requests come."""
        traffic = Traffic(self.journal, self.repository)
        self._closing_up.callback(traffic.close)
        return traffic

    def wait_for_facts(self, kind: type[Any], count: int = 1) -> list[Any]:
        """Facts of a kind, once there are this many."""

        def found() -> list[Any]:
            read = (each.envelope.payload for each in self._reader.poll(1_000, 0.1))
            self.facts += [each for each in read if getattr(each, "repository", "") == self.repository]
            return [each for each in self.facts if isinstance(each, kind)]

        until(lambda: len(found()) >= count, lambda: self.facts[-3:], position=lambda: len(self.facts))
        return [each for each in self.facts if isinstance(each, kind)]

    def samples(self) -> list[Delivery[Any]]:
        """Records of the partition that has the model's samples."""
        with closing(self.journal.reader([INFERENCE_SAMPLES], name="samples")) as reader:
            read = list(reader.read_to_end())
        [partition] = {each.position.partition for each in read if self.is_sample(each)}
        return [each for each in read if each.position.partition == partition]

    def is_sample(self, delivery: Delivery[Any]) -> bool:
        """Whether a record is a sample of the model."""
        event = delivery.envelope.payload
        return isinstance(event, InferenceSampled) and event.repository == self.repository

    def clean_run(self, samples: Sequence[Delivery[Any]]) -> Iterator[Measured]:
        """Yield what follows from the same samples without processes, kills or a log of decisions."""
        decisions, fold = given(DECIDER), WindowFold(windows_of(WINDOW_MS))
        decisions.when(
            SetMonitor(
                repository=self.repository, document=json.dumps(MONITOR), tenant="acme", requested_by="ann"
            )
        )
        partition = samples[0].position.partition
        fold.begin(partition)
        for each in samples:
            taken = fold.take(partition, each.position.offset, each.appended_at_ms, each.envelope)
            windows = [window_closed(row) for row in taken.closed]
            progress = fold.progress(partition)
            assert progress is not None
            yield from _measured(decisions.when(*windows, windows_closed(progress)).decided)
            while decisions.when_due():
                yield from _measured(decisions.decided)


def _measured(facts: list[Any]) -> list[Measured]:
    return [each for each in facts if isinstance(each, SubgroupMeasured | ChartDesigned | DriftAlarmRaised)]


def by_series(facts: Iterable[Measured]) -> dict[tuple[str, type[Any]], list[Any]]:
    """Facts by task and kind, in their order."""
    found: dict[tuple[str, type[Any]], list[Any]] = {}
    for fact in facts:
        found.setdefault((fact.task, type(fact)), []).append(fact)
    return found


def kill(process: RoleProcess) -> None:
    """End a process as a power failure does."""
    process.signal(signal.SIGKILL)
    assert process.ended()[0] == -signal.SIGKILL


@pytest.fixture
def place(endpoints: Mapping[str, str], tmp_path: Path) -> Generator[Place]:
    with ExitStack() as closing_up:
        yield Place(endpoints, tmp_path, closing_up)


@pytest.mark.long
@pytest.mark.parametrize("moment", [BEFORE, AFTER])
def test_roles_that_are_killed_measure_and_alarm_as_a_clean_run_over_the_same_samples(
    place: Place, moment: str, tmp_path: Path
) -> None:
    leader, windows, views = place.start("decider"), place.start("windows"), place.start("projector", "http")
    monitor = tmp_path / "monitor.yaml"
    monitor.write_text(json.dumps(MONITOR))
    views.until("/readyz", lambda answer: answer.is_success)
    place.muster("drift", "watch", place.repository, str(monitor), api=views)
    traffic = place.traffic()
    standby = place.start("decider", failpoints=moment)
    place.wait_for_facts(SubgroupMeasured, 2)
    kill(leader)
    kill(windows)
    place.start("windows")
    assert standby.ended()[0] == -signal.SIGKILL, "it has led, and died of its failpoint"
    place.start("decider")
    [chart] = place.wait_for_facts(ChartDesigned)

    place.tables.cut()
    traffic.share = CHANGED
    alarm, *_ = place.wait_for_facts(DriftAlarmRaised)  # a starved machine may pause the traffic, too
    assert (alarm.measure, alarm.task) == ("refusals", "chat")
    place.tables.restore()
    traffic.close()
    alarms = place.wait_for_facts(DriftAlarmRaised, 2)
    assert [each.measure for each in alarms] == ["refusals", "traffic"]

    samples = place.samples()
    measured, expected = by_series(_measured(place.facts)), by_series(place.clean_run(samples))
    for key, facts in expected.items():
        assert measured[key] == facts[: len(measured[key])]
    assert expected["chat", DriftAlarmRaised] == alarms
    assert expected["chat", ChartDesigned] == [chart]
    subgroups = measured["chat", SubgroupMeasured]
    sampled = [each.envelope.event_id for each in samples if place.is_sample(each)]
    assert len(sampled) > len(set(sampled)), "some were repeated"
    assert sum(each.samples for each in subgroups) == len(set(sampled))
    assert {each.points[0].state for each in subgroups if each.points} >= {
        PointState.LEARNING,
        PointState.WATCHED,
    }

    asked = ("drift", "alarms", "-r", place.repository, "-o", "jsonl")
    until(lambda: len(place.muster(*asked, api=views).splitlines()) == len(alarms), "alarms in the tables")
    shown = json.loads(place.muster("drift", "show", place.repository, "-o", "json", api=views))
    assert [each["samples"] for each in shown["subgroups"] if each["task"] == "chat"] == [
        each.samples for each in subgroups
    ]
    audit = json.loads(place.muster("audit", "verify", "--service", "drift", "-o", "json"))
    assert audit["verified"] is True
