"""Projections that follow a log into a real store: outages, rebuilds, and what a rebuild refuses.

The log is the one in memory, the store is Postgres, reached through a proxy that the test can cut.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any, cast

import psycopg
import pytest
from confluent_kafka import Producer
from muster.events.dead_letters import DeadLetter
from muster.events.job_events import NodeSuspected
from muster.events.topics import JOB_EVENTS
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.journal.admin import create_topics, register_schemas
from muster.journal.dead_letters import dead_letter_topic
from muster.journal.journal import Delivery, Journal, Outgoing
from muster.journal.kafka import KafkaJournal
from muster.journal.memory import MemoryJournal
from muster.journal.position import Position
from muster.testkit.patience import shown, until
from muster.testkit.stack.renamed import RenamedJournal, renamed
from muster.testkit.stack.tcp_proxy import TcpProxy
from muster.testkit.stack.topics import remove_topics
from muster.views.postgres import PostgresView
from muster.views.projection import Feed, Projection
from muster.views.projector import Projector
from muster.views.rebuild import Differs, rebuild
from muster.views.rows import Upsert
from muster.views.view import Behind, Outdated, Refused
from psycopg.conninfo import conninfo_to_dict, make_conninfo

pytestmark = pytest.mark.stack

TABLES = "CREATE TABLE IF NOT EXISTS silences (node_id text PRIMARY KEY, silent_ms int)"


def silence(delivery: Delivery[Record]) -> list[Upsert]:
    payload = delivery.envelope.payload
    assert isinstance(payload, NodeSuspected)
    return [Upsert("silences", {"node_id": payload.node_id}, {"silent_ms": payload.silent_ms})]


class Log:
    """A log in memory, and what a table of its newest silences must hold."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.journal = journal or MemoryJournal()
        self.expected: dict[str, int] = {}
        self.newest: list[Position] = []
        self._producer = self.journal.producer("test")

    def tell(self, count: int, *, nodes: int = 5) -> None:
        for _ in range(count):
            n = len(self.newest)
            node_id = f"node-{n % nodes}"
            envelope = Envelope(
                event_id=f"e{n}",
                key=node_id,
                occurred_at_ms=n,
                producer="test",
                correlation_id="c",
                payload=NodeSuspected(node_id=node_id, silent_ms=n),
            )
            sent = self._producer.send(Outgoing(JOB_EVENTS, envelope)).result(60)
            self.newest.append(Position(JOB_EVENTS.name, sent.partition, sent.offset))
            self.expected[node_id] = n

    def close(self) -> None:
        self._producer.close()


@pytest.fixture
def dsn(endpoints: Mapping[str, str]) -> str:
    return endpoints["MUSTER_POSTGRES_DSN"]


@pytest.fixture
def made(dsn: str) -> Generator[Callable[..., Projection[Any]]]:
    """Makes projections, each of a schema of its own unless one is named; drops them at the end."""
    views: list[PostgresView] = []

    def make(schema: str | None = None, at: str = dsn, tables: str = TABLES) -> Projection[Any]:
        view = PostgresView(at, schema=schema or f"v{uuid.uuid4().hex[:10]}", tables=tables)
        views.append(view)
        return Projection(name=view.name, topics=[JOB_EVENTS], rows=silence, view=view, records_per_batch=7)

    yield make
    for view in views:
        view.close()
    for schema in {view.name for view in views}:
        view = PostgresView(dsn, schema=schema, tables=TABLES)
        view.drop()
        view.close()


def contents(dsn: str, schema: str) -> dict[str, int]:
    with psycopg.connect(dsn) as connection:
        query = f"SELECT node_id, silent_ms FROM {schema}.silences"
        return dict(connection.execute(query.encode()).fetchall())


def caught_up(projection: Projection[Any], log: Log) -> None:
    for position in log.newest[-4 * 5 :]:
        shown(projection.view, position)


def feed_all(projection: Projection[Any], log: Log) -> None:
    projection.view.prepare()
    feed = Feed(projection, projection.view, log.journal)
    while feed.advance(0):
        pass
    feed.close()


def test_a_projection_rests_after_a_batch_that_was_not_full_only(
    dsn: str, made: Callable[..., Projection[Any]]
) -> None:
    log, projection = Log(), replace(made(), rest_ms=3_600_000)
    reading = made(projection.name)  # a view serves one thread
    reading.view.prepare()
    log.tell(3 * projection.records_per_batch)
    projector = Projector([projection], log.journal)
    projector.start()
    try:
        caught_up(reading, log)  # three full batches without a rest
        log.tell(1)
        caught_up(reading, log)
        applied = dict(log.expected)
        log.tell(1)
    finally:
        projector.stop()  # ends the rest that began after one record
    assert contents(dsn, projection.name) == applied != log.expected


def test_a_store_that_is_down_stops_only_its_own_and_comes_back_alone(
    dsn: str, made: Callable[..., Projection[Any]]
) -> None:
    log = Log()
    log.tell(50)
    address = conninfo_to_dict(dsn)
    proxy = TcpProxy(str(address.get("host")), int(str(address.get("port") or 5432)))
    steady, cut_off = made(), made(at=make_conninfo(dsn, host="127.0.0.1", port=proxy.port))
    watching = made(cut_off.name)  # the same view, without the proxy
    projector = Projector([steady, cut_off], log.journal)
    projector.start()
    try:
        until(lambda: projector.failure() is None, "both run")
        caught_up(watching, log)
        proxy.cut()
        log.tell(50)
        caught_up(made(steady.name), log)
        assert contents(dsn, steady.name) == log.expected
        until(lambda: projector.failure() is not None, "the outage shows")
        assert cut_off.name in str(projector.failure())
        proxy.restore()
        caught_up(watching, log)
        until(lambda: projector.failure() is None, "the outage is over")
    finally:
        projector.stop()
        proxy.close()
    assert contents(dsn, cut_off.name) == log.expected


def test_garbage_on_its_topic_stops_no_projection_and_has_one_letter_each(
    endpoints: Mapping[str, str], dsn: str, made: Callable[..., Projection[Any]]
) -> None:
    servers = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    suffix = uuid.uuid4().hex[:8]
    topics = renamed(suffix, [JOB_EVENTS])
    create_topics(servers[0], topics)
    register_schemas(servers[1], topics)
    raw = Producer({"bootstrap.servers": servers[0]})
    with (
        closing(RenamedJournal(*servers, "test", suffix, topics=[JOB_EVENTS])) as journal,
        closing(KafkaJournal(*servers, "letters")) as letters,
    ):
        log, projection = Log(journal), made()
        watching = made(projection.name)
        watching.view.prepare()
        log.tell(21)

        def projected() -> None:
            projector = Projector([projection], journal)
            projector.start()
            try:
                caught_up(watching, log)
                log.tell(21)
                caught_up(watching, log)
                for _ in range(200):
                    raw.produce(topics[0].name, b"\x01" + os.urandom(50))
                assert raw.flush(60) == 0
                log.tell(21)
                caught_up(watching, log)
                until(lambda: projector.failure() is None, "it runs")
            finally:
                projector.stop()

        projected()
        projected()
        with closing(letters.reader([dead_letter_topic(topics[0])], name="letters")) as reader:
            dead = [cast("DeadLetter", delivery.envelope.payload) for delivery in reader.read_to_end()]
        log.close()
    assert contents(dsn, projection.name) == log.expected
    assert len(dead) == len({(letter.partition, letter.offset) for letter in dead}) == 400
    remove_topics(*servers, topics)


def test_two_projectors_of_one_view_leave_what_one_would(
    dsn: str, made: Callable[..., Projection[Any]]
) -> None:
    log = Log()
    log.tell(100)
    one = made()
    projectors = [Projector([made(one.name)], log.journal) for _ in range(2)]
    for projector in projectors:
        projector.start()
    one.view.prepare()
    caught_up(one, log)
    for projector in projectors:
        projector.stop()
    assert contents(dsn, one.name) == log.expected


def test_a_rebuild_reads_the_whole_log_and_swaps(dsn: str, made: Callable[..., Projection[Any]]) -> None:
    log = Log()
    log.tell(100)
    projection = made()
    feed_all(projection, log)
    rebuilt = rebuild(projection, log.journal)
    assert (rebuilt.records, dict(rebuilt.counts), rebuilt.differences) == (100, {"silences": 5}, ())
    assert contents(dsn, projection.name) == log.expected


def test_a_rebuild_while_the_projector_goes_on(dsn: str, made: Callable[..., Projection[Any]]) -> None:
    log = Log()
    log.tell(200)
    projection = made()
    projection.view.prepare()
    projector = Projector([made(projection.name)], log.journal)
    projector.start()
    try:
        rebuild(projection, log.journal)
        log.tell(100)
        caught_up(projection, log)
    finally:
        projector.stop()
    assert contents(dsn, projection.name) == log.expected


def test_a_rebuild_replaces_a_different_view_only_on_request(
    dsn: str, made: Callable[..., Projection[Any]]
) -> None:
    log = Log()
    log.tell(30)
    projection = made()
    feed_all(projection, log)
    with psycopg.connect(dsn) as connection:
        tampering = f"UPDATE {projection.name}.silences SET silent_ms = -1 WHERE node_id = 'node-3'"
        connection.execute(tampering.encode())
    with pytest.raises(Differs, match="silences: equal counts, different contents"):
        rebuild(projection, log.journal)
    assert contents(dsn, projection.name)["node-3"] == -1
    rebuild(projection, log.journal, accept_differences=True)
    assert contents(dsn, projection.name) == log.expected


def test_a_rebuild_fills_a_view_that_has_nothing(dsn: str, made: Callable[..., Projection[Any]]) -> None:
    log = Log()
    log.tell(30)
    projection = made()
    rebuild(projection, log.journal)
    assert contents(dsn, projection.name) == log.expected


def test_a_rebuild_from_a_lost_log_needs_a_request(dsn: str, made: Callable[..., Projection[Any]]) -> None:
    lost, log = Log(), Log()
    lost.tell(100)
    log.tell(30)
    projection = made()
    feed_all(projection, lost)
    with pytest.raises(Behind, match="the log ends 70 offsets before the live view"):
        rebuild(projection, log.journal)
    assert contents(dsn, projection.name) == lost.expected
    rebuilt = rebuild(projection, log.journal, accept_differences=True)
    assert rebuilt.differences == ("the log ends 70 offsets before the live view",)
    assert contents(dsn, projection.name) == log.expected


def test_other_ddl_makes_a_view_outdated_until_it_is_rebuilt(
    dsn: str, made: Callable[..., Projection[Any]]
) -> None:
    log = Log()
    log.tell(30)
    old = made()
    feed_all(old, log)
    new = made(old.name, tables=TABLES + "; CREATE INDEX IF NOT EXISTS longest ON silences (silent_ms)")
    with pytest.raises(Outdated, match="created from other DDL"):
        new.view.prepare()
    rebuild(new, log.journal)
    new.view.prepare()
    assert contents(dsn, old.name) == log.expected


def test_an_outdated_projection_names_its_command_once_and_goes_on_when_it_was_rebuilt(
    dsn: str, made: Callable[..., Projection[Any]], caplog: pytest.LogCaptureFixture
) -> None:
    log = Log()
    log.tell(30)
    old, steady = made(), made()
    feed_all(old, log)
    ddl = TABLES + "; CREATE INDEX IF NOT EXISTS longest ON silences (silent_ms)"
    projector = Projector([made(old.name, tables=ddl), steady], log.journal)
    assert projector.remedies() == (), "nothing was tried yet"
    projector.start()
    try:
        until(lambda: bool(projector.remedies()), "the command shows")
        assert projector.remedies() == [f"muster projections rebuild {old.name} --accept-differences"]
        assert f"{old.name}: Outdated: schema {old.name}: created from other DDL" in str(projector.failure())
        caught_up(made(steady.name), log)
        rebuild(made(old.name, tables=ddl), log.journal)
        log.tell(30)
        until(lambda: projector.failure() is None, "it goes on")
        caught_up(made(old.name), log)
    finally:
        projector.stop()
    assert projector.remedies() == []
    assert contents(dsn, old.name) == log.expected
    [said] = [record for record in caplog.records if old.name in record.getMessage()]
    assert (said.levelname, said.exc_info) == ("ERROR", None)


def test_a_row_the_store_will_never_take_is_refused_and_nothing_moves(
    made: Callable[..., Projection[Any]],
) -> None:
    log = Log()
    log.tell(1)
    projection = made(tables=TABLES.replace("silent_ms int", "silent_ms int CHECK (silent_ms > 9)"))
    projection.view.prepare()
    with pytest.raises(Refused, match="silent_ms"):
        Feed(projection, projection.view, log.journal).advance(0)
    assert projection.view.positions() == {}


def test_waiting_for_what_is_not_applied_says_so(made: Callable[..., Projection[Any]]) -> None:
    projection = made()
    projection.view.prepare()
    with pytest.raises(Behind, match="job-events/0/5"):
        projection.view.wait_for(Position("job-events", 0, 5), timeout_s=0)
