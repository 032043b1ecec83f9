"""The API of submit running on real servers, while a test plays the scheduler and the agents."""

from __future__ import annotations

import hashlib
import itertools
import os
import threading
import uuid
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, cast

import httpx
from muster.events.job_commands import JobSpec
from muster.events.job_events import JobQueued
from muster.events.topics import JOB_COMMANDS, JOB_EVENTS, OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.events.wire.envelope import Envelope, Topic
from muster.identity.devkeys import mint
from muster.jobs import parse_request, to_spec
from muster.journal import Delivery, Journal, Outgoing, Position, Producer, Start, SystemClock
from muster.store import ObjectStore
from muster.testkit.archives import add, archive
from muster.testkit.tokens import Tokens

_COMMAND_TOPICS = (JOB_COMMANDS, QUEUE_COMMANDS, OPERATOR_COMMANDS)


@dataclass
class SubmitCell:
    """A running API, and the log and stores around it.

    Attributes:
        url: The API's address.
        home: The folder with the keys for tokens.
        journal: The log.
        producer: To play the scheduler and the agents with.
        store: S3.
    """

    url: str
    home: Path
    journal: Journal
    producer: Producer
    store: ObjectStore
    _numbers: Any = field(default_factory=itertools.count)

    def client(self, tenant: str, *roles: str, subject: str = "ann") -> httpx.Client:
        """A caller."""
        token = mint(
            self.home,
            subject=subject,
            tenant=tenant,
            roles=roles or ("submitter",),
            ttl_s=600,
            team="research",
        )
        return httpx.Client(
            base_url=self.url, headers={"Authorization": f"Bearer {token}"}, timeout=30, trust_env=False
        )

    def say(
        self,
        topic: Topic,
        key: str,
        payload: Any,
        causation_id: str | None = None,
        *,
        ago_ms: int = 0,
        authorization: str | None = None,
    ) -> Position:
        """Append a record to the log, as its owner would; its event time is `ago_ms` before now.

        A report carries a token for every node, unless `authorization` is given.
        """
        number = next(self._numbers)
        envelope = Envelope(
            event_id=f"test-{os.getpid()}-{uuid.uuid4().hex[:8]}.{number}",
            key=key,
            occurred_at_ms=SystemClock().now_ms() - ago_ms,
            producer="test",
            correlation_id=causation_id or "test",
            causation_id=causation_id,
            payload=payload,
        )
        shown = Tokens(self.home).of(payload) if authorization is None else authorization
        return self.producer.send(Outgoing(topic, envelope, authorization=shown)).result(60)

    def fact(self, key: str, payload: Any, causation_id: str | None = None) -> Position:
        """A fact on job-events."""
        return self.say(JOB_EVENTS, key, payload, causation_id)

    def queued(self, tenant: str, causation_id: str | None = None, **request: Any) -> tuple[str, Position]:
        """A job that the scheduler has accepted."""
        job_id = f"job-test-{uuid.uuid4().hex[:16]}"
        said = JobQueued(job_id=job_id, tenant=tenant, spec=a_spec(**request))
        return job_id, self.fact(job_id, said, causation_id)

    @contextmanager
    def scheduler(self, tenant: str, answer: Callable[[Any], Any]) -> Generator[None]:
        """Within the block, answer every command of a tenant with the fact that `answer` returns."""
        done = threading.Event()
        with closing(self.journal.reader(_COMMAND_TOPICS, start=Start.END, name="test-scheduler")) as reader:

            def work() -> None:
                while not done.is_set():
                    for delivery in reader.poll(100, 0.1):
                        command = cast("Any", delivery.envelope.payload)
                        if getattr(command, "tenant", tenant) == tenant:
                            self.fact(
                                delivery.envelope.key, answer(delivery.envelope), delivery.envelope.event_id
                            )

            thread = threading.Thread(target=work)
            thread.start()
            try:
                yield
            finally:
                done.set()
                thread.join()

    def commands(self, topic: Topic, receipts: list[dict[str, Any]]) -> list[Envelope[Any]]:
        """The commands that the API put on the log."""
        return [delivery.envelope for delivery in self.deliveries(topic, receipts)]

    def deliveries(self, topic: Topic, receipts: list[dict[str, Any]]) -> list[Delivery[Any]]:
        """The commands that the API put on the log, as a reader gets them."""
        positions = [Position.parse(r["position"]) for r in receipts]
        first = {p.topic_partition: p.offset for p in reversed(sorted(positions))}
        start: dict[tuple[str, int], Any] = {(topic.name, n): Start.END for n in range(topic.partitions)}
        with closing(self.journal.reader([topic], start=start | first, name="test")) as reader:
            read: list[Delivery[Any]] = list(reader.read_to_end(20))
        by_position = {d.position: d for d in read}
        return [by_position[p] for p in positions]


class Lagging(NamedTuple):
    """A cell whose projection has no output of jobs before `project_output` is called."""

    cell: SubmitCell
    project_output: Callable[[], None]


def an_archive(name: str = "hello.py") -> tuple[str, bytes]:
    """Return new working files, a tar.gz of one file, with their SHA-256."""
    packed = archive(add(name, f"print('{uuid.uuid4()}')".encode()))
    return hashlib.sha256(packed).hexdigest(), packed


def a_spec(**request: Any) -> JobSpec:
    """A small job."""
    return to_spec(parse_request({"name": "x", "run": "true"} | request), user="ann", team="research")
